package jprof.tests;

/** Gets what was counted in one interval, by owner. */
interface Deltas {

    /**
     * Returns what gets the counts of an owner.
     *
     * @param owner a test, or another: see {@link Counts}
     * @return what gets them
     */
    Delta of(long owner);
}
