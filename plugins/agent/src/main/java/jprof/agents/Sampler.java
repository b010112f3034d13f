package jprof.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jprof.api.Context;
import jprof.api.ContextAgent;

/**
 * A sampling profile that is the same in each run of a deterministic program: it counts the current context of a thread
 * each time that the thread has executed a number of bytecodes, by the system property {@code jprof.agents.every}
 * (100,000). At the end it also gives the part of the exact profile that the sampled one shows: the overlap of both, in
 * percent, by bytecodes.
 */
public final class Sampler implements ContextAgent {

    private final long every = Long.getLong("jprof.agents.every", 100_000);
    private final Map<String, Integer> samples = new TreeMap<>();
    private final List<Context> roots = new ArrayList<>();

    @Override
    public synchronized long begin(Thread thread, Context root) {
        if (!roots.contains(root)) { // a tree goes on in the next thread of its name
            roots.add(root);
        }
        return every;
    }

    @Override
    public long visit(Context current) {
        String path = Report.path(current, Integer.MAX_VALUE);
        synchronized (this) {
            samples.merge(path, 1, Integer::sum);
        }
        return every;
    }

    @Override
    public synchronized void end() {
        List<String> lines = new ArrayList<>();
        samples.forEach((path, n) -> lines.add(n + " " + path));
        if (!samples.isEmpty()) {
            lines.add(String.format(Locale.ROOT, "overlap with the exact profile: %.2f %%", overlap()));
        }
        Report.print(lines);
    }

    /** Adds up the smaller one of the two shares of each context, which only those that were sampled have. */
    private double overlap() {
        Map<String, Long> exact = new TreeMap<>();
        for (Context root : roots) {
            Report.walk(root, c -> exact.merge(Report.path(c, Integer.MAX_VALUE), c.bytecodes(), Long::sum));
        }
        double all = exact.values().stream().mapToLong(Long::longValue).sum();
        double taken = samples.values().stream().mapToInt(Integer::intValue).sum();
        double overlap = 0;
        for (Map.Entry<String, Integer> sample : samples.entrySet()) {
            overlap += Math.min(sample.getValue() / taken, exact.getOrDefault(sample.getKey(), 0L) / all);
        }
        return 100 * overlap;
    }
}
