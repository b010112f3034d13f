package jprof.agent.runtime;

/** What a thread records: where it is in its tree. Woven code reads and writes the fields. */
public final class JprofThread {

    /** The context that the thread is in, never null. */
    public JprofNode cur;
    /** The constructor that is about to call this(...) or super(...): no handler can cover that call. */
    public JprofNode delegating;
    /** What becomes the current context when an exception leaves that call. */
    public JprofNode escape;
    /** The instruction that calls, where call sites are recorded. */
    public int site;
    /** What is left of the byte codes until the next visit, where a user's agent is called. */
    public long budget;

    /**
     * Makes the record of a thread.
     *
     * @param cur the root of its tree
     */
    JprofThread(JprofNode cur) {
        this.cur = cur;
    }
}
