package jprof.tests;

/** The counts of one owner in one interval. */
final class Counts {

    /** The owners that are no tests; a test or class is its number + 1. */
    static final long OUTSIDE = 0;
    static final long SHARED = 1;

    /** Whose counts they are. */
    long owner;
    /** The number of sections. */
    int sections;
    /** The sections: number, counters, and for each a gap and a count. */
    final Bytes bytes = new Bytes();

    /**
     * Prepares it for another owner.
     *
     * @param next the owner
     */
    void clear(long next) {
        owner = next;
        sections = 0;
        bytes.clear();
    }
}
