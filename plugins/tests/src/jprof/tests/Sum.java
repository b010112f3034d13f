package jprof.tests;

import java.util.Arrays;

/** The counts of one owner in one section, in one interval. */
final class Sum implements Delta {

    /** Whose counts they are. */
    final long owner;
    /** The counters, in the order in which they came, and their counts. */
    private int[] counters = new int[16];
    private long[] counts = new long[16];
    private int size;

    Sum(long owner) {
        this.owner = owner;
    }

    @Override
    public void add(int counter, long count) {
        if (size == counters.length) {
            sort();
            if (size > counters.length / 2) {
                counters = Arrays.copyOf(counters, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
        }
        counters[size] = counter;
        counts[size++] = count;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /**
     * Appends what there is to the counts of its owner, and forgets it.
     *
     * @param section the number of the section
     * @param to the counts of the owner
     */
    void moveTo(int section, Counts to) {
        sort();
        to.sections++;
        to.bytes.uvarint(section);
        to.bytes.uvarint(size);
        int last = 0;
        for (int i = 0; i < size; i++) {
            to.bytes.uvarint(counters[i] - last);
            to.bytes.uvarint(counts[i]);
            last = counters[i];
        }
        size = 0;
    }

    /**
     * Adds what there is to another one.
     *
     * @param to the other one
     */
    void addTo(Delta to) {
        for (int i = 0; i < size; i++) {
            to.add(counters[i], counts[i]);
        }
    }

    /**
     * Subtracts what there is.
     *
     * @param sums the counters of the section
     */
    void subtractFrom(long[] sums) {
        for (int i = 0; i < size; i++) {
            sums[counters[i]] -= counts[i];
        }
    }

    /** Sorts by counter, and adds up the counts of equal ones: several threads have counted. */
    private void sort() {
        boolean sorted = true;
        for (int i = 1; i < size && sorted; i++) {
            sorted = counters[i - 1] < counters[i];
        }
        if (sorted) {
            return;
        }
        long[] order = new long[size];
        for (int i = 0; i < size; i++) {
            order[i] = (long) counters[i] << 32 | i;
        }
        Arrays.sort(order);
        int[] sortedCounters = new int[size];
        long[] sums = new long[size];
        int n = 0;
        for (long o : order) {
            int counter = (int) (o >> 32);
            if (n == 0 || sortedCounters[n - 1] != counter) {
                sortedCounters[n++] = counter;
            }
            sums[n - 1] += counts[(int) o];
        }
        counters = sortedCounters;
        counts = sums;
        size = n;
    }
}
