package java.lang;

/** Finds the records of threads: the first two of each program by comparing, so that the check runs each way. */
public final class JprofCurrent {

    public static Thread first;
    public static Thread second;
    public static JprofThread FIRST;
    public static JprofThread SECOND;
    private static final ThreadLocal<JprofThread> ALL = ThreadLocal.withInitial(JprofThread::new);

    private JprofCurrent() {
    }

    public static JprofThread other(Thread t) {
        JprofThread record = ALL.get();
        synchronized (ALL) {
            if (t != first && (first == null || !first.isAlive())) {
                FIRST = record;
                first = t;
            } else if (t != first && t != second && (second == null || !second.isAlive())) {
                SECOND = record;
                second = t;
            }
        }
        return record;
    }
}
