// level 8
// Methods that still run when the JVM ends: what follows the place where they are was not reached.

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

public class Frames {
    static final Object LOCK = Frames.class; // count=1
    static volatile boolean running = true; // count=1
    static volatile boolean whileSpins, doSpins;
    static int after;

    public static void main(String[] args) throws Exception {
        synchronized (LOCK) {                                   // count=1
            start(() -> loops(3));                              // count=1
            spin(Frames::whileLoop);                            // count=1
            spin(Frames::doLoop);                               // count=1
            start(() -> System.out.println(new Frames(true)));  // count=1
            start(Frames::handlers);                            // count=1
            start(Frames::lambdas);                             // count=1
            start(() -> conditions(true));                      // count=1
            start(() -> branches(2));                           // count=1
            start(() -> value(1));                              // count=1
            start(Frames::monitor);                             // count=1
            start(() -> method());                              // count=1
            start(Frames::anonymous);                           // count=1
            start(() -> System.out.println(Init.VALUE));        // count=1
            start(() -> labels());                              // count=1
            start(Frames::entered);                             // count=1
            while (!whileSpins || !doSpins) {                   // count=1
            }
            recursion(3);                                       // count=1
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    /** Starts a thread and waits until it is where it stays. */
    static void start(Runnable r) {
        Thread t = spin(r);                                     // count=13
        while (isBusy(t.getState())) {                          // count=13
        }
    }

    static Thread spin(Runnable r) {
        Thread t = new Thread(r);                               // count=15
        t.setDaemon(true);                                      // count=15
        t.start();                                              // count=15
        return t;                                               // count=15
    }

    static boolean isBusy(Thread.State s) {
        return s != Thread.State.WAITING && s != Thread.State.BLOCKED; // count=any
    }

    static int hang() {
        try {                                                   // count=11
            new CountDownLatch(1).await();                      // count=11
            after++;                                            // count=0
        } catch (InterruptedException e) {
            after++;                                            // count=0
        }
        after++;                                                // count=0
        return 0;                                               // count=0
    }

    static void recursion(int n) {
        if (n == 0) {                                           // count=4
            System.exit(0);                                     // count=1
            after++;                                            // count=0
        }
        recursion(n - 1);                                       // count=3
        after++;                                                // count=0
    }

    static void loops(int n) {
        for (int i = 0; i < n; i++) {                           // count=1
            for (int j : new int[] {1, 2}) {                    // count=3
                after += 0;                                     // count=5
                if (i == 2) {                                   // count=5
                    hang();                                     // count=1
                    after++;                                    // count=0
                }
                after += 0;                                     // count=4
            }
            after += 0;                                         // count=2
        }
        after++;                                                // count=0
    }

    static void whileLoop() {
        after += 0;                                             // count=1
        while (running) {                                       // count=1
            whileSpins = true;                                  // count=any
            if (!running) {                                     // count=any
                after++;                                        // count=0
            }
        }
        after++;                                                // count=0
        after++;                                                // count=0
    }

    static void doLoop() {
        do {                                                    // count=1
            doSpins = true;                                     // count=any
        } while (running); // count=any
        after++;                                                // count=0
    }

    Frames(boolean hangs) {
        after++;                                                // count=0
    }

    {
        after += 0;                                             // count=1
        hang();                                                 // count=1
        after++;                                                // count=0
    }

    static void handlers() {
        try {                                                   // count=1
            try {                                               // count=1
                Integer.parseInt("x");                          // count=1
                after++;                                        // count=0
            } catch (NumberFormatException e) {
                after += 0;                                     // count=1
                hang();                                         // count=1
                after++;                                        // count=0
            } finally {
                after++;                                        // count=0
            }
            after++;                                            // count=0
        } catch (IllegalStateException e) {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void lambdas() {
        Arrays.asList(1, 2, 3).forEach(x -> {                   // count=1
            after += 0;                                         // count=2
            if (x == 2) {                                       // count=2
                hang();                                         // count=1
                after++;                                        // count=0
            }
            after += 0;                                         // count=1
        });
        after++;                                                // count=0
    }

    static void conditions(boolean b) {
        if (b && hang() == 0) {                                 // count=1
            after++;                                            // count=0
        } else {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void branches(int n) {
        switch (n) {                                            // count=1
            case 1:
                after++;                                        // count=0
            case 2:
                after += 0;                                     // count=1
                hang();                                         // count=1
                after++;                                        // count=0
            default:
                after++;                                        // count=0
        }
        after++;                                                // count=0
    }

    static int value(int n) {
        for (;;) {                                              // count=1
            if (n == 1) {                                       // count=1
                return hang();                                  // count=1
            }
            after++;                                            // count=0
        }
    }

    static void monitor() {
        after += 0;                                             // count=1
        synchronized (LOCK) {                                   // count=1
            after++;                                            // count=0
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static synchronized void entered() { after++; after++; }    // count=0

    static void method() {
        new Object() {                                          // count=1
            synchronized void run() {
                after += 0;                                     // count=1
                hang();                                         // count=1
                after++;                                        // count=0
            }
        }.run();
        after++;                                                // count=0
    }

    static void anonymous() {
        Runnable r = new Runnable() {                           // count=1
            @Override
            public void run() {
                hang();                                         // count=1
                after++;                                        // count=0
            }
        };
        r.run();                                                // count=1
        after++;                                                // count=0
    }

    static class Init {
        static final int VALUE;

        static {
            after += 0;                                         // count=1
            hang();                                             // count=1
            VALUE = 1;                                          // count=0
        }
    }

    static void labels() {
        outer:                                                  // count=1
        for (int i = 0; ; i++) {                                // count=1
            for (int j = 0; j < 2; j++) {                       // count=2
                if (i == 1) {                                   // count=3
                    hang();                                     // count=1
                    break outer;                                // count=0
                }
                continue;                                       // count=2
            }
            after += 0;                                         // count=1
        }
        after++;                                                // count=0
    }
}
