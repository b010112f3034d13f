package jprof.tests;

/** Says whose counts are, before and after what happens now. */
final class Owners {

    private final State before;
    private final State after;

    Owners(State before, State after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Reports whether all threads count for one owner.
     *
     * @param earlier whether it is asked for the time before
     * @return whether they do
     */
    boolean single(boolean earlier) {
        return (earlier ? before : after).single;
    }

    /**
     * Reports whether nothing happens now but that all is to be taken: the JVM ends.
     *
     * @return whether before and after are the same
     */
    boolean isLast() {
        return before == after;
    }

    /**
     * Returns whose counts those of a thread were.
     *
     * @param thread the thread; or null
     * @param origin where it comes from: see {@link Origin}
     * @return the owner
     */
    long before(Thread thread, long origin) {
        return before.owner(thread, origin);
    }

    /**
     * Returns whose counts those of a thread are from now on.
     *
     * @param thread the thread; or null
     * @param origin where it comes from
     * @return the owner
     */
    long after(Thread thread, long origin) {
        return after.owner(thread, origin);
    }
}
