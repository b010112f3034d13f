package jprof.agent.runtime;

/**
 * Replaces JprofCurrent in an instrumented java.base: the record of a thread is in a field of java.lang.Thread.
 *
 * <p>The JVM runs its first methods before there is a thread, and before java.lang.Thread may be initialised. So
 * nothing here refers to either until the agent starts.
 */
final class JprofPatched {

    /** The record of all threads before the agent starts, and of threads that begin or have ended. */
    private static final JprofThread OFF = JprofThread.silent();

    /** The agent has started. It is @Stable at run time: once it is true, compilers take it as constant. */
    private static boolean on;

    private JprofPatched() {
    }

    /**
     * Says whether java.base is instrumented.
     *
     * @return true
     */
    static boolean patched() {
        return true;
    }

    /** Starts recording, in all threads. */
    static void start() {
        on = true;
    }

    /**
     * Finds the record of the current thread.
     *
     * @return the record, made if there was none
     */
    static JprofThread thread() {
        if (!on) {
            return OFF;
        }
        Thread t = Thread.currentThread();
        JprofThread record = JprofField.get(t);
        return record != null ? record : JprofThreads.enter(t);
    }

    /**
     * Reports whether a thread has woven code. The JDK is woven, so each has.
     *
     * @param t the current thread
     * @return true
     */
    static boolean known(Thread t) {
        return true;
    }

    /**
     * Keeps woven code off {@link JprofThreads#enter} while that makes the record of a thread, or for good.
     *
     * @param t a thread
     */
    static void hold(Thread t) {
        JprofField.set(t, OFF);
    }

    /**
     * Ends what {@link #hold} has begun, without a record.
     *
     * @param t the current thread
     */
    static void release(Thread t) {
        JprofField.set(t, null);
    }

    /**
     * Keeps a virtual thread on its carrier, before it takes a lock of the runtime. Since JDK 24 one that waits for a
     * monitor leaves its carrier, and the monitor is kept for it. The code of the JDK that brings it back is recorded
     * as well, and would wait for that monitor.
     */
    static void pin() {
        JprofField.pin();
    }

    /** Ends what {@link #pin} has begun. */
    static void unpin() {
        JprofField.unpin();
    }

    /**
     * Ends the record of a thread.
     *
     * @param t the current thread, which ends
     */
    static void end(Thread t) {
        JprofThread record = JprofField.get(t);
        if (record != null) {
            JprofField.set(t, OFF);
            record.end();
        }
    }

    /**
     * Makes a record.
     *
     * @param t the thread
     * @param virtual whether it is a virtual thread
     * @return the record
     */
    static JprofThread record(Thread t, boolean virtual) {
        return new JprofThread();
    }

    /**
     * Makes a record that of a thread.
     *
     * @param t the current thread
     * @param record what {@link #thread} returns from now on
     */
    static void set(Thread t, JprofThread record) {
        JprofField.set(t, record);
    }

    /**
     * Forgets the thread of a record, as it has ended. The field goes with the thread.
     *
     * @param record its record
     */
    static void forget(JprofThread record) {
    }

    /**
     * Keeps the record of a thread from others. Nobody calls it: see {@link #forget}.
     *
     * @param record the record
     * @param t its thread
     */
    static void leave(JprofThread record, Thread t) {
    }

    /** Forgets all threads. Nobody calls it: the JDK stays instrumented, so its recording has no end. */
    static void forget() {
    }

    /** Forgets threads that have ended. Fields go with the threads. */
    static void clean() {
    }
}
