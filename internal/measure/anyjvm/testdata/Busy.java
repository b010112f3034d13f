import java.util.concurrent.atomic.AtomicLong;

/** Works in several threads until a line comes in, a round at least, and checks its own results. */
public class Busy {

    static volatile boolean stop;

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int thrower(int n) {
        if (n % 3 == 0) {
            throw new Boom("no " + n);
        }
        return n;
    }

    static long round(int i) {
        long sum = fib(15);
        for (int k = 0; k < 10; k++) {
            try {
                sum += thrower(k + i);
            } catch (Boom e) {
                sum += 7;
            }
        }
        return sum + new Sub(i).half;
    }

    static void work(AtomicLong rounds, AtomicLong wrong) {
        do {
            // fib(15) is 610, 3 + ... + 12 without 3, 6, 9 and 12 is 45, 4 exceptions give 28, and the object 2.
            if (round(3) != 610 + 45 + 28 + 2) {
                wrong.incrementAndGet();
            }
            rounds.incrementAndGet();
        } while (!stop);
    }

    static void never() {
        System.out.println("never");
    }

    public static void main(String[] args) throws Exception {
        final AtomicLong rounds = new AtomicLong();
        final AtomicLong wrong = new AtomicLong();
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(new Runnable() {
                @Override
                public void run() {
                    work(rounds, wrong);
                }
            }, "worker-" + i);
            threads[i].start();
        }
        System.out.println("ready");
        if (System.in.read() < 0) {
            never();
        }
        stop = true;
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("rounds " + rounds + " wrong " + wrong);
    }

    static class Boom extends RuntimeException {
        Boom(String text) {
            super(text);
        }
    }

    static class Base {
        final int half;

        Base(int i) {
            half = i / 2 + 1;
        }
    }

    static class Sub extends Base {
        Sub(int i) {
            super(i);
        }
    }

    /** No JVM loads it. */
    static class Unloaded {
        int nothing() {
            return 0;
        }
    }
}
