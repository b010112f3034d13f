package jprof.agent.runtime;

/**
 * The field of java.lang.Thread that an instrumented java.base has, and what it may call of the JDK. There is no such
 * class at run time: when java.base is instrumented, calls become accesses of the field, and calls of the JDK.
 */
final class JprofField {

    private JprofField() {
    }

    /**
     * Reads the field.
     *
     * @param t a thread
     * @return the record of the thread, null if it has none
     */
    static JprofThread get(Thread t) {
        throw new UnsupportedOperationException();
    }

    /**
     * Writes the field.
     *
     * @param t a thread
     * @param record its record
     */
    static void set(Thread t, JprofThread record) {
        throw new UnsupportedOperationException();
    }

    /** Keeps the current thread, if it is a virtual one, on its carrier, where a monitor would not do so. */
    static void pin() {
        throw new UnsupportedOperationException();
    }

    /** Ends what {@link #pin} has begun. */
    static void unpin() {
        throw new UnsupportedOperationException();
    }
}
