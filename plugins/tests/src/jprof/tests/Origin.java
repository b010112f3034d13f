package jprof.tests;

import java.util.function.LongSupplier;

/**
 * Says which test has made a thread. A test, or a class that is set up, is known to the threads that its thread makes
 * by a variable that they inherit. Threads of pools work for whoever asks them: theirs means nothing.
 */
final class Origin implements LongSupplier {

    /** What names of classes hold that run the tasks of others. */
    private static final String[] POOLS = {"Pool", "Executor", "EventLoop", "Scheduler", "Worker", "Timer"};
    /** The same, of test frameworks that run one test in a thread of its own, from a pool of its own. */
    private static final String[] OWN = {"Timeout", "InvokeMethodRunnable"};
    /** How names start that are none: adapters, and executors whose threads are made by who hands over their task. */
    private static final String[] NO_POOLS = {"java.util.concurrent.Executors$",
        "java.util.concurrent.ThreadPerTaskExecutor", "org.springframework.core.task.SimpleAsyncTaskExecutor"};

    /**
     * What the current thread runs, innermost first. Its classes are all of the platform, so that threads that live
     * long keep nothing else from being unloaded.
     */
    private static final InheritableThreadLocal<Object[]> INHERITED = new InheritableThreadLocal<Object[]>() {
        /** A thread of a pool makes threads for whoever asks it, not for the test that has made itself. */
        @Override
        protected Object[] childValue(Object[] entry) {
            try {
                return entry == null || RUNNING.get() != null || !isPool() ? entry : null;
            } catch (Throwable e) {
                return null; // the end of the stack or of the memory
            }
        }
    };
    /** The thread that has set it, to distinguish it from those that inherit it; not inherited. */
    private static final ThreadLocal<Object[]> RUNNING = new ThreadLocal<>();
    /** What threads that run nothing have learned. */
    private static final ThreadLocal<long[]> TOLD = new ThreadLocal<>();

    /** The places in an entry: its number in an array, its key, the entry around it. */
    private static final int NUMBER = 0;
    private static final int KEY = 1;
    private static final int OUTER = 2;

    /**
     * Notes that a test or class begins on the current thread.
     *
     * @param key its key
     * @return where its number goes; null if it runs already
     */
    static long[] enter(Object key) {
        Object[] outer = RUNNING.get();
        for (Object[] e = outer; e != null; e = (Object[]) e[OUTER]) {
            if (key.equals(e[KEY])) {
                return null;
            }
        }
        long[] number = new long[1];
        Object[] entry = {number, key, outer};
        RUNNING.set(entry);
        INHERITED.set(entry);
        return number;
    }

    /**
     * Notes that a test or class ends, on whatever thread.
     *
     * @param key its key
     */
    static void leave(Object key) {
        Object[] inner = null;
        for (Object[] e = RUNNING.get(); e != null; e = (Object[]) e[OUTER]) {
            if (!key.equals(e[KEY])) {
                inner = e;
                continue;
            }
            Object[] outer = (Object[]) e[OUTER];
            if (inner != null) {
                inner[OUTER] = outer;
            } else if (outer != null) {
                RUNNING.set(outer);
                INHERITED.set(outer);
            } else {
                RUNNING.remove();
                INHERITED.remove();
            }
            e[KEY] = ""; // its threads keep the entry
            e[OUTER] = null;
            return;
        }
    }

    /**
     * Says where the current thread comes from, when it counts for the first time in a package. It runs in the
     * middle of the program, and never throws.
     *
     * @return the number of the test or class that it runs, or that has made it; 0 where that is not known
     */
    @Override
    public long getAsLong() {
        try {
            Object[] entry = RUNNING.get();
            if (entry != null) {
                return ((long[]) entry[NUMBER])[0];
            }
            long[] told = TOLD.get();
            if (told == null) {
                entry = INHERITED.get();
                told = new long[] {entry == null || isPool() ? 0 : ((long[]) entry[NUMBER])[0]};
                TOLD.set(told);
            }
            return told[0];
        } catch (Throwable e) {
            return 0; // the end of the stack or of the memory
        }
    }

    private static boolean isPool() {
        boolean pool = false;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            if ((name.startsWith("org.junit.") || name.startsWith("org.testng.")) && holds(name, OWN)) {
                return false;
            }
            pool |= !name.startsWith("jprof.tests.") && !starts(name, NO_POOLS) && holds(name, POOLS);
        }
        return pool;
    }

    private static boolean starts(String name, String[] words) {
        for (String word : words) {
            if (name.startsWith(word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(String name, String[] words) {
        for (String word : words) {
            if (name.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
