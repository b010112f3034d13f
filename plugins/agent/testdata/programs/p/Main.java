package p;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Programs for the agent. The arguments select some; the tests have the contexts that each of them must have. */
public class Main {
    static int n;

    public static void main(String[] args) throws Exception {
        for (String name : args) {
            switch (name) {
                case "threads": threads(); break;
                case "reuse": reuse(); break;
                case "names": names(); break;
                case "virtual": virtual(); break;
                case "deep": deep(); break;
                case "many": many(); break;
                case "exit": exit(3); break;
                case "exitDeep": exit(3000); break;
                case "halt": work(); Runtime.getRuntime().halt(4); break;
                case "kill": kill(); break;
                case "stackEnd": stackEnd(); break;
                case "outOfMemory": outOfMemory(); break;
                case "loaders": loaders(Main.class.getClassLoader()); loaders(Main.class.getClassLoader()); break;
                case "osgi": loaders(null); break;
                case "pool": pool(); break;
                case "outside": Outside.run(); break;
                case "children": Children.run(); break;
                case "child": Children.child(); break;
                case "sites": Sites.run(); break;
                case "daemon": daemon(); break;
                case "hooks": hooks(); break;
                case "garbage": garbage(); break;
                case "locals": locals(); break;
                default: throw new IllegalArgumentException(name);
            }
            System.out.println("end of " + name);
        }
    }

    static void work() {
        n++;
    }

    static Thread start(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    /** More threads than are found by comparing, at the same time. */
    static void threads() throws Exception {
        CountDownLatch ready = new CountDownLatch(8);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(start(i % 2 == 0 ? "even-" + i : "odd", () -> loop(ready)));
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static void loop(CountDownLatch ready) {
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < 100_000; i++) {
            work();
        }
    }

    /** Threads one after the other. */
    static void reuse() throws Exception {
        for (int i = 0; i < 2000; i++) {
            start("short-" + i, Main::work).join();
        }
    }

    /** More names than there are trees. */
    static void names() throws Exception {
        for (char c = 'a'; c <= 'z'; c++) {
            for (char d = 'a'; d <= 'd'; d++) {
                start("thread " + c + d, Main::work).join();
            }
        }
    }

    /** Many threads that the platform does not know. The class is made for Java 8. */
    static void virtual() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        java.lang.reflect.Method start =
                Class.forName("java.lang.Thread$Builder").getMethod("start", Runnable.class);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            threads.add((Thread) start.invoke(builder, (Runnable) Main::slowly));
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static void slowly() {
        work();
        Thread.yield(); // it may go on in another carrier
        leaf(1);
    }

    static int leaf(int i) {
        return i + 1;
    }

    /** Recursion where a stack of calls has 100,000 levels. */
    static void deep() throws Exception {
        Thread t = new Thread(null, () -> down(100_000), "deep", 1 << 29);
        t.start();
        t.join();
    }

    static int down(int i) {
        return i == 0 ? 0 : 1 + down(i - 1);
    }

    /** More contexts than there are methods: 4,096 of a and 4,095 of b. */
    static void many() {
        if (a(12) != 4096 || down(30) != 30) {
            throw new AssertionError();
        }
    }

    static int a(int i) {
        return i == 0 ? 1 : a(i - 1) + b(i - 1);
    }

    static int b(int i) {
        return i == 0 ? 1 : a(i - 1) + b(i - 1);
    }

    static void exit(int i) {
        if (i > 0) {
            exit(i - 1);
        }
        System.exit(3);
    }

    static void kill() throws Exception {
        work();
        System.out.println("ready");
        Thread.sleep(60_000);
    }

    static int levels;

    static void stackEnd() {
        for (int i = 0; i < 3; i++) {
            try {
                forever();
            } catch (StackOverflowError e) {
                work();
            }
        }
        if (levels < 1000) {
            throw new AssertionError(levels);
        }
    }

    static void forever() {
        levels++;
        forever();
    }

    static void outOfMemory() {
        List<long[]> all = new ArrayList<>();
        try {
            for (;;) {
                all.add(new long[1 << 12]);
            }
        } catch (OutOfMemoryError e) {
            Object[] chain = null;
            try {
                for (;;) {
                    chain = new Object[] {chain};
                }
            } catch (OutOfMemoryError again) {
                down(100); // contexts that there is no memory for
            }
        }
        all.clear();
        work();
    }

    /** A loader that delegates nothing but java.*, as those of OSGi do. */
    static final class Own extends ClassLoader {
        Own(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int b = in.read(); b >= 0; b = in.read()) {
                    bytes.write(b);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static void loaders(ClassLoader parent) throws Exception {
        Own own = new Own(parent);
        ((Runnable) own.loadClass("p.Task").getDeclaredConstructor().newInstance()).run();
    }

    static class Base {
        Base(int i) {
            if (i == 0) {
                throw new IllegalStateException("no base");
            }
        }
    }

    static class Derived extends Base {
        Derived(String text) {
            super(Integer.parseInt(text));
            work();
        }

        public Derived() {
            this("0");
        }
    }

    /** A worker of a pool, where containers make objects by reflection and swallow what constructors throw. */
    static void pool() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 5; i++) {
            Future<?> task = pool.submit(() -> {
                make();
                work();
            });
            task.get();
            task = pool.submit((Runnable) Derived::new);
            try {
                task.get();
                throw new AssertionError();
            } catch (java.util.concurrent.ExecutionException e) {
                n++;
            }
        }
        pool.shutdown();
    }

    static void make() {
        try {
            Derived.class.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            leaf(1);
        }
    }

    static void daemon() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Thread t = new Thread(() -> waiting(running), "waiting");
        t.setDaemon(true);
        t.start();
        running.await();
        for (int i = 0; t.getState() != Thread.State.WAITING && i < 1000; i++) {
            Thread.sleep(1);
        }
    }

    static void waiting(CountDownLatch running) {
        work();
        running.countDown();
        synchronized (running) {
            try {
                running.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static void hooks() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            work();
        }, "hook"));
    }

    /** Threads that have ended, and what they hold, can be collected. */
    static void garbage() throws Exception {
        List<WeakReference<Object>> held = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Object object = new Object();
            held.add(new WeakReference<>(object));
            Thread t = new Thread("holds " + i) {
                private final Object own = object;

                @Override
                public void run() {
                    work();
                    if (own == null) {
                        throw new AssertionError();
                    }
                }
            };
            t.start();
            t.join();
        }
        for (WeakReference<Object> object : held) {
            for (int i = 0; object.get() != null; i++) {
                if (i == 100) {
                    throw new AssertionError("a thread that has ended is kept alive");
                }
                Thread.sleep(50);
                System.gc();
            }
        }
    }

    /** Threads whose thread locals are erased, as those of ForkJoinPool without permissions. */
    static void locals() throws Exception {
        java.lang.reflect.Field field = Thread.class.getDeclaredField("threadLocals");
        field.setAccessible(true);
        List<Thread> others = new ArrayList<>();
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) { // they have the records that are found by comparing
            CountDownLatch begun = new CountDownLatch(1);
            others.add(start("first", () -> {
                work();
                begun.countDown();
                loop(end);
            }));
            begun.await();
        }
        Thread t = start("erased", () -> erase(field));
        t.join();
        end.countDown();
        for (Thread other : others) {
            other.join();
        }
    }

    static void erase(java.lang.reflect.Field field) {
        for (int i = 0; i < 10; i++) {
            work();
            try {
                field.set(Thread.currentThread(), null);
                for (int k = 0; k < 128; k++) { // others take its place in the table
                    start("other", Main::work).join();
                }
            } catch (ReflectiveOperationException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
