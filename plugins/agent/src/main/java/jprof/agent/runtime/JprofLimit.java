package jprof.agent.runtime;

/** The limit of contexts, and the place of counts beyond it. */
public final class JprofLimit {

    /** The bytes of a context without its slots, with its place in JprofNumbers, and of the head of an array. */
    private static final int NODE = 84;
    private static final int ARRAY = 16;
    /** More slots than any method has: code has at most 65,535 bytes. */
    private static final int SLOTS = 1 << 16;

    /** The slots of all nodes that nobody reads. */
    private static final long[] WASTE = new long[SLOTS];
    /** The context of threads that do not record: it is its own child. */
    static final JprofNode OFF = sink(JprofNumbers.OFF);
    /** The context of calls that there was no memory for. Threads may lose some of its calls. */
    public static final JprofNode LOST = sink(JprofNumbers.LOST);

    /** A method that is on the stack already is its own context there. */
    static boolean folded;
    /** The number of slots of each method. */
    private static volatile int[] slots = new int[1 << 10];
    /** The first ID that no method has. */
    private static int free;
    /** The limit, in contexts and in bytes. */
    private static int maxNodes = Integer.MAX_VALUE;
    private static long maxBytes = Long.MAX_VALUE;
    /** The number of contexts. */
    private static int nodes;
    private static long bytes;

    private JprofLimit() {
    }

    private static JprofNode sink(int number) {
        JprofNode n = new JprofNode(JprofNode.SINK, WASTE, null);
        n.number = number;
        return n;
    }

    /**
     * Sets the limits, before the first context is made.
     *
     * @param contexts the number of contexts
     * @param memory the bytes that they may have
     * @param fold whether recursion is folded
     */
    public static void set(int contexts, long memory, boolean fold) {
        maxNodes = contexts;
        maxBytes = memory;
        folded = fold;
    }

    /**
     * Says how many slots methods have, before they run.
     *
     * @param ids the IDs of the methods
     * @param counts their slots, in the same order
     */
    public static synchronized void register(int[] ids, int[] counts) {
        int end = 0;
        for (int i = 0; i < ids.length; i++) {
            end = Math.max(end, ids[i] + 1);
        }
        free = Math.max(free, end);
        int[] known = slots;
        if (end > known.length) {
            int[] more = new int[Math.max(end, 2 * known.length)];
            System.arraycopy(known, 0, more, 0, known.length);
            known = more;
        }
        for (int i = 0; i < ids.length; i++) {
            known[ids[i]] = counts[i];
        }
        slots = known;
    }

    /**
     * Returns the first ID that no method has. Recordings that come one after the other share no IDs: a thread may be
     * about to enter a method as the one before has woven it.
     *
     * @return the ID
     */
    public static synchronized int free() {
        return free;
    }

    /** Forgets all contexts: the recording has ended. */
    static void forget() {
        synchronized (WASTE) {
            nodes = 0;
            bytes = 0;
        }
        LOST.calls = 0;
    }

    /**
     * Returns the number of slots of a method.
     *
     * @param id its ID
     * @return the number
     */
    static int slots(int id) {
        return id < 0 ? 0 : slots[id];
    }

    /**
     * Asks for room for a context.
     *
     * @param size the number of its slots
     * @return whether there is some
     */
    static boolean grant(int size) {
        if (nodes >= maxNodes || bytes >= maxBytes) {
            return false;
        }
        JprofCurrent.pin();
        try {
            synchronized (WASTE) {
                if (nodes >= maxNodes || bytes >= maxBytes) {
                    return false;
                }
                nodes++;
                bytes += NODE + (size == 0 ? 0 : ARRAY + 8L * size);
                return true;
            }
        } finally {
            JprofCurrent.unpin();
        }
    }

    /**
     * Gives the room of a context back.
     *
     * @param n the context, which nobody uses any more
     */
    static void release(JprofNode n) {
        synchronized (WASTE) {
            nodes--;
            bytes -= NODE + (n.slots == null ? 0 : ARRAY + 8L * n.slots.length);
        }
    }

    /**
     * Returns the number of contexts.
     *
     * @return the number
     */
    public static int nodes() {
        return nodes;
    }
}
