package jprof.agent.runtime;

/**
 * The current context while a constructor calls super(...) of a class that is not woven. No handler can cover that
 * call, and code that is not woven may catch what it throws. So whoever is called next, by that constructor or behind
 * it, finds this context, which reads the stack. Only what such a constructor calls takes longer for it.
 */
final class JprofOutside extends JprofNode {

    /** The context that calls super(...). */
    private final JprofNode constructor;
    /** What was current before, where an exception has left it. */
    private final JprofNode escape;
    /** The class of the constructor, with dots. */
    private final String type;
    /** Whether an exception has left it. */
    private boolean left;

    /**
     * Makes it.
     *
     * @param constructor the context that calls super(...)
     * @param escape what is current when an exception has left it
     * @param type its class, with dots
     */
    JprofOutside(JprofNode constructor, JprofNode escape, String type) {
        super(OUTSIDE, null, null);
        this.constructor = constructor;
        this.escape = escape;
        this.type = type;
    }

    /**
     * Finds or makes the context of a method that the current thread has entered.
     *
     * @param id the ID of the method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the context
     */
    JprofNode entered(int id, int site) {
        left = left || !Jprof.constructs(type);
        JprofNode n = left ? escape : constructor;
        return site < 0 ? n.child(id) : n.child(id, site);
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
