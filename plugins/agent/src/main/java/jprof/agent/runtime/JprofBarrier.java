package jprof.agent.runtime;

/**
 * The barrier before all woven methods, which is shut while the last file of the JVM is written: a thread that would
 * enter one waits. Else what such threads count meanwhile, some of it before and some behind the writer, would
 * contradict itself. Woven code needs no test for that: all numbers of contexts are those of {@link #SHUT} then.
 */
public final class JprofBarrier {

    /** The node that all threads find in place of their current context. */
    static final JprofNode SHUT = new JprofNode(JprofNode.BARRIER, null, null);
    /** Whoever shuts the barrier has this lock until it is open again. */
    private static final Object LOCK = new Object();

    /** It is shut. */
    static volatile boolean shut;

    private JprofBarrier() {
    }

    /**
     * Shuts the barrier, and opens it again.
     *
     * @param meanwhile what to do while it is shut, in this thread, which does not record
     */
    public static void shut(Runnable meanwhile) {
        synchronized (LOCK) {
            try {
                shut = true;
                JprofNumbers.shut();
                meanwhile.run();
            } finally {
                JprofNumbers.open();
                shut = false;
            }
        }
    }

    /**
     * Waits at the barrier.
     *
     * @param id the ID of the method that the current thread would enter
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the context of the method
     */
    static JprofNode pass(int id, int site) {
        JprofThread record = Jprof.thread();
        record.waiting = id + 1;
        JprofCurrent.pin();
        synchronized (LOCK) {
            record.waiting = 0;
        }
        JprofCurrent.unpin();
        return JprofNumbers.get(record.cur).find(id, site);
    }
}
