package jprof.agent.runtime;

/** A walk through a tree, parents first, which needs no stack of calls and stops no thread. */
public final class JprofWalk {

    /** The remaining children at each depth: a node of a list, or a table. */
    private Object[] left = new Object[64];
    /** The next place of each table. */
    private int[] places = new int[64];
    /** The depth of the node that was returned last; its children come next. */
    private int depth;
    /** The node that was returned last. */
    private JprofNode last;
    /** The nodes below it are skipped. */
    private boolean skipped;

    /**
     * Begins a walk.
     *
     * @param root the root, which is not returned
     */
    public JprofWalk(JprofNode root) {
        last = root;
    }

    /**
     * Returns the next node.
     *
     * @return the node, null at the end
     */
    public JprofNode next() {
        if (depth == left.length) {
            Object[] moreLeft = new Object[2 * depth];
            System.arraycopy(left, 0, moreLeft, 0, depth);
            left = moreLeft;
            int[] morePlaces = new int[2 * depth];
            System.arraycopy(places, 0, morePlaces, 0, depth);
            places = morePlaces;
        }
        left[depth] = skipped ? null : last.children;
        places[depth] = 0;
        skipped = false;
        for (int at = depth; at >= 0; at--) {
            JprofNode n = take(at);
            if (n != null) {
                depth = at + 1;
                last = n;
                return n;
            }
        }
        return null;
    }

    /** Skips the nodes below the last one. */
    public void skip() {
        skipped = true;
    }

    /**
     * Takes the next child.
     *
     * @param at the depth of its parent
     * @return the child, null if there is no other
     */
    private JprofNode take(int at) {
        if (left[at] instanceof JprofTable) {
            JprofNode[] nodes = ((JprofTable) left[at]).nodes;
            while (places[at] < nodes.length) {
                JprofNode n = nodes[places[at]++];
                if (n != null) {
                    return n;
                }
            }
            return null;
        }
        JprofNode n = (JprofNode) left[at];
        left[at] = n == null ? null : n.next;
        return n;
    }

    /**
     * Returns the depth of the last node.
     *
     * @return its depth; the children of the root have 1
     */
    public int depth() {
        return depth;
    }
}
