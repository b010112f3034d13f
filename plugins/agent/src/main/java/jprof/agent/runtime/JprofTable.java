package jprof.agent.runtime;

/** The children of a context that has many: a hash table with open addressing. One thread writes, others may read. */
public final class JprofTable {

    /** The children. The length is a power of two; at least a quarter of the places is null. */
    public final JprofNode[] nodes;
    /** The number of entries. */
    private int size;

    /**
     * Makes a table.
     *
     * @param length the number of places, a power of two
     */
    JprofTable(int length) {
        nodes = new JprofNode[length];
    }

    /**
     * Returns the first place where a child may be: its last bits, as many as the length takes.
     *
     * @param id the ID of its method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the number
     */
    static int hash(int id, int site) {
        int hash = id * 0x9E3779B9 + site * 0x85EBCA6B;
        return hash ^ hash >>> 16;
    }

    /**
     * Finds a child.
     *
     * @param id the ID of its method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the child, null if there is none
     */
    JprofNode get(int id, int site) {
        int last = nodes.length - 1;
        for (int at = hash(id, site) & last; ; at = at + 1 & last) {
            JprofNode n = nodes[at];
            if (n == null || n.method == id && n.site() == site) {
                return n;
            }
        }
    }

    /**
     * Reports whether there is no room for another child.
     *
     * @return whether there is none
     */
    boolean full() {
        return size >= nodes.length / 4 * 3;
    }

    /**
     * Makes a table with more room.
     *
     * @return the table, with the same children
     */
    JprofTable larger() {
        JprofTable table = new JprofTable(2 * nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] != null) {
                table.put(nodes[i]);
            }
        }
        return table;
    }

    /**
     * Adds a child that is not there.
     *
     * @param n the child
     */
    void put(JprofNode n) {
        int at = hash(n.method, n.site()) & nodes.length - 1;
        while (nodes[at] != null) {
            at = at + 1 & nodes.length - 1;
        }
        size++; // before: an error of the stack in between wastes a place, and no more
        nodes[at] = n;
    }
}
