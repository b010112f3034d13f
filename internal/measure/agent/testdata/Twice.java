/** A thread stands at the second one of two calls on a line, and stays there. */
public class Twice {
    static void pause(long millis) throws Exception {
        Thread.sleep(millis);
    }

    static void both() throws Exception {
        pause(0); pause(1_000_000); // 4 bytecodes up to the second call
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                both();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "daemon");
        t.setDaemon(true);
        t.start();
        Thread.sleep(1_000);
    }
}
