package jprof.agent.runtime;

/**
 * The current context while a constructor calls super(...) of a class that is not woven. No handler can cover that
 * call, and code that is not woven may catch what it throws. So whoever is called next, by that constructor or behind
 * it, finds this context, which reads the stack. Only what such a constructor calls takes longer for it.
 */
final class JprofOutside extends JprofNode {

    /** The context that calls super(...). */
    private final JprofNode constructor;
    /** The current node before, if an exception has left it. */
    private JprofNode escape;
    /** The class of the constructor, with dots. */
    private final String type;
    /** An exception has left it. */
    private boolean left;

    /**
     * Makes it.
     *
     * @param constructor the context that calls super(...)
     * @param type its class, with dots
     */
    private JprofOutside(JprofNode constructor, String type) {
        super(OUTSIDE, null, null);
        this.constructor = constructor;
        this.type = type;
    }

    /**
     * Finds or makes that of a constructor. There is one only, as a call that fails does not say so: it is in use again
     * when the next call begins.
     *
     * @param n the context that calls super(...)
     * @param exit the number of the current node when an exception has left the constructor
     * @param type its class, with dots
     * @return it, with a number
     */
    static JprofOutside of(JprofNode n, int exit, String type) {
        JprofRare rare = n.rare();
        if (rare == JprofRare.LOST) {
            throw new OutOfMemoryError();
        }
        if (rare.outside == null) {
            rare.outside = (JprofOutside) JprofNumbers.add(new JprofOutside(n, type));
        }
        boolean several = JprofLimit.folded || n.caller.method == BEYOND; // calls of n on the stack
        JprofNode to = JprofNumbers.of(exit);
        while (to instanceof JprofOutside && (several || ((JprofOutside) to).over())) {
            to = ((JprofOutside) to).escape;
        }
        rare.outside.escape = to;
        rare.outside.left = false;
        return rare.outside;
    }

    /**
     * Forgets that of a constructor.
     *
     * @param rare of the constructor's context, which is nobody's any more
     */
    static void forget(JprofRare rare) {
        if (rare.outside != null) {
            JprofNumbers.remove(rare.outside);
            rare.outside = null;
        }
    }

    private boolean over() {
        left = left || !Jprof.constructs(type);
        return left;
    }

    /**
     * Finds or makes the context of a method that the current thread has entered.
     *
     * @param id the ID of the method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the context
     */
    JprofNode entered(int id, int site) {
        JprofNode n = over() ? escape : constructor;
        return n.find(id, site);
    }

    /**
     * Returns the context of a thread by its stack.
     *
     * @param current what is current in the thread
     * @param trace its stack
     * @return the same, but for contexts of this class
     */
    static JprofNode resolve(JprofNode current, StackTraceElement[] trace) {
        JprofNode n = current;
        while (n instanceof JprofOutside) {
            JprofOutside outside = (JprofOutside) n;
            n = !outside.left && on(trace, outside.type) ? outside.constructor : outside.escape;
        }
        return n;
    }

    private static boolean on(StackTraceElement[] trace, String type) {
        for (int i = 0; i < trace.length; i++) {
            if (trace[i].getMethodName().equals("<init>") && trace[i].getClassName().equals(type)) {
                return true;
            }
        }
        return false;
    }
}
