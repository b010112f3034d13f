package jprof.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jprof.api.Context;
import jprof.api.ContextAgent;

/**
 * A sampling profile that is the same in each run of a deterministic program: it counts the context that a thread is
 * in, each time that it has executed as many byte codes as the system property {@code jprof.agents.every} says
 * (100,000).
 */
public final class Sampler implements ContextAgent {

    private final long every = Long.getLong("jprof.agents.every", 100_000);
    private final Map<String, Integer> samples = new TreeMap<>();

    @Override
    public long begin(Thread thread, Context root) {
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
        Report.print(lines);
    }
}
