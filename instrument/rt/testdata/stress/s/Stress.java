package s;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RecursiveAction;
import java.util.stream.LongStream;

/**
 * Threads of all kinds that count, in programs with counters inserted. The arguments select a case and its size. All
 * threads count in counter 0, in each way of counting; threads with a row of their own count in counter 1.
 */
public class Stress {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "shared": shared(n); break;
            case "short": shortLived(n); break;
            case "forkjoin": new Task(n).invoke(); break;
            case "parallel": LongStream.range(0, n).parallel().forEach(i -> count()); break;
            case "virtual": virtual(n); break;
            case "memory": memory(n); break;
            case "ids": ids(n); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }

    /** Counts ten times: alone, by the row, as an operand, for a loop. */
    static void count() {
        long[] row = __Counter00000006.Stress(0);
        for (int i = 0; i < 5; i++) {
            __Counter00000006.Stress(row, 0);
        }
        if (__Counter00000006.Stress(row, 0, true) && __Counter00000006.Stress(0, true)) {
            __Counter00000006.Stress(row, 0, 2);
        }
        if (row != null) {
            __Counter00000006.Stress(row, 1);
        }
    }

    /** 64 threads at once. */
    private static void shared(int n) throws Exception {
        CountDownLatch ready = new CountDownLatch(64);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 64; t++) {
            threads.add(new Thread(() -> {
                ready.countDown();
                try {
                    ready.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int i = 0; i < n; i++) {
                    count();
                }
            }));
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    /** One thread after the other, eight at a time. */
    private static void shortLived(int n) throws Exception {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < n; i++) {
            Thread last = threads[i % threads.length];
            if (last != null) {
                last.join();
            }
            threads[i % threads.length] = new Thread(Stress::count);
            threads[i % threads.length].start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    /** Virtual threads, all alive at once, each of which changes its carrier in the middle. Java 21 and later. */
    private static void virtual(int n) throws Exception {
        java.lang.reflect.Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        CountDownLatch done = new CountDownLatch(n);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < n; i++) {
            start.invoke(null, (Runnable) () -> {
                long[] row = __Counter00000006.Stress(0);
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int k = 0; k < 9; k++) {
                    __Counter00000006.Stress(row, 0);
                }
                if (row != null) {
                    __Counter00000006.Stress(row, 1);
                }
                done.countDown();
            });
        }
        go.countDown();
        done.await();
    }

    /** More threads alive at once than the table has places. Their ids have as many bits in common as possible. */
    private static void ids(int n) throws Exception {
        List<Thread> threads = new ArrayList<>();
        CountDownLatch counted = new CountDownLatch(n);
        CountDownLatch go = new CountDownLatch(1);
        while (threads.size() < n) {
            Thread t = new Thread(() -> {
                count();
                counted.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int i = 0; i < 99; i++) {
                    count();
                }
            }) {
                @Override
                public long getId() {
                    return (7L << 40) + 5;
                }
            };
            threads.add(t);
            t.start();
        }
        counted.await();
        go.countDown();
        for (Thread t : threads) {
            t.join();
        }
    }

    /** n threads that use a class with a million counters. */
    private static void memory(int n) throws Exception {
        CountDownLatch counted = new CountDownLatch(n);
        CountDownLatch go = new CountDownLatch(1);
        for (int t = 0; t < n; t++) {
            new Thread(() -> {
                __Counter00000007.Large(999999);
                count();
                counted.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        counted.await();
        go.countDown();
    }

    /** Splits itself until it is one. */
    private static final class Task extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final int n;

        Task(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n == 1) {
                count();
            } else {
                invokeAll(new Task(n / 2), new Task(n - n / 2));
            }
        }
    }
}
