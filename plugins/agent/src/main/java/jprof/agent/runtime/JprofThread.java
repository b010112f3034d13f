package jprof.agent.runtime;

/** The record of a thread: its place in its tree. Woven code reads and writes the fields. */
public final class JprofThread {

    /** The number of the context that the thread is in. */
    public int cur;
    /**
     * The number of the constructor that is about to call this(...) or super(...), as no handler can cover that call;
     * else 0.
     */
    public int delegating;
    /** The number of what becomes the current context when an exception leaves that call. */
    public int escape;
    /** The instruction that calls, where call sites are recorded. */
    public int site;
    /** The ID, plus 1, of the method before which the thread waits at the {@link JprofBarrier}; else 0. */
    public volatile int waiting;
    /** Remaining bytecodes until the next visit, at which a user's agent is called. */
    public long budget;

    /** Data of the agents of users for the thread, or null. */
    public Object agents;
    /** The tree of the thread, null while there is none. */
    public JprofTree tree;
    /** The thread has ended. Threads of an instrumented java.base report it. */
    volatile boolean ended;
    /** The record that replaces this one while the thread does not record, or null before the first time. */
    private JprofThread off;
    /** The record that this one replaces, null in one that records. */
    final JprofThread on;

    /** Makes the record of a thread that has no tree yet. */
    JprofThread() {
        this(null, JprofLimit.LOST);
    }

    private JprofThread(JprofThread on, JprofNode cur) {
        this.on = on;
        this.cur = cur.number;
    }

    /**
     * Makes a record that records nothing: what calls through it is nobody's call.
     *
     * @return the record
     */
    static JprofThread silent() {
        return new JprofThread(null, JprofLimit.OFF);
    }

    /**
     * Counts a call of a method that calls no other. Woven code has the ID as a constant.
     *
     * <p>This is all that most calls do, in one method, although JprofNumbers.get and JprofNode.child say parts of it:
     * compilers put it into each woven method, and each method that they put into another takes them time.
     *
     * @param method its ID
     * @return its context
     */
    public JprofNode leaf(int method) {
        int number = cur;
        JprofNode caller = number >= 0 ? JprofNumbers.Table.NODES[number & JprofNumbers.Table.LAST]
                : JprofNumbers.far(number);
        JprofNode n = (method & 4) == 0
                ? (method & 2) == 0 ? (method & 1) == 0 ? caller.hot0 : caller.hot1
                        : (method & 1) == 0 ? caller.hot2 : caller.hot3
                : (method & 2) == 0 ? (method & 1) == 0 ? caller.hot4 : caller.hot5
                        : (method & 1) == 0 ? caller.hot6 : caller.hot7;
        if (n.method != method) {
            n = caller.find(method, -1);
        }
        n.calls++;
        return n;
    }

    /**
     * Does the same where call sites are recorded.
     *
     * @param method the ID of the method
     * @return its context
     */
    public JprofNode leafAt(int method) {
        JprofNode n = current().child(method, site);
        n.calls++;
        return n;
    }

    /**
     * Enters a method that calls others. Nothing follows that may fail: an error leaves all as it was.
     *
     * @param method its ID
     * @return its context
     */
    public JprofNode enter(int method) {
        JprofNode n = leaf(method);
        cur = n.number;
        return n;
    }

    /**
     * Does the same where call sites are recorded.
     *
     * @param method the ID of the method
     * @return its context
     */
    public JprofNode enterAt(int method) {
        JprofNode n = leafAt(method);
        cur = n.number;
        return n;
    }

    /**
     * Returns the context that the thread is in.
     *
     * @return the context
     */
    public JprofNode current() {
        return JprofNumbers.get(cur);
    }

    /**
     * Finds, before a constructor enters, where an exception out of it leads.
     *
     * @return the number of the context that becomes current then
     */
    public int exit() {
        int caller = cur;
        int by = delegating;
        delegating = 0;
        return by == caller ? escape : caller;
    }

    /**
     * Prepares for a call of super(...) of a class that is not woven. The constructor sets its context again behind it.
     *
     * @param n the context of the constructor
     * @param exit the number of what becomes the current context when an exception leaves it
     * @param type its class, with dots
     */
    public void outside(JprofNode n, int exit, String type) {
        if (n.method >= 0) {
            try {
                cur = JprofOutside.of(n, exit, type).number;
            } catch (OutOfMemoryError e) {
                JprofLimit.LOST.calls++; // no more than that: contexts may be wrong if that call fails as well
            }
        }
    }

    /**
     * Returns the context of the thread by its stack: it may have left a constructor without a word.
     *
     * @param current what it was in
     * @param trace the stack
     * @return the context
     */
    public static JprofNode context(JprofNode current, StackTraceElement[] trace) {
        return JprofOutside.resolve(current, trace);
    }

    /**
     * Begins in the root of a tree.
     *
     * @param of the tree
     */
    void begin(JprofTree of) {
        tree = of;
        delegating = 0;
        escape = 0;
        budget = Long.MAX_VALUE;
        agents = null;
        cur = of.root.number;
    }

    /** Notes that the thread has ended: another one may go on in its tree. */
    void end() {
        (on == null ? this : on).ended = true;
    }

    /**
     * Returns what takes the place of this one while the thread does not record.
     *
     * @return it
     */
    JprofThread off() {
        if (off == null) {
            off = new JprofThread(this, JprofLimit.OFF);
        }
        return off;
    }
}
