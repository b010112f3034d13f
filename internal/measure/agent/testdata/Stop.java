/**
 * Threads that have not ended when System.exit is called, deep in calls. What they have executed, compiled with -g:
 *
 * <pre>
 * main     14   up to the call of loop
 * loop     28   2 + 3 x 7 + 5: in the fourth round up to the call of leave
 * leave    45   3 x 12 + 9: the fourth time up to System.exit
 * waiting   6   up to Thread.sleep
 * the lambda of the thread: 1, the call of waiting
 * </pre>
 */
public class Stop {
    static int n;

    static void leave(int i) {
        n++;
        if (i == 3) {
            System.exit(0);
        }
        n++;
    }

    static void loop() {
        for (int i = 0; i < 10; i++) {
            leave(i);
        }
        n += 100;
    }

    static void waiting() throws Exception {
        n++;
        Thread.sleep(1_000_000);
        n++;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                waiting();
            } catch (Exception e) {
                n = 0;
            }
        }, "daemon");
        t.setDaemon(true);
        t.start();
        Thread.sleep(1_000);
        loop();
        n = 7;
    }
}
