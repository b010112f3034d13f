package jprof.tests;

import java.lang.ref.WeakReference;

/** The counters of one thread at a time in one helper class, and what was taken of them. */
final class Row {

    /** What the threads count in. */
    final long[] now;
    /** What was taken. */
    final long[] taken;
    /** The place of its thread in the table when it was last looked for. */
    int place;
    /** The thread that it had at the end of the last interval with several tests, if that may still count. */
    WeakReference<Thread> last;
    /** Where that thread came from. */
    long origin;
    /** Whether its thread had ended when it was last compared: it changes only after it was given to another one. */
    boolean idle;
    /** How often it had been given to a thread by then. */
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
