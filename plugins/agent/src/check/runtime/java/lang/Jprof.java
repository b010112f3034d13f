package java.lang;

import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods that woven code calls, as simple as can be: the check of the weaver must not depend on the agent's own.
 */
public final class Jprof {

    /** Cuts that could not be counted. */
    public static int lost;
    /** Visits of an agent that asks for one in each 1000 bytecodes. */
    public static int visits;
    /** The records of all threads. */
    public static final ConcurrentHashMap<Thread, JprofThread> ALL = new ConcurrentHashMap<>();
    /** The number of slots and of points by ID of method. */
    public static final int[] SLOTS = new int[1 << 20];
    public static final int[] POINTS = new int[1 << 20];

    private Jprof() {
    }

    public static JprofThread thread() {
        return JprofCurrent.other(Thread.currentThread());
    }

    public static void poll(JprofThread thread, JprofNode node) {
        if (thread.budget <= 0) {
            visits++;
            thread.budget = 1000;
        }
    }

    public static void multi(Object array, int dims, long[] slots, int at) {
        slots[at] += java.lang.reflect.Array.getLength(array);
        if (dims > 1) {
            for (Object element : (Object[]) array) {
                multi(element, dims - 1, slots, at + 1);
            }
        }
    }

    public static void copied(Object array, int length, long[] slots, int basic, int refs) {
        slots[array instanceof Object[] ? refs : basic] += length;
    }

    public static void made(JprofNode node, int instruction, Object made) {
        node.made.add(instruction + " " + made.getClass().getName());
    }
}
