package jprof.tests;

/** Gets what was counted in one interval. */
interface Delta {

    /**
     * Adds counts.
     *
     * @param counter the number of the counter in its section
     * @param count how often it has counted
     */
    void add(int counter, long count);
}
