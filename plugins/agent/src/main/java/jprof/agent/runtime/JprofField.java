package jprof.agent.runtime;

/**
 * The field of java.lang.Thread that an instrumented java.base has. There is no such class at run time: calls become
 * accesses of the field when java.base is instrumented.
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
}
