package f;

import java.util.concurrent.CountDownLatch;

/**
 * Programs that end while methods run. A mark names the program for which a frame is on its line: its class and method,
 * the method that it has called, and the number of such frames.
 */
public class F {
    public static void main(String[] args) throws Exception {
        __Counter00000006.F(0);
        switch (args[0]) {
            case "exit":
                new F().exit(2); // exit: F.main > f.F.exit 1
                break;
            case "daemons":
                daemons();
                break;
            case "recursion":
                recurse(5000); // recursion: F.main > f.F.recurse 1
                break;
            case "lambda":
                lambda(); // lambda: F.main > f.F.lambda 1
                break;
            case "forbidden":
                forbidden();
                break;
            case "twoPackages":
                two(); // twoPackages: F.main > f.F.two 1
                break;
            case "initializer":
                System.out.println(Late.VALUE); // initializer: F.main > f.F$Late.<clinit> 1
                break;
            default:
        }
        __Counter00000006.F(1);
    }

    void exit(int n) {
        if (n > 0) {
            exit(n - 1); // exit: F.exit > f.F.exit 2
        }
        Runnable r = new Runnable() {
            @Override
            public void run() {
                System.exit(0); // exit: F$1.run > java.lang.System.exit 1
            }
        };
        r.run(); // exit: F.exit > f.F$1.run 1
    }

    static void recurse(int n) {
        if (n == 0) {
            System.exit(0); // recursion: F.recurse > java.lang.System.exit 1
        }
        recurse(n - 1); // recursion: F.recurse > f.F.recurse 5000
        __Counter00000006.F(1);
    }

    /**
     * A thread that spins, one that waits, and three that wait for a monitor that a fourth one holds: the JVM reports
     * their place as after the start of the synchronized statement.
     */
    static void daemons() throws Exception {
        Object lock = new Object();
        CountDownLatch ready = new CountDownLatch(6);
        start(() -> spin(ready)); // daemons: F.lambda$daemons$ > f.F.spin 1
        start(() -> await(ready)); // daemons: F.lambda$daemons$ > f.F.await 1
        start(() -> {
            synchronized (lock) {
                Thread[] others = new Thread[3];
                for (int i = 0; i < others.length; i++) {
                    others[i] = start(() -> {
                        ready.countDown();
                        synchronized (lock) {
                            ready.countDown(); // daemons: F.lambda$daemons$ > .synchronized 3
                        }
                    });
                }
                for (Thread t : others) {
                    while (t.getState() != Thread.State.BLOCKED) {
                        Thread.yield();
                    }
                }
                await(ready); // daemons: F.lambda$daemons$ > f.F.await 1
            }
        });
        while (ready.getCount() > 0) {
            Thread.sleep(1);
        }
        Thread.sleep(100);
    }

    static Thread start(Runnable r) {
        Thread t = new Thread(r);
        t.setDaemon(true);
        t.start();
        return t;
    }

    static void spin(CountDownLatch ready) {
        ready.countDown();
        for (;;) { } // daemons: F.spin > . 1
    }

    static void await(CountDownLatch ready) {
        ready.countDown();
        try {
            new CountDownLatch(1).await(); // daemons: F.await > java.util.concurrent.CountDownLatch.await 2
        } catch (InterruptedException e) {
            __Counter00000006.F(1);
        }
    }

    /** The source has one lambda, the class file two. */
    static void lambda() {
        Runnable r = () -> __Counter00000006.F(2, () -> System.exit(0)); // lambda: F.lambda$lambda$ > java.lang.System.exit 1
        r.run(); // lambda: F.lambda > f.F$$Lambda.run 1
    }

    @SuppressWarnings({"deprecation", "removal"})
    static void forbidden() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission p) {
                if (p.getName().equals("getStackTrace")) {
                    throw new SecurityException(p.getName());
                }
            }
        });
    }

    static void two() {
        q.Q.use();
        System.exit(0); // twoPackages: F.two > java.lang.System.exit 1
    }

    static class Late {
        static final int VALUE;

        static {
            System.exit(0); // initializer: F$Late.<clinit> > java.lang.System.exit 1
            VALUE = 1;
        }
    }
}
