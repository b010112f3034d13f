package jprof.tests;

/** How tests end: see {@link Recorder#end}. */
final class Status {

    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int ABORTED = 2;
    static final int SKIPPED = 3;

    /** There are no objects of this class. */
    private Status() {
    }

    /**
     * Returns an exception as text.
     *
     * @param e the exception; or null
     * @return its text; or null
     */
    static String reason(Throwable e) {
        try {
            return e == null ? null : e.toString();
        } catch (Throwable t) { // it is the program's
            return e.getClass().getName();
        }
    }
}
