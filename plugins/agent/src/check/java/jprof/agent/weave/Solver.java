package jprof.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.MethodNode;

/** Computes the executions of each instruction of a context from what it has counted. */
final class Solver {

    private final Code code;
    private final WovenMethod woven;
    private final boolean[] passed;
    private final Blocks blocks;
    private final boolean simple;

    Solver(MethodNode method, WovenMethod woven) {
        this.woven = woven;
        code = new Code(method);
        passed = new boolean[code.size()];
        boolean block = false;
        for (int i = 0; i < woven.kind.length; i++) {
            if (woven.kind[i] == Slots.PASSED) {
                passed[woven.a[i]] = true;
            }
            block |= woven.kind[i] == Slots.BLOCK;
        }
        simple = block;
        blocks = new Blocks(code, passed);
    }

    /** Returns the executions of each instruction. */
    long[] executions(long calls, long[] slots, long[] cuts) {
        long[] cut = new long[code.size()];
        for (int i = 1; cuts != null && i < cuts.length; i++) {
            cut[woven.points[i - 1]] += cuts[i];
        }
        long[] entries = simple ? entries(slots) : solve(calls, slots, cut);
        long[] executions = new long[code.size()];
        for (int b = 0; b < blocks.count(); b++) {
            long n = entries[b];
            for (int i = blocks.first[b]; i <= blocks.last(b); i++) {
                executions[i] = n;
                n -= cut[i];
            }
        }
        return executions;
    }

    private long[] entries(long[] slots) {
        long[] entries = new long[blocks.count()];
        for (int i = 0; i < woven.kind.length; i++) {
            if (woven.kind[i] == Slots.BLOCK) {
                entries[blocks.of[woven.a[i]]] = slots[i];
            }
        }
        return entries;
    }

    /** An unknown flow from a block to another; the outer node is the number of blocks. */
    private static final class Unknown {
        final int from;
        final int to;
        boolean solved;
        long value;

        Unknown(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    private long[] solve(long calls, long[] slots, long[] cut) {
        int outer = blocks.count();
        // The counts known to flow in, less those known to flow out.
        long[] net = new long[outer + 1];
        long[] in = new long[outer + 1];
        net[0] += calls;
        in[0] += calls;
        List<String> counted = new ArrayList<>();
        for (int i = 0; i < woven.kind.length; i++) {
            int a = woven.a[i];
            switch (woven.kind[i]) {
                case Slots.EDGE:
                    net[blocks.of[a]] -= slots[i];
                    net[blocks.of[woven.b[i]]] += slots[i];
                    in[blocks.of[woven.b[i]]] += slots[i];
                    counted.add(a + " " + woven.b[i]);
                    break;
                case Slots.PASSED:
                    net[blocks.of[a]] -= slots[i];
                    net[blocks.of[a + 1]] += slots[i];
                    in[blocks.of[a + 1]] += slots[i];
                    break;
                case Slots.HANDLER:
                    net[blocks.of[a]] += slots[i];
                    in[blocks.of[a]] += slots[i];
                    break;
                default:
                    break;
            }
        }
        for (int i = 0; i < cut.length; i++) {
            net[blocks.of[i]] -= cut[i];
        }
        List<Unknown> unknown = new ArrayList<>();
        for (Blocks.Edge edge : blocks.edges) {
            if (!counted.contains(blocks.last(edge.from) + " " + blocks.first[edge.to])) {
                unknown.add(new Unknown(edge.from, edge.to));
            }
        }
        for (int b = 0; b < outer; b++) {
            if (blocks.exits(b) || passed[blocks.last(b)]) {
                unknown.add(new Unknown(b, outer));
            }
        }
        peel(unknown, net, outer);
        for (Unknown flow : unknown) {
            in[flow.to] += flow.value;
        }
        return in;
    }

    /** Solves, again and again, a block with one unknown flow. */
    private void peel(List<Unknown> unknown, long[] net, int outer) {
        int open = unknown.size();
        while (open > 0) {
            int before = open;
            int[] degree = new int[outer + 1];
            for (Unknown flow : unknown) {
                if (!flow.solved) {
                    degree[flow.from]++;
                    degree[flow.to]++;
                }
            }
            for (Unknown flow : unknown) {
                boolean last = degree[flow.from] == 1;
                boolean first = flow.to != outer && degree[flow.to] == 1;
                if (!flow.solved && (last || first)) {
                    flow.value = last ? net[flow.from] : -net[flow.to];
                    flow.solved = true;
                    net[flow.from] -= flow.value;
                    net[flow.to] += flow.value;
                    degree[flow.from]--;
                    degree[flow.to]--;
                    open--;
                }
            }
            if (open == before) {
                throw new AssertionError("cannot be solved: " + woven.name + woven.desc);
            }
        }
    }
}
