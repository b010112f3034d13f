package jprof.agent.runtime;

/** The contexts of a thread. When the thread has ended, the next one of that name goes on in it. */
public final class JprofTree {

    /** The name of its threads, digits replaced. */
    public final String name;
    /** The root; it has no counts. */
    public final JprofNode root = new JprofNode(JprofNode.ROOT, null, null);
    /** The root of the nodes of methods that were called beyond the limit. */
    public final JprofNode beyond = new JprofNode(JprofNode.BEYOND, null, null);

    /**
     * Makes an empty tree.
     *
     * @param name the name of its threads
     */
    JprofTree(String name) {
        this.name = name;
        JprofNumbers.add(root);
    }

    /** Makes an empty tree that no thread uses. */
    private JprofTree() {
        name = "";
    }

    /**
     * Adds up what was called beyond the limit.
     *
     * @param trees all trees; threads go on in them
     * @return a tree of the sums
     */
    public static JprofTree sum(JprofTree[] trees) {
        JprofTree sum = new JprofTree();
        for (int i = 0; i < trees.length; i++) {
            JprofWalk walk = new JprofWalk(trees[i].beyond);
            for (JprofNode n = walk.next(); n != null; n = walk.next()) {
                sum.beyond.added(n);
            }
        }
        return sum;
    }

    /** Forgets all contexts: the recording has ended. */
    void drop() {
        root.drop();
        beyond.drop();
    }

    /**
     * Joins another tree into this one. No thread uses either of them.
     *
     * @param other the tree, which is not used any more
     */
    void join(JprofTree other) {
        join(root, other.root, true);
        join(beyond, other.beyond, false);
        JprofNumbers.remove(other.root);
    }

    /**
     * Adds the counts of all nodes below one to those of another tree.
     *
     * @param to the root to add to
     * @param from the root of what is added
     * @param granted whether its nodes have room that is given back
     */
    private static void join(JprofNode to, JprofNode from, boolean granted) {
        JprofWalk walk = new JprofWalk(from);
        JprofNode[] path = {to};
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            int depth = walk.depth();
            if (depth >= path.length) {
                JprofNode[] longer = new JprofNode[2 * depth];
                System.arraycopy(path, 0, longer, 0, path.length);
                path = longer;
            }
            path[depth] = path[depth - 1].joined(n, granted);
        }
    }
}
