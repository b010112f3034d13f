package s;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import jprof.tests.Recorder;

/** Runs tests as a framework does, with counters inserted: counter 1 counts in pools, 2 to 9 in threads of tests. */
public class Recorded {
    static final int THREADS = 8;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("single")) {
            single();
            return;
        }
        if (args[0].equals("early")) {
            early();
            return;
        }
        if (args[0].equals("crowd")) {
            crowd();
            return;
        }
        if (args[0].equals("handed")) {
            handed();
            return;
        }
        if (args[0].equals("many")) {
            many();
            return;
        }
        if (args[0].equals("pools")) {
            pools();
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CountDownLatch last = new CountDownLatch(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int k = 2 + t;
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        test(k, i, pool);
                    }
                    if (args[0].equals("exit")) {
                        begin("last" + k, 2, null);
                        count(k, 1);
                        last.countDown();
                        while (true) {
                            count(k, 1);
                        }
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        threads.forEach(Thread::start);
        if (args[0].equals("exit")) {
            last.await();
            System.exit(0);
        }
        for (Thread t : threads) {
            t.join();
        }
        pool.shutdown();
    }

    /** A class with two tests; each has a thread and a task of a pool. */
    private static void single() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        begin("class", 0, null);
        count(0, 5);
        for (int i = 1; i <= 2; i++) {
            begin("t" + i, 2, "class");
            int n = i;
            count(2, n);
            Thread child = new Thread(() -> count(3, 10 * n));
            child.start();
            child.join();
            pool.submit(() -> count(1, 100 * n)).get();
            Recorder.end("t" + i, 0, null);
            count(0, 1);
        }
        Recorder.skipped(2, "class", "id", "s.Recorded", "t3", "", "a \"name\"\nof two lines \ud800", "why");
        Recorder.end("class", 0, null);
        count(9, 7);
        pool.shutdown();
    }

    /** Two tests that are under way when the first code counts; and one while a class is set up that nobody reports. */
    private static void early() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        begin("early1", 2, null);
        pool.submit(() -> begin("early2", 2, null)).get();
        count(2, 5);
        pool.submit(() -> count(3, 6)).get();
        Recorder.end("early1", 0, null);
        pool.submit(() -> Recorder.end("early2", 0, null)).get();
        Recorder.parallel();
        begin("own", 2, null);
        count(4, 7);
        pool.submit(() -> count(5, 8)).get();
        Recorder.end("own", 0, null);
        pool.shutdown();
    }

    /** Two tests with the same 300 threads, more than there are places for in the table, and one in which they wait. */
    private static void crowd() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(301);
        for (int i = 0; i < 300; i++) {
            new Thread(() -> {
                try {
                    for (int test = 1; test <= 3; test++) {
                        barrier.await();
                        count(2, test % 3);
                        barrier.await();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        for (int i = 1; i <= 3; i++) {
            begin("t" + i, 2, null);
            barrier.await();
            count(3, i);
            barrier.await();
            Recorder.end("t" + i, 0, null);
        }
    }

    /** Two tests at once: the pool of one makes a thread for the other, and so does an executor with a thread for a task. */
    private static void handed() throws Exception {
        begin("t1", 2, null);
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> { }).get();
        inThread(() -> {
            begin("t2", 2, null);
            pool.submit(() -> inThread(Executors.callable(() -> count(2, 9)))).get();
            Recorder.end("t2", 0, null); // so that no row has counts of both
            begin("t3", 2, null);
            perTask(() -> count(4, 5));
            Recorder.end("t3", 0, null);
            return null;
        });
        count(3, 1);
        Recorder.end("t1", 0, null);
        pool.shutdown();
    }

    private static Object inThread(Callable<?> task) throws Exception {
        FutureTask<?> future = new FutureTask<>(task);
        new Thread(future).start();
        return future.get();
    }

    private static void perTask(Runnable task) throws Exception {
        ThreadFactory factory = Thread::new;
        Method make;
        try {
            make = Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class);
        } catch (NoSuchMethodException e) {
            inThread(Executors.callable(task)); // before Java 21
            return;
        }
        ExecutorService executor = (ExecutorService) make.invoke(null, factory);
        executor.submit(task).get();
        executor.shutdown();
    }

    /**
     * Tests in 8 threads, which hand over tasks to a pool of their own, which they end, and to pools that all share. Each
     * counts 28 times: counter 2 for those of the first thread, and so on.
     */
    private static void pools() throws Exception {
        count(0, 1);
        ExecutorService shared = Executors.newFixedThreadPool(3);
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(2);
        List<FutureTask<?>> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int k = 2 + t;
            threads.add(new FutureTask<>(() -> {
                for (int i = 0; i < 50; i++) {
                    begin("t" + k + "x" + i, 2, null);
                    hand(k, shared, timed);
                    Recorder.end("t" + k + "x" + i, 0, null);
                }
                return null;
            }));
        }
        for (FutureTask<?> thread : threads) {
            new Thread(thread).start();
        }
        for (FutureTask<?> thread : threads) {
            thread.get();
        }
        shared.shutdown();
        timed.shutdown();
    }

    private static void hand(int k, ExecutorService shared, ScheduledExecutorService timed) throws Exception {
        Runnable task = () -> count(k, 1);
        count(k, 1);
        ExecutorService own = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            own.submit(task);
        }
        own.submit(() -> inThread(() -> shared.submit(task).get())).get(); // a thread that a pool's makes hands over
        own.shutdown();
        own.awaitTermination(1, TimeUnit.MINUTES);
        for (int i = 0; i < 10; i++) {
            shared.submit(task).get();
        }
        timed.schedule(() -> { // in two steps, each of which is the test's
            count(k, 1);
            return timed.submit(task);
        }, 1, TimeUnit.MICROSECONDS).get().get();
        List<Callable<Object>> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(Executors.callable(task));
        }
        shared.invokeAll(tasks);
        CountDownLatch rounds = new CountDownLatch(5);
        Future<?> periodic = timed.scheduleAtFixedRate(() -> {
            if (rounds.getCount() > 0) {
                count(k, 1);
                rounds.countDown();
            }
        }, 0, 10, TimeUnit.MICROSECONDS);
        rounds.await();
        periodic.cancel(false);
        inThread(() -> {
            shared.submit(task).get();
            count(k, 1);
            return null;
        });
    }

    /** 100,000 tests in two threads take no more memory than 1,000. */
    private static void many() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        long early = 0;
        for (int k = 0; k < 100; k++) {
            int from = 500 * k;
            Future<?> other = pool.submit(() -> run("other", 4, from));
            run("test", 2, from);
            other.get();
            early = k == 0 ? used() : early;
        }
        pool.shutdown();
        long grown = used() - early;
        if (grown > 300_000) {
            throw new IllegalStateException(grown + " bytes more");
        }
    }

    private static void run(String name, int k, int from) {
        for (int i = from; i < from + 500; i++) {
            begin(name + i, 2, null);
            count(k, 1);
            if (i % 50 == 0) {
                new Thread(() -> count(k + 1, 1)).start();
            }
            Recorder.end(name + i, 0, null);
        }
    }

    private static long used() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void begin(String name, int kind, String parent) {
        Recorder.begin(name, kind, parent, "[test:" + name + "]", "s.Recorded", kind == 2 ? name : null, null, name);
    }

    /** Counts i + 1 times in this thread, once in one that it makes, and once in a pool. */
    private static void test(int k, int i, ExecutorService pool) throws Exception {
        begin("t" + k + "x" + i, 2, null);
        count(k, i + 1);
        Thread child = new Thread(() -> count(k, 1));
        child.start();
        child.join();
        pool.submit(() -> count(1, 1)).get();
        Recorder.end("t" + k + "x" + i, 0, null);
    }

    private static void count(int k, int n) {
        for (int i = 0; i < n; i++) {
            __Counter00000008.Recorded(k);
        }
    }
}
