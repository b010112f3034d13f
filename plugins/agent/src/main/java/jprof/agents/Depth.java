package jprof.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jprof.api.Context;
import jprof.api.ContextAgent;

/**
 * Folds contexts below a depth into the one there, and sets them to 0: an agent may keep what it needs, and drop the
 * rest. The system property {@code jprof.agents.depth} is the depth (3), {@code jprof.agents.every} the bytecodes
 * between two visits (1 million).
 */
public final class Depth implements ContextAgent {

    private final int depth = Integer.getInteger("jprof.agents.depth", 3);
    private final long every = Long.getLong("jprof.agents.every", 1_000_000);
    private final List<Context> roots = new ArrayList<>();
    private final Map<String, long[]> sums = new TreeMap<>();

    @Override
    public synchronized long begin(Thread thread, Context root) {
        if (!roots.contains(root)) { // a tree goes on in the next thread of its name
            roots.add(root);
        }
        return every;
    }

    @Override
    public synchronized long visit(Context current) {
        Context root = current;
        while (root.caller() != null) {
            root = root.caller();
        }
        fold(root);
        return every;
    }

    private void fold(Context root) {
        Report.walk(root, c -> {
            long calls = c.calls();
            long bytecodes = c.bytecodes();
            if (calls != 0 || bytecodes != 0) {
                long[] sum = sums.computeIfAbsent(Report.path(c, depth), path -> new long[2]);
                sum[0] += calls;
                sum[1] += bytecodes;
                c.clear();
            }
        });
    }

    @Override
    public synchronized void end() {
        for (Context root : roots) {
            fold(root);
        }
        List<String> lines = new ArrayList<>();
        sums.forEach((path, sum) -> lines.add(sum[0] + " " + sum[1] + " " + path));
        Report.print(lines);
    }
}
