package jprof.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jprof.api.Context;
import jprof.api.ContextAgent;

/** Joins the trees of all threads, and prints them at the end: calls, bytecodes, and the methods of each context. */
public final class Integrate implements ContextAgent {

    private final List<Context> roots = new ArrayList<>();

    @Override
    public synchronized long begin(Thread thread, Context root) {
        if (!roots.contains(root)) { // a tree goes on in the next thread of its name
            roots.add(root);
        }
        return Long.MAX_VALUE;
    }

    @Override
    public long visit(Context current) {
        return Long.MAX_VALUE;
    }

    @Override
    public synchronized void end() {
        Map<String, long[]> sums = new TreeMap<>();
        for (Context root : roots) {
            Report.walk(root, c -> {
                long[] sum = sums.computeIfAbsent(Report.path(c, Integer.MAX_VALUE), path -> new long[2]);
                sum[0] += c.calls();
                sum[1] += c.bytecodes();
            });
        }
        List<String> lines = new ArrayList<>();
        sums.forEach((path, sum) -> lines.add(sum[0] + " " + sum[1] + " " + path));
        Report.print(lines);
    }
}
