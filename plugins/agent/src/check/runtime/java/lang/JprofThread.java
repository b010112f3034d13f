package java.lang;

/** The record of a thread. */
public final class JprofThread {

    public final JprofNode root = new JprofNode(-1);
    public int cur = root.number;
    public int delegating;
    public int escape;
    public int site;
    public long budget = 1000;

    JprofThread() {
        Jprof.ALL.put(Thread.currentThread(), this);
    }

    public JprofNode leaf(int method) {
        JprofNode n = current().child(method);
        n.calls++;
        return n;
    }

    public JprofNode leafAt(int method) {
        return leaf(method);
    }

    public JprofNode enter(int method) {
        JprofNode n = leaf(method);
        cur = n.number;
        return n;
    }

    public JprofNode enterAt(int method) {
        return enter(method);
    }

    public JprofNode current() {
        return JprofNode.ALL.get(cur);
    }

    public int exit() {
        int c = cur;
        return delegating == c ? escape : c;
    }

    public void outside(JprofNode n, int exit, String type) {
    }
}
