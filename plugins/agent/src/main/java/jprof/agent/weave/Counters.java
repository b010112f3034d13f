package jprof.agent.weave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the edges that are counted: those outside of a spanning tree of blocks and an outer node, so that the others
 * follow because what enters a block leaves it (Knuth 1973). The tree has the edges that are taken most, as far as can
 * be seen, so that counters stand where little happens. Edges to the outer node cannot be counted (a return, a throw,
 * an exception out of a call that no handler covers) and are in the tree.
 */
final class Counters {

    private Counters() {
    }

    /**
     * Finds the edges to count.
     *
     * @param exits the blocks with an edge to the outer node
     * @param fast what leaves a block may be less than what enters it, as exceptions are not counted: the tree leads
     *     from each block by at most one edge, so that all follows from what enters blocks, as an upper bound
     */
    static List<Blocks.Edge> choose(Blocks blocks, boolean[] exits, boolean fast) {
        boolean[] left = exits.clone();
        int outer = blocks.count();
        int[] parent = new int[outer + 1];
        for (int i = 0; i <= outer; i++) {
            parent[i] = i;
        }
        for (int i = 0; i < outer; i++) {
            if (exits[i]) {
                parent[i] = outer;
            }
        }
        List<Blocks.Edge> sorted = new ArrayList<>(blocks.edges);
        Collections.sort(sorted, new Comparator<Blocks.Edge>() {
            @Override
            public int compare(Blocks.Edge x, Blocks.Edge y) {
                return Long.compare(y.weight, x.weight);
            }
        });
        List<Blocks.Edge> counted = new ArrayList<>();
        for (Blocks.Edge edge : sorted) {
            int from = root(parent, edge.from);
            int to = root(parent, edge.to);
            if (from == to || fast && left[edge.from]) {
                counted.add(edge);
            } else {
                parent[from] = to;
                left[edge.from] = true;
            }
        }
        return counted;
    }

    private static int root(int[] parent, int node) {
        int n = node;
        while (parent[n] != n) {
            parent[n] = parent[parent[n]];
            n = parent[n];
        }
        return n;
    }
}
