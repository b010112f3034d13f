package jprof.agent.record;

import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofRare;

/**
 * The counts of the contexts on the path of a thread, as they were when its stack was read. The thread may go on, from
 * sleep for example, and count in the methods that it is in.
 */
final class Held {

    /** The contexts, by their depth; the root has depth 0. */
    private final JprofNode[] nodes;
    private final long[] calls;
    private final long[][] slots;
    private final JprofRare[] rare;

    /**
     * Copies counts.
     *
     * @param current the current context of the thread
     * @param depth its depth
     */
    Held(JprofNode current, int depth) {
        nodes = new JprofNode[depth + 1];
        calls = new long[depth + 1];
        slots = new long[depth + 1][];
        rare = new JprofRare[depth + 1];
        for (JprofNode n = current; depth > 0; n = n.caller, depth--) {
            nodes[depth] = n;
            calls[depth] = n.calls;
            slots[depth] = n.slots == null ? null : n.slots.clone();
            rare[depth] = n.rare == null ? null : n.rare.copy();
        }
    }

    /**
     * Reports whether it has the counts of a context.
     *
     * @param n the context
     * @param depth its depth
     * @return whether it has
     */
    boolean has(JprofNode n, int depth) {
        return depth < nodes.length && nodes[depth] == n;
    }

    /**
     * Returns the calls of a context that it has.
     *
     * @param depth the depth of the context
     * @return how often its method was entered
     */
    long calls(int depth) {
        return calls[depth];
    }

    /**
     * Returns the slots of a context that it has.
     *
     * @param depth the depth of the context
     * @return its slots, or null
     */
    long[] slots(int depth) {
        return slots[depth];
    }

    /**
     * Returns what few contexts have.
     *
     * @param depth the depth of the context
     * @return it, or null
     */
    JprofRare rare(int depth) {
        return rare[depth];
    }
}
