package jprof.tests;

import java.lang.ref.WeakReference;

/** The counters of one thread at a time in one helper class, and what was taken of them. */
final class Row {

    /** The counters of the threads. */
    final long[] now;
    /** The counts that were taken. */
    final long[] taken;
    /** The place of its thread in the table when it was last looked for. */
    int place;
    /** The thread that it had at the end of the last interval with several tests, if that may still count. */
    WeakReference<Thread> last;
    /** The origin of that thread. */
    long origin;
    /** Its thread had ended when it was last compared: it changes only after it was given to another one. */
    boolean idle;
    /** The number of times that it had been given to a thread by then. */
    long claims;

    /**
     * Begins with a row of which nothing was taken.
     *
     * @param now the row
     * @param n the number of counters
     */
    Row(long[] now, int n) {
        this.now = now;
        taken = new long[n];
    }
}
