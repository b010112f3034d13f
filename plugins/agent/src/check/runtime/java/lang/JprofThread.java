package java.lang;

/** What a thread records. */
public final class JprofThread {

    public final JprofNode root = new JprofNode(-1);
    public JprofNode cur = root;
    public JprofNode delegating;
    public JprofNode escape;
    public int site;
    public long budget = 1000;

    JprofThread() {
        Jprof.ALL.put(Thread.currentThread(), this);
    }

    public JprofNode enter(int method) {
        JprofNode caller = cur;
        JprofNode n = caller.child(method);
        n.calls++;
        cur = n;
        return caller;
    }

    public JprofNode enterAt(int method) {
        return enter(method);
    }

    public JprofNode exit() {
        JprofNode c = cur;
        return delegating == c ? escape : c;
    }

    public void outside(JprofNode n, JprofNode exit, String type) {
    }
}
