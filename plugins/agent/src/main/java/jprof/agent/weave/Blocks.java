package jprof.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The blocks of a method and the edges between them. A block starts at instruction 0, at targets of jumps, at handlers,
 * behind jumps, returns and throws, and behind constructor calls that no handler can cover. Whoever reads the counts
 * builds the same blocks from the original class file.
 */
final class Blocks {

    /**
     * Control may go from one block to another, by a jump, by several jumps, by through through, or in several ways.
     */
    static final class Edge {

        final int from;
        final int to;
        /** Control falls through. */
        boolean falls;
        /** The last instruction of the block jumps. */
        boolean jumps;
        /** An estimate of how often control goes here. */
        long weight;

        Edge(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    final Code code;
    /** The first instruction of each block; the one behind the last block's end is added. */
    final int[] first;
    /** The block of each instruction. */
    final int[] of;
    final List<Edge> edges = new ArrayList<>();
    /** Edges by block: how many leave it, how many reach it. */
    final int[] leaving;
    final int[] reaching;
    /** Blocks that exceptions may enter. */
    final boolean[] handler;
    /** Blocks that a jump backwards reaches. */
    final boolean[] loop;

    /**
     * Finds the blocks.
     *
     * @param passed marks the instructions that end a block because no handler covers them
     */
    Blocks(Code code, boolean[] passed) {
        this.code = code;
        int size = code.size();
        boolean[] leader = code.handlers();
        boolean[] handlers = leader.clone();
        leader[0] = true;
        for (int i = 0; i < size; i++) {
            LabelNode[] targets = Code.targets(code.insns[i]);
            if (targets != null) {
                for (LabelNode target : targets) {
                    leader[code.number(target)] = true;
                }
            }
            leader[i + 1] |= targets != null || Code.ends(code.insns[i].getOpcode()) || passed[i];
        }
        of = new int[size];
        int n = 0;
        for (int i = 0; i < size; i++) {
            n += leader[i] ? 1 : 0;
            of[i] = n - 1;
        }
        first = new int[n + 1];
        for (int i = size - 1; i >= 0; i--) {
            first[of[i]] = i;
        }
        first[n] = size;
        handler = new boolean[n];
        for (int i = 0; i < n; i++) {
            handler[i] = handlers[first[i]];
        }
        loop = new boolean[n];
        leaving = new int[n];
        reaching = new int[n];
        if (!code.subroutines) {
            connect(passed);
        }
    }

    int count() {
        return handler.length;
    }

    int last(int block) {
        return first[block + 1] - 1;
    }

    /** Says whether the last instruction of a block leaves the method, or its handlers do. */
    boolean exits(int block) {
        return Code.leaves(code.insns[last(block)].getOpcode());
    }

    private void connect(boolean[] passed) {
        Edge[] into = new Edge[count() + 1];
        for (int block = 0; block < count(); block++) {
            int last = last(block);
            AbstractInsnNode insn = code.insns[last];
            if (!Code.ends(insn.getOpcode()) && block + 1 < count() && !passed[last]) {
                edge(into, block, block + 1).falls = true;
            }
            LabelNode[] targets = Code.targets(insn);
            if (targets != null) {
                for (LabelNode target : targets) {
                    edge(into, block, of[code.number(target)]).jumps = true;
                }
            }
        }
        weigh();
    }

    private Edge edge(Edge[] into, int from, int to) {
        Edge known = into[to];
        if (known != null && known.from == from) {
            return known;
        }
        Edge edge = new Edge(from, to);
        into[to] = edge;
        edges.add(edge);
        leaving[from]++;
        reaching[to]++;
        return edge;
    }

    /**
     * Estimates how often edges are taken: loops are spans of code that a jump backwards ends; throwing code is cold.
     */
    private void weigh() {
        int[] end = new int[count()];
        for (Edge edge : edges) {
            if (edge.to <= edge.from) {
                loop[edge.to] = true;
                end[edge.to] = Math.max(end[edge.to], edge.from + 1);
            }
        }
        int[] depth = new int[count() + 1];
        for (int block = 0; block < count(); block++) {
            if (end[block] > 0) {
                depth[block]++;
                depth[end[block]]--;
            }
        }
        long[] weight = new long[count()];
        int d = 0;
        for (int block = 0; block < count(); block++) {
            d += depth[block];
            long w = 1L << Math.min(20 + 3 * d, 50);
            boolean cold = handler[block] || code.insns[last(block)].getOpcode() == Opcodes.ATHROW;
            weight[block] = cold ? w >> 10 : w;
        }
        for (Edge edge : edges) {
            edge.weight = Math.min(weight[edge.from] / leaving[edge.from], weight[edge.to]);
        }
    }
}
