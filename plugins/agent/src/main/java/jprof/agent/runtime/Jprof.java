package jprof.agent.runtime;

/** What woven code calls. */
public final class Jprof {

    private static final JprofThread ONLY = new JprofThread(new JprofNode(0, null));

    private Jprof() {
    }

    /**
     * Finds the record of the current thread.
     *
     * @return the record, never null
     */
    public static JprofThread thread() {
        return ONLY;
    }

    /**
     * Counts what a multianewarray instruction has made.
     *
     * @param array the result
     * @param dims the dimensions that the instruction has made
     * @param slots the values of the context
     * @param at the place of the first value: references (arrays, elements), then basic types (arrays, elements), only
     *     those that the type has
     */
    public static void multi(Object array, int dims, long[] slots, int at) {
    }

    /**
     * Counts the elements that System.arraycopy has copied.
     *
     * @param array the source
     * @param length the number of elements
     * @param slots the values of the context
     * @param basic the place of the sum for elements of basic types
     * @param refs the place of the sum for references
     */
    public static void copied(Object array, int length, long[] slots, int basic, int refs) {
    }

    /**
     * Counts an object whose type is only known at run time.
     *
     * @param n the context that has called a native method
     * @param instruction the index of that call
     * @param made the result
     */
    public static void made(JprofNode n, int instruction, Object made) {
    }
}
