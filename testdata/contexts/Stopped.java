import java.util.concurrent.CountDownLatch;

/**
 * Methods that have not ended when the JVM does: they are counted up to the call in which they stood.
 *
 * <pre>
 *                    calls  bytecodes
 * thread main
 *   main                 1         20    up to the call of deep
 *     await              1               as long as it takes
 *     deep               1          6    up to the call of itself
 *       deep             1          6
 *         deep           1          4    up to the call of System.exit
 * thread sleeper
 *   lambda               1          2    up to the call of sleep
 *     sleep              1          4    up to the call of Thread.sleep
 * </pre>
 */
public class Stopped {
    static int n;

    static void deep(int depth) {
        if (depth == 0) {
            System.exit(0);
        }
        deep(depth - 1);
        n += depth;
    }

    static void sleep(CountDownLatch ready) throws InterruptedException {
        ready.countDown();
        Thread.sleep(1_000_000_000);
        n++;
    }

    static void await(Thread sleeper) {
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(1);
        Thread sleeper = new Thread(() -> {
            for (;;) {
                try {
                    sleep(ready);
                } catch (InterruptedException e) {
                    n++;
                }
            }
        }, "sleeper");
        sleeper.start();
        ready.await();
        await(sleeper);
        deep(2);
        n++;
    }
}
