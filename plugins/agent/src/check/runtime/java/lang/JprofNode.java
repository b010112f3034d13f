package java.lang;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A context. */
public final class JprofNode {

    public final int method;
    public final Map<Integer, JprofNode> children = new TreeMap<>();
    public final List<String> made = new ArrayList<>();
    public long calls;
    public final long[] slots;
    public final long[] cuts;

    JprofNode(int method) {
        this.method = method;
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
