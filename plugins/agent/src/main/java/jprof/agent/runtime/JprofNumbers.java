package jprof.agent.runtime;

/**
 * The contexts by number. A thread notes the number of its context and not the context itself: each method stores it
 * twice, and the G1 collector has a store of a reference wait for all stores before, where both objects are old.
 */
public final class JprofNumbers {

    /** Those of the contexts that record nothing, which there are while the JVM boots: see JprofLimit. */
    static final int OFF = -1;
    static final int LOST = -2;
    /** The context of all numbers of recordings that have ended. Frames of these may still make them current. */
    private static final JprofNode STALE = new JprofNode(JprofNode.GONE, null, null);
    /** A part of what there is beyond the table has so many contexts. */
    private static final int BITS = 15;

    /** The contexts beyond the table. Their numbers are negative: without the sign, part and place. */
    private static final JprofNode[][] MORE = new JprofNode[1 << BITS][];
    /** The first number that was never used. 0 is that of no context. */
    private static int next = 1;
    /** Numbers to use again. */
    private static int[] free = new int[64];
    private static int frees;
    /** The contexts while the {@link JprofBarrier} is shut, else null. */
    private static JprofNode[] kept;
    private static JprofNode[][] keptMore;

    private JprofNumbers() {
    }

    /** Makes the table. It is large, and its length is found by code of the JDK, which may be woven. */
    static void start() {
        Table.NODES[0] = null;
    }

    /**
     * Returns the context of a number.
     *
     * @param number the number
     * @return the context
     */
    static JprofNode get(int number) {
        return number >= 0 ? Table.NODES[number & Table.LAST] : far(number);
    }

    /**
     * Returns the context of a number that is not one of the table.
     *
     * @param number the number, below 0
     * @return the context
     */
    static JprofNode far(int number) {
        if (number >= LOST) {
            return number == OFF ? JprofLimit.OFF : JprofLimit.LOST;
        }
        return MORE[part(number)][place(number)];
    }

    /**
     * Returns the context that another thread is in, whether or not the barrier is shut.
     *
     * @param number the number that was read from its record
     * @return the context
     */
    public static JprofNode of(int number) {
        JprofCurrent.pin();
        try {
            synchronized (MORE) {
                JprofNode n = get(number);
                return n != JprofBarrier.SHUT ? n : number >= 0 ? kept[number] : keptMore[part(number)][place(number)];
            }
        } finally {
            JprofCurrent.unpin();
        }
    }

    private static int part(int number) {
        return (number & Integer.MAX_VALUE) >>> BITS;
    }

    private static int place(int number) {
        return number & (1 << BITS) - 1;
    }

    private static void put(int number, JprofNode n) {
        JprofNode found = kept == null || n == null ? n : JprofBarrier.SHUT;
        if (number >= 0) {
            Table.NODES[number] = found;
            if (kept != null) {
                kept[number] = n;
            }
        } else {
            MORE[part(number)][place(number)] = found;
            if (kept != null) {
                keptMore[part(number)][place(number)] = n;
            }
        }
    }

    /** Has all threads find the barrier in the place of their contexts. */
    static void shut() {
        synchronized (MORE) {
            int parts = next >>> BITS;
            JprofNode[][] more = new JprofNode[MORE.length][];
            JprofNode[] nodes = copy(Table.NODES);
            for (int i = 0; i <= parts && i < more.length; i++) {
                more[i] = MORE[i] == null ? null : copy(MORE[i]);
            }
            kept = nodes;
            keptMore = more;
            swap(nodes, Table.NODES, JprofBarrier.SHUT);
            for (int i = 0; i < more.length; i++) {
                swap(more[i], MORE[i], JprofBarrier.SHUT);
            }
        }
    }

    /** Ends what {@link #shut} has begun. */
    static void open() {
        synchronized (MORE) {
            if (kept == null) {
                return; // there was no memory to shut it
            }
            swap(kept, Table.NODES, null);
            for (int i = 0; i < keptMore.length; i++) {
                swap(keptMore[i], MORE[i], null);
            }
            kept = null;
            keptMore = null;
        }
    }

    /** Forgets all contexts. Their numbers are never used again: frames that still run have some of them. */
    static void forget() {
        synchronized (MORE) {
            for (int i = 1; i < next && i <= Table.LAST; i++) {
                Table.NODES[i] = STALE;
            }
            if (next > Table.LAST) {
                JprofNode[] stale = new JprofNode[1 << BITS];
                for (int i = 0; i < stale.length; i++) {
                    stale[i] = STALE;
                }
                next = (part(next) + 1) << BITS;
                for (int i = 0; i < part(next) && i < MORE.length; i++) {
                    MORE[i] = MORE[i] == null ? null : stale;
                }
            }
            frees = 0;
        }
    }

    private static JprofNode[] copy(JprofNode[] nodes) {
        JprofNode[] copy = new JprofNode[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            copy[i] = nodes[i];
        }
        return copy;
    }

    /**
     * Puts contexts, or the barrier, where threads find them.
     *
     * @param nodes the contexts, or null
     * @param table where threads look
     * @param barrier what takes their place, or null
     */
    private static void swap(JprofNode[] nodes, JprofNode[] table, JprofNode barrier) {
        for (int i = 0; nodes != null && i < nodes.length; i++) {
            if (nodes[i] != null) {
                table[i] = barrier == null ? nodes[i] : barrier;
            }
        }
    }

    /**
     * Gives a number to a context.
     *
     * @param n the context, which has none
     * @return the context
     */
    static JprofNode add(JprofNode n) {
        JprofCurrent.pin();
        try {
            synchronized (MORE) {
                int number = frees > 0 ? free[frees - 1] : next;
                if (frees == 0 && next > Table.LAST) {
                    int part = next >>> BITS;
                    if (part >= MORE.length) {
                        throw new OutOfMemoryError("too many contexts");
                    }
                    if (MORE[part] == null) {
                        MORE[part] = new JprofNode[1 << BITS];
                    }
                    if (kept != null && keptMore[part] == null) {
                        keptMore[part] = new JprofNode[1 << BITS];
                    }
                    number = next | Integer.MIN_VALUE;
                }
                put(number, n);
                n.number = number;
                if (frees > 0) {
                    frees--;
                } else {
                    next++;
                }
            }
        } finally {
            JprofCurrent.unpin();
        }
        return n;
    }

    /**
     * Takes the number of a context away.
     *
     * @param n the context, which is nobody's any more
     */
    static void remove(JprofNode n) {
        synchronized (MORE) {
            put(n.number, null);
            if (frees == free.length) {
                int[] more;
                try {
                    more = new int[2 * frees];
                } catch (OutOfMemoryError e) {
                    return; // the number is not used again
                }
                for (int i = 0; i < frees; i++) {
                    more[i] = free[i];
                }
                free = more;
            }
            free[frees++] = n.number;
        }
    }

    /**
     * Gives the number of a context to the one that takes its place.
     *
     * @param n the context, which is nobody's any more
     * @param by the one that has no number
     */
    static void replace(JprofNode n, JprofNode by) {
        synchronized (MORE) {
            put(n.number, by);
            by.number = n.number;
        }
    }

    /**
     * The table of most contexts. A thread reads those of its tree only. It has made them itself, or has got them under
     * a lock, so that it needs none here. Compilers take the table and its length as constants.
     */
    static final class Table {

        /** The most contexts, and the least. */
        private static final int MOST = 1 << 21;
        private static final int LEAST = 1 << 14;
        /** The bytes of the heap for each: an eighth of the heap is the limit for contexts. */
        private static final int HEAP = 512;

        static final JprofNode[] NODES = new JprofNode[length()];
        /** The last number: its bits are all 1. */
        static final int LAST = NODES.length - 1;

        private Table() {
        }

        private static int length() {
            long wanted = Runtime.getRuntime().maxMemory() / HEAP;
            int length = LEAST;
            while (length < MOST && length < wanted) {
                length <<= 1;
            }
            return length;
        }
    }
}
