package jprof.tests;

/** Records which test has executed what. */
public final class Recorder {

    private static final Recording RECORDING = new Recording();
    /** Distinguishes the keys of this class loader from those of others; of the platform, as others keep it. */
    private static final Object SOURCE = new Object();

    /** There are no objects of this class. */
    private Recorder() {
    }

    /**
     * Notes that a test or a container of tests begins on the current thread. It never throws.
     *
     * @param key what it is known by until its end, in a map
     * @param kind 0: a class; 1: another container; 2: a test
     * @param parentKey the key of the container that it is in; or null
     * @param id its unique ID in the framework
     * @param className the binary name of its class; or null
     * @param method the name of its method; or null
     * @param parameters the types of the method's parameters; or null
     * @param display its name for users; or null
     */
    public static void begin(Object key, int kind, Object parentKey, String id, String className, String method,
            String parameters, String display) {
        note("begin", SOURCE, key, kind, parentKey, id, className, method, parameters, display);
    }

    /**
     * Notes that a test or a container of tests ends. It never throws.
     *
     * @param key its key
     * @param status 0: passed; 1: failed; 2: aborted, because an assumption does not hold; 3: skipped
     * @param reason why; or null
     */
    public static void end(Object key, int status, String reason) {
        note("end", SOURCE, key, status, reason);
    }

    /**
     * Notes a test, or a container, that does not run. It never throws.
     *
     * @param kind see {@link #begin}
     * @param parentKey see there
     * @param id see there
     * @param className see there
     * @param method see there
     * @param parameters see there
     * @param display see there
     * @param reason why; or null
     */
    public static void skipped(int kind, Object parentKey, String id, String className, String method,
            String parameters, String display, String reason) {
        Object key = new Object();
        note("begin", SOURCE, key, kind, parentKey, id, className, method, parameters, display);
        note("end", SOURCE, key, Status.SKIPPED, reason);
    }

    /**
     * Notes that a framework that reports no classes runs tests in threads of its own: what others do while a test is
     * under way may be the set-up of a class. It never throws.
     */
    public static void parallel() {
        note("parallel");
    }

    /** Looks for the host, if it was not found before: helper classes report to it. It never throws. */
    static void look() {
        try {
            RECORDING.look();
        } catch (Throwable t) {
            // counts before the next begin or end of a test may belong to none
        }
    }

    private static void note(Object... event) {
        try {
            RECORDING.note(event);
        } catch (Throwable t) {
            // The tests go on. What is not in the file belongs to no test, and jprof says so.
        }
    }
}
