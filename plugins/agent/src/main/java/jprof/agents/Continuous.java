package jprof.agents;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jprof.api.Context;
import jprof.api.ContextAgent;

/**
 * The work of a program over time: a line of CSV each time that a thread has executed a number of bytecodes, by the
 * system property {@code jprof.agents.every} (10 million). It has the thread, the bytecodes and objects since the last
 * line, objects per 1,000 bytecodes, and the context with most of those bytecodes.
 */
public final class Continuous implements ContextAgent {

    private final long every = Long.getLong("jprof.agents.every", 10_000_000);
    /** The bytecodes and objects of each context when its tree was last read. */
    private final Map<Context, long[]> before = new HashMap<>();

    /** Prints the first line. */
    public Continuous() {
        Report.print(Collections.singletonList("thread,bytecodes,objects,density,top"));
    }

    @Override
    public long begin(Thread thread, Context root) {
        return every;
    }

    @Override
    public synchronized long visit(Context current) {
        Context root = current;
        while (root.caller() != null) {
            root = root.caller();
        }
        long[] sums = new long[3]; // bytecodes, objects, most bytecodes
        Context[] top = {current};
        Report.walk(root, c -> {
            long[] now = {c.bytecodes(), c.objects(null)};
            long[] then = before.put(c, now);
            long bytecodes = now[0] - (then == null ? 0 : then[0]);
            sums[0] += bytecodes;
            sums[1] += now[1] - (then == null ? 0 : then[1]);
            if (bytecodes > sums[2]) {
                sums[2] = bytecodes;
                top[0] = c;
            }
        });
        List<String> line = new ArrayList<>();
        line.add('"' + Thread.currentThread().getName().replace("\"", "\"\"") + '"');
        line.add(String.valueOf(sums[0]));
        line.add(String.valueOf(sums[1]));
        line.add(String.format(java.util.Locale.ROOT, "%.3f", 1000.0 * sums[1] / Math.max(1, sums[0])));
        line.add(Report.path(top[0], Integer.MAX_VALUE));
        Report.print(Collections.singletonList(String.join(",", line)));
        return every;
    }
}
