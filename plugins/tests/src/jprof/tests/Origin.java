package jprof.tests;

import java.util.ArrayList;
import java.util.function.BiConsumer;

/**
 * Says for which test a thread works. A test, or a class that is set up, is known to the threads that its thread makes
 * by a variable that they inherit. Threads of pools work for whoever asks them: theirs means nothing, but those of the
 * platform report whose task they begin ({@link Pools}).
 */
final class Origin implements BiConsumer<Object, Object> {

    /** Parts of names of classes that run the tasks of others. */
    private static final String[] POOLS = {"Pool", "Executor", "EventLoop", "Scheduler", "Worker", "Timer", "Selector",
        "Dispatch"};
    private static final String[] FRAMEWORKS = {"org.junit.", "org.testng."};
    /** Parts of names of the classes that run one test in a thread of its own, from a pool of its own. */
    private static final String[] OWN = {"Timeout", "InvokeMethodRunnable"};
    /** Starts of names that are no pools: adapters, and executors whose threads are made by the giver of a task. */
    private static final String[] NO_POOLS = {"java.util.concurrent.Executors$",
        "java.util.concurrent.ThreadPerTaskExecutor", "org.springframework.core.task.SimpleAsyncTaskExecutor"};

    /** Classes in which a task is handed over to a pool, so that the thread that does so belongs to no pool. */
    private static final String[] GIVING = {"java.util.concurrent.ThreadPoolExecutor",
        "java.util.concurrent.ScheduledThreadPoolExecutor", "java.util.concurrent.AbstractExecutorService",
        "java.util.concurrent.Executor"};

    /**
     * The tasks that the current thread runs, innermost first. All classes of the array belong to the platform, so that
     * threads that live long keep nothing else from being unloaded.
     */
    private static final InheritableThreadLocal<Object[]> INHERITED = new InheritableThreadLocal<Object[]>() {
        /** A thread of a pool makes threads for whoever asks it, not for the test that has made itself. */
        @Override
        protected Object[] childValue(Object[] entry) {
            try {
                if (entry == null || RUNNING.get() != null) {
                    return entry;
                }
                Object[] told = TOLD.get();
                return told != null && told[GIVEN] != null || !isPool() ? entry : null;
            } catch (Throwable e) {
                return null; // the end of the stack or of the memory
            }
        }
    };
    /** The thread that has set it, to distinguish it from those that inherit it; not inherited. */
    private static final ThreadLocal<Object[]> RUNNING = new ThreadLocal<>();
    /** The entry that a thread works for while it runs nothing itself, once it has learned of one. */
    private static final ThreadLocal<Object[]> TOLD = new ThreadLocal<>();
    /** The tasks that are handed over. */
    private static final Tasks TASKS = new Tasks();

    /** The places in an entry: its number in an array, its key, the entry around it; whether the host was sought. */
    private static final int NUMBER = 0;
    private static final int KEY = 1;
    private static final int OUTER = 2;
    private static final int LOOKED = 3;
    /**
     * The places in what a thread has learned: the entry, whether that is known, whether a pool has said it, and the
     * sections in which it counts.
     */
    private static final int ENTRY = 0;
    private static final int KNOWN = 1;
    private static final int GIVEN = 2;
    private static final int SECTIONS = 3;

    private final boolean begins;

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
        Object[] entry = {number, key, outer, null};
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
     * Says for whom the current thread works, when it counts for the first time in a package. It runs in the middle of
     * the program, and never throws.
     *
     * @param section the counters of that package
     * @return the number of the test or class that it runs, that has made it, or whose task it runs; 0 where that is
     *     not known
     */
    @SuppressWarnings("unchecked")
    static long of(Section section) {
        try {
            Object[] told = told();
            ArrayList<Object> sections = (ArrayList<Object>) told[SECTIONS];
            if (sections != null && !sections.contains(section)) {
                sections.add(section);
            }
            return number(current(told));
        } catch (Throwable e) {
            return 0; // the end of the stack or of the memory
        }
    }

    /**
     * Says for whom the current thread works.
     *
     * @return the number of the test or class, as {@link #of}
     */
    static long number() {
        return number(current(told()));
    }

    /**
     * Makes what pools call.
     *
     * @param begins whether it is for tasks that begin, on the current thread; or else for tasks that pools are given
     */
    Origin(boolean begins) {
        this.begins = begins;
    }

    /**
     * Receives what pools report: see {@link Pools}. It runs in the middle of the program, and never throws.
     *
     * @param pool the pool
     * @param task the task
     */
    @Override
    public void accept(Object pool, Object task) {
        try {
            if (task == null) {
                return; // the pool throws an exception
            }
            if (begins) {
                Object[] entry = TASKS.begin(pool, task);
                begin(entry == null || isPool(task.getClass().getName()) ? null : entry);
            } else {
                TASKS.give(pool, task, giver());
            }
        } catch (Throwable e) {
            // the end of the stack or of the memory: the task has no owner
        }
    }

    /** Returns for whom the current thread hands over a task. The recorder has to know all that counts by then. */
    private static Object[] giver() {
        Object[] entry = current(told());
        if (entry != null && entry[LOOKED] == null) {
            entry[LOOKED] = Boolean.TRUE;
            Recorder.look();
        }
        return entry;
    }

    /** Lets the current thread, one of a pool, work for another one. */
    private static void begin(Object[] entry) {
        Object[] told = told();
        if (told[GIVEN] != null && told[ENTRY] == entry) {
            return;
        }
        told[ENTRY] = entry;
        told[KNOWN] = Boolean.TRUE;
        told[GIVEN] = Boolean.TRUE;
        if (entry == null) {
            INHERITED.remove();
        } else {
            INHERITED.set(entry);
        }
        if (told[SECTIONS] == null) {
            told[SECTIONS] = new ArrayList<Object>();
        }
        for (Object section : (ArrayList<?>) told[SECTIONS]) {
            ((Section) section).turn(Thread.currentThread(), number(entry));
        }
    }

    private static Object[] told() {
        Object[] told = TOLD.get();
        if (told == null) {
            told = new Object[] {null, null, null, Pools.isReporting() ? new ArrayList<Object>() : null};
            TOLD.set(told);
        }
        return told;
    }

    /** Returns the entry for which the current thread works; null where that is not known. */
    private static Object[] current(Object[] told) {
        Object[] running = RUNNING.get();
        if (running != null) {
            return running;
        }
        if (told[KNOWN] == null) {
            Object[] entry = INHERITED.get();
            told[ENTRY] = entry == null || isPool() ? null : entry;
            told[KNOWN] = Boolean.TRUE;
        }
        return (Object[]) told[ENTRY];
    }

    private static long number(Object[] entry) {
        return entry == null ? 0 : ((long[]) entry[NUMBER])[0];
    }

    /** Reports whether a task of a pool works for others itself: by its class, or as it is a test framework's. */
    private static boolean isPool(String task) {
        return starts(task, FRAMEWORKS)
                || !task.startsWith("java.util.concurrent.") && !task.contains("$$Lambda") && holds(task, POOLS);
    }

    /** Reports whether the current thread works for whoever asks it, by the names of what it runs. */
    private static boolean isPool() {
        boolean pool = false;
        boolean giving = true;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            giving = giving && (name.startsWith("jprof.tests.")
                    || starts(name, GIVING) && !frame.getMethodName().startsWith("run"));
            if (giving) {
                continue;
            }
            if (starts(name, FRAMEWORKS) && holds(name, OWN)) {
                return false;
            }
            pool |= !starts(name, NO_POOLS) && holds(name, POOLS);
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
