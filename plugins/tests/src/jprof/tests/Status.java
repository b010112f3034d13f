package jprof.tests;

/** The endings of tests: see {@link Recorder#end}. */
final class Status {

    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int ABORTED = 2;
    static final int SKIPPED = 3;

    /** The methods that make the text of an exception. */
    private static final String[] TEXT = {"toString", "getMessage", "getLocalizedMessage"};
    /** The starts of the names of classes whose code has no counters. */
    private static final String[] KNOWN = {"java.", "org.junit.", "junit.framework.", "org.opentest4j.",
        "org.testng."};

    /** There are no objects of this class. */
    private Status() {
    }

    /**
     * Returns an exception as text; only its class where the text is made by code of the program, which would count.
     *
     * @param e the exception; or null
     * @return its text; or null
     */
    static String reason(Throwable e) {
        if (e == null) {
            return null;
        }
        try {
            for (String method : TEXT) {
                if (!isKnown(e.getClass().getMethod(method).getDeclaringClass().getName())) {
                    return e.getClass().getName();
                }
            }
            return e.toString();
        } catch (Throwable t) {
            return e.getClass().getName();
        }
    }

    /** Reports whether a class belongs to Java or to a test framework. */
    private static boolean isKnown(String name) {
        for (String start : KNOWN) {
            if (name.startsWith(start)) {
                return true;
            }
        }
        return false;
    }
}
