package java.lang;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A context. */
public final class JprofNode {

    /** All contexts by number. */
    public static final Map<Integer, JprofNode> ALL = new ConcurrentHashMap<>();

    public final int method;
    public final int number;
    public final Map<Integer, JprofNode> children = new TreeMap<>();
    public final List<String> made = new ArrayList<>();
    public long calls;
    public final long[] slots;
    public final long[] cuts;

    JprofNode(int method) {
        this.method = method;
        synchronized (ALL) {
            number = ALL.size() + 1;
            ALL.put(number, this);
        }
        slots = method < 0 ? null : new long[Jprof.SLOTS[method]];
        cuts = method < 0 ? null : new long[Jprof.POINTS[method] + 1];
    }

    public JprofNode child(int id) {
        return children.computeIfAbsent(id, JprofNode::new);
    }

    public void cut(int point) {
        if (point > 0) {
            cuts[point]++;
        }
    }
}
