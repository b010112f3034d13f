package jprof.agent.runtime;

import java.lang.ref.WeakReference;

/**
 * Finds the record of the current thread where java.lang.Thread has no field for it: three threads by comparing, which
 * compilers make fastest, others in a table by their IDs, and where two threads want the same place by a ThreadLocal.
 * Woven code compares with the first two itself: see Lookup of the weaver.
 */
public final class JprofCurrent {

    /** The places of the table, a power of two. */
    private static final int PLACES = 128;
    /** The records that are found by comparing. */
    public static final JprofThread FIRST = new JprofThread();
    public static final JprofThread SECOND = new JprofThread();
    private static final JprofThread THIRD = new JprofThread();
    /** The threads that were looked for last in each place. */
    private static final Owner[] TABLE = new Owner[PLACES];
    /** All threads but those that are found by comparing. */
    private static volatile ThreadLocal<Owner> all = new ThreadLocal<>();

    /** Their threads, null if the record is free, or the thread does not record. Threads only put themselves there. */
    public static Thread first;
    public static Thread second;
    private static Thread third;
    /** The records that belong to threads: a bit for each of the three. */
    private static int taken;
    /**
     * The threads that had these records in the last recording: their frames still write to them. So nobody else gets
     * them while these threads live.
     */
    private static final WeakReference<?>[] BEFORE = new WeakReference<?>[3];

    private JprofCurrent() {
    }

    /**
     * Says whether java.base is instrumented.
     *
     * @return false: this class is not used there
     */
    static boolean patched() {
        return false;
    }

    /** Starts recording, in all threads. Nothing is woven before. */
    static void start() {
    }

    /** Prepares for taking a lock of the runtime. No code is recorded that a virtual thread needs to go on. */
    static void pin() {
    }

    /** Ends what {@link #pin} has begun. */
    static void unpin() {
    }

    /**
     * Ends the record of a thread. Nobody calls it: threads end without a word.
     *
     * @param t the current thread, which ends
     */
    static void end(Thread t) {
    }

    /**
     * Finds the record of the current thread.
     *
     * @return the record, made if there was none
     */
    static JprofThread thread() {
        Thread t = Thread.currentThread();
        return t == first ? FIRST : t == second ? SECOND : other(t);
    }

    /**
     * Finds the record of a thread that is none of the first two.
     *
     * @param t the current thread
     * @return its record
     */
    public static JprofThread other(Thread t) {
        if (t == third) {
            return THIRD;
        }
        Owner o = TABLE[place(t)];
        return o != null && o.thread == t ? o.record : search(t);
    }

    /**
     * Finds the record of a thread that is not in the table.
     *
     * @param t the current thread
     * @return its record
     */
    private static JprofThread search(Thread t) {
        Owner o = all.get();
        if (o != null && o.thread == t) {
            TABLE[place(t)] = o;
            return o.record;
        }
        return JprofThreads.enter(t);
    }

    /**
     * Returns the place of a thread. The getId of subclasses may be code of the program.
     *
     * @param t a thread
     * @return its place in the table
     */
    private static int place(Thread t) {
        return (t.getClass() == Thread.class ? (int) t.getId() : System.identityHashCode(t)) & PLACES - 1;
    }

    /**
     * Reports whether a thread has a record.
     *
     * @param t the current thread
     * @return whether it has
     */
    static boolean known(Thread t) {
        Owner o = all.get();
        return t == first || t == second || t == third || o != null && o.thread == t;
    }

    /**
     * Keeps woven code off {@link JprofThreads#enter} while that makes the record of a thread. The platform is not
     * woven here.
     *
     * @param t the current thread
     */
    static void hold(Thread t) {
    }

    /**
     * Ends what {@link #hold} has begun, without a record.
     *
     * @param t the current thread
     */
    static void release(Thread t) {
    }

    /**
     * Makes a record, or takes over one of those that are found by comparing. The caller has the lock of JprofThreads.
     *
     * @param t the thread
     * @param virtual whether it is a virtual thread: they come and go
     * @return the record
     */
    static JprofThread record(Thread t, boolean virtual) {
        for (int i = 0; i < BEFORE.length && !virtual; i++) {
            Thread was = BEFORE[i] == null ? null : (Thread) BEFORE[i].get();
            if ((taken & 1 << i) == 0 && (was == null || was == t || !was.isAlive())) {
                BEFORE[i] = null;
                taken |= 1 << i;
                return i == 0 ? FIRST : i == 1 ? SECOND : THIRD;
            }
        }
        return new JprofThread();
    }

    /**
     * Keeps the record of a thread from others in the next recording.
     *
     * @param record the record, or null
     * @param t its thread, null if that is gone
     */
    static void leave(JprofThread record, Thread t) {
        if (t != null && (record == FIRST || record == SECOND || record == THIRD)) {
            BEFORE[record == FIRST ? 0 : record == SECOND ? 1 : 2] = new WeakReference<>(t);
        }
    }

    /** Forgets all threads: the recording has ended. The caller has the lock of JprofThreads. */
    static void forget() {
        all = new ThreadLocal<>();
        first = null;
        second = null;
        third = null;
        taken = 0;
        for (int i = 0; i < PLACES; i++) {
            TABLE[i] = null;
        }
    }

    /**
     * Makes a record that of a thread.
     *
     * @param t the current thread
     * @param record what {@link #thread} returns from now on
     */
    static void set(Thread t, JprofThread record) {
        if (record == FIRST) {
            first = t;
        } else if (record == SECOND) {
            second = t;
        } else if (record == THIRD) {
            third = t;
        } else {
            Owner o = new Owner(t, record);
            all.set(o);
            TABLE[place(t)] = o;
            if (first == t) {
                first = null;
            } else if (second == t) {
                second = null;
            } else if (third == t) {
                third = null;
            }
        }
    }

    /**
     * Forgets the thread of a record, as it has ended. The caller has the lock of JprofThreads.
     *
     * @param record its record
     */
    static void forget(JprofThread record) {
        if (record == FIRST) {
            first = null;
            taken &= ~1;
        } else if (record == SECOND) {
            second = null;
            taken &= ~2;
        } else if (record == THIRD) {
            third = null;
            taken &= ~4;
        }
    }

    /** Forgets threads that have ended, so that they can be collected. */
    static void clean() {
        for (int i = 0; i < PLACES; i++) {
            Owner o = TABLE[i];
            if (o != null && !o.thread.isAlive()) {
                TABLE[i] = null;
            }
        }
    }

    /** A thread and its record. */
    private static final class Owner {

        /** The thread. */
        final Thread thread;
        /** Its record. */
        final JprofThread record;

        /**
         * Joins the two.
         *
         * @param thread the thread
         * @param record its record
         */
        Owner(Thread thread, JprofThread record) {
            this.thread = thread;
            this.record = record;
        }
    }
}
