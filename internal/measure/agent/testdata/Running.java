/**
 * Daemon threads that are at work while the JVM ends, which takes a while: there are many contexts to write. Each call
 * of step calls work once, and that calls small and deeper once each.
 */
public class Running {
    static volatile long sum;

    static int small(int i) {
        int n = 0;
        for (int k = 0; k < (i & 7); k++) {
            n += (k & 1) == 0 ? k : -1;
        }
        return n;
    }

    static int deeper(int i) {
        return i % 3 == 0 ? Integer.toString(i).length() : Math.abs(small(i));
    }

    static int work(int i) {
        return small(i) + deeper(i);
    }

    static void step(int i) {
        try {
            if (work(i) == 5) {
                throw new IllegalStateException();
            }
            sum++;
        } catch (IllegalStateException e) {
            sum--;
        }
    }

    static void busy(int pause) {
        for (int i = 0; ; i++) {
            step(i);
            if (pause > 0 && i % 64 == 0) {
                try {
                    Thread.sleep(pause);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    /** Makes as many contexts as there are ways down. */
    static void left(int depth) {
        if (depth > 0) {
            left(depth - 1);
            right(depth - 1);
        }
    }

    static void right(int depth) {
        if (depth > 0) {
            left(depth - 1);
            right(depth - 1);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int t = 0; t < 6; t++) {
            int pause = t % 3;
            Thread daemon = new Thread(() -> busy(pause), "daemon-" + (char) ('a' + t));
            daemon.setDaemon(true);
            daemon.start();
        }
        left(17);
        Thread.sleep(Integer.parseInt(args[0]));
    }
}
