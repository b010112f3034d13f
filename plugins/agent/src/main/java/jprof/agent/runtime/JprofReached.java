package jprof.agent.runtime;

/** Notes which methods ran. Woven code calls it until the note of its method is taken out of the class again. */
public final class JprofReached {

    /** The most methods. */
    public static final int MOST = 1 << 21;
    /** The methods that ran, by their numbers. */
    public static final byte[] RAN = new byte[MOST];

    /** The first number that no method has. Whoever changes it has the lock of {@link #RAN}. */
    public static int next;

    private JprofReached() {
    }

    /**
     * Notes that a method runs. It only writes once: threads that write to neighbours of a byte wait for each other.
     *
     * @param method the number of the method
     */
    public static void ran(int method) {
        if (RAN[method] == 0) {
            RAN[method] = 1;
        }
    }
}
