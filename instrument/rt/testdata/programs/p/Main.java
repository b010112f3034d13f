package p;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;

/** Programs with counters inserted. The first argument selects one. */
public class Main {
    public static void main(String[] args) throws Exception {
        __Counter00000001.Main(0);
        Method program = Main.class.getDeclaredMethod(args[0]);
        try {
            program.invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
        System.out.println("end of " + args[0]);
    }

    /** 4 threads count the same and different counters. */
    static void threads() throws Exception {
        CountDownLatch ready = new CountDownLatch(4);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int own = 3 + t;
            threads[t] = new Thread(() -> {
                ready.countDown();
                try {
                    ready.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int i = 0; i < 100000; i++) {
                    __Counter00000001.Main(1);
                    __Counter00000001.Main(own);
                    if (i % 10 == 0) {
                        __Counter00000001.Other(0);
                    }
                }
            });
            threads[t].start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    static void exit() {
        new Thread(() -> {
            __Counter00000001.Main(1);
            System.exit(3);
        }).start();
        try {
            Thread.sleep(60000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void uncaught() {
        __Counter00000001.Main(1);
        throw new IllegalStateException("on purpose");
    }

    static void halt() {
        __Counter00000001.Main(1);
        Runtime.getRuntime().halt(__Counter00000001.__halt(4));
    }

    static void waitForSignal() throws Exception {
        __Counter00000001.Main(1);
        System.out.println("ready");
        Thread.sleep(60000);
    }

    static void twoPackages() {
        q.Q.use();
        q.Q.use();
        __Counter00000001.Main(1);
    }

    /** A hook of the program is the first to use the other package. */
    static void late() {
        Runtime.getRuntime().addShutdownHook(__Counter00000001.__hook(new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            q.Q.use();
        })));
        __Counter00000001.Main(1);
    }

    /** The same helper class in three more class loaders. */
    static void loaders() throws Exception {
        URL classes = new File(System.getProperty("java.class.path")).toURI().toURL();
        for (int i = 0; i < 3; i++) {
            URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null);
            loader.loadClass("p.Other").getMethod("count").invoke(null);
        }
        Other.count();
    }

    /** The same in class loaders that are unloaded one after the other, as far as it is up to the helper class. */
    static void unloaded() throws Exception {
        for (int i = 0; i < 3; i++) {
            java.lang.ref.WeakReference<?> loader = load();
            for (int tries = 0; loader.get() != null; tries++) {
                if (tries == 1000) {
                    throw new IllegalStateException("the class loader is kept");
                }
                System.gc();
                Thread.sleep(10);
            }
        }
    }

    private static java.lang.ref.WeakReference<?> load() throws Exception {
        URL classes = new File(System.getProperty("java.class.path")).toURI().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null)) {
            Thread thread = new Thread(() -> {
                try {
                    loader.loadClass("p.Other").getMethod("count").invoke(null);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            thread.join();
            loader.loadClass("p.Other").getMethod("count").invoke(null);
            return new java.lang.ref.WeakReference<>(loader);
        }
    }

    /** A class loader that defines some classes of a package and lets its parent define the nested ones. */
    static void split() throws Exception {
        ClassLoader loader = new ClassLoader(Main.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.equals("p.Other") && !name.equals("p.__Counter00000001")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try (java.io.InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
                    for (int b = in.read(); b >= 0; b = in.read()) {
                        bytes.write(b);
                    }
                    return defineClass(name, bytes.toByteArray(), 0, bytes.size());
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
        loader.loadClass("p.Other").getMethod("count").invoke(null);
    }

    /** Two JVMs at the same time as this one. */
    static void children() throws Exception {
        Process[] children = new Process[2];
        for (int i = 0; i < children.length; i++) {
            children[i] = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp",
                    System.getProperty("java.class.path"), "p.Main", "twoPackages").inheritIO().start();
        }
        for (Process child : children) {
            if (child.waitFor() != 0) {
                throw new IllegalStateException("a child failed");
            }
        }
        __Counter00000001.Main(1);
    }

    /** Classes without a common host: the program forbids security properties, and nothing else. */
    @SuppressWarnings({"deprecation", "removal"})
    static void noSecurityProperties() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission p) {
                if (p instanceof java.security.SecurityPermission) {
                    throw new SecurityException(p.getName());
                }
            }
        });
        q.Q.use();
    }

    /** A program that counts while code asks its threads for their names and the like. */
    @SuppressWarnings({"deprecation", "removal"})
    static void ownManager() throws Exception {
        int[] asked = {0};
        __Counter00000004.Lambdas(0); // its constructor
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission p) {
                __Counter00000004.Lambdas(0);
                asked[0]++;
            }
        });
        countInThreads();
        if (asked[0] > 10000) {
            throw new AssertionError(asked[0]);
        }
    }

    /** A program that counts while its properties are read. */
    static void ownProperties() throws Exception {
        int[] asked = {0};
        java.util.Properties own = new java.util.Properties() {
            @Override
            public String getProperty(String key) {
                __Counter00000004.Lambdas(0);
                asked[0]++;
                return super.getProperty(key);
            }
        };
        own.putAll(System.getProperties());
        System.setProperties(own);
        countInThreads();
        if (asked[0] > 100) {
            throw new AssertionError(asked[0]);
        }
    }

    private static void countInThreads() throws Exception {
        for (int i = 0; i < 6; i++) {
            Thread t = new Thread(() -> {
                __Counter00000001.Main(1);
                q.Q.use();
            });
            t.start();
            t.join();
        }
    }

    /** Forbids from the start what the counters need, which the JVM needs, too. */
    @SuppressWarnings({"deprecation", "removal"})
    public static class NoThreads extends SecurityManager {
        private static final java.util.List<String> FORBIDDEN =
                java.util.Arrays.asList("modifyThreadGroup", "modifyThread", "shutdownHooks", "setContextClassLoader");

        @Override
        public void checkPermission(java.security.Permission p) {
            if (FORBIDDEN.contains(p.getName()) && counting()) {
                throw new SecurityException(p.getName());
            }
        }

        /** Reports whether the caller is a helper class. */
        boolean counting() {
            for (Class<?> c : getClassContext()) {
                if (c.getName().contains("__Counter")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Also forbids to write files, and to have threads. */
    @SuppressWarnings({"deprecation", "removal"})
    public static class Sandbox extends NoThreads {
        @Override
        public void checkPermission(java.security.Permission p) {
            super.checkPermission(p);
            if (p instanceof java.io.FilePermission && !p.getActions().equals("read") && counting()) {
                throw new SecurityException(p.getActions());
            }
        }

        @Override
        public void checkAccess(Thread t) {
            if (counting()) {
                throw new SecurityException("threads");
            }
        }
    }

    /** A thread group that is destroyed before the end. */
    @SuppressWarnings({"deprecation", "removal"})
    static void threadGroup() throws Exception {
        ThreadGroup group = new ThreadGroup("short-lived");
        Thread t = new Thread(group, () -> q.Q.use());
        t.start();
        t.join();
        group.destroy();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the program's own hook")));
    }

    /** A program that has taken both of its streams away. */
    static void streams() {
        System.setErr(null);
        System.setOut(new java.io.PrintStream(System.out) {
            @Override
            public void write(byte[] b, int from, int n) {
                throw new IllegalStateException("nobody may print");
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.setProperties(new java.util.Properties())));
        System.setProperties(new java.util.Properties());
        System.exit(0);
    }

    /** All that the program can see of its threads are its own. */
    static void ownThreads() throws Exception {
        __Counter00000001.Main(1);
        q.Q.use();
        Thread[] threads = new Thread[10];
        int n = Thread.currentThread().getThreadGroup().enumerate(threads);
        if (n != 1 || Thread.activeCount() != 1) {
            throw new AssertionError(java.util.Arrays.toString(threads));
        }
    }

    /** The class of package q is used first where the stack ends, and again and again on the way back. */
    static void stackEnd() throws Exception {
        Thread thread = new Thread(() -> {
            try {
                deeper();
            } catch (StackOverflowError e) {
                // it had to come
            }
        });
        thread.start();
        thread.join();
        q.Q.use();
    }

    private static int used;

    private static void deeper() {
        try {
            deeper();
        } catch (StackOverflowError e) {
            if (used < 1000) {
                try {
                    q.Q.use();
                    used++;
                } catch (StackOverflowError again) {
                    // further up
                }
            }
            throw e;
        }
    }

    /** A thread that has counted, and the objects that it holds, can be collected when it has ended. */
    static void garbage() throws Exception {
        byte[][] held = {new byte[1000]};
        java.lang.ref.WeakReference<Object> object = new java.lang.ref.WeakReference<>(held[0]);
        Thread thread = new Thread() {
            private final byte[] own = held[0];

            @Override
            public void run() {
                __Counter00000001.Main(1);
                if (own == null) {
                    throw new AssertionError();
                }
            }
        };
        thread.start();
        thread.join();
        thread = null;
        held[0] = null;
        for (int i = 0; object.get() != null; i++) {
            if (i == 200) {
                throw new AssertionError("a thread that has ended is kept alive");
            }
            Thread.sleep(50);
            System.gc();
        }
    }

    /** The heap has been full, and still is at the error that ends the program. */
    static void outOfMemory() {
        __Counter00000001.Main(1);
        for (java.util.List<byte[]> list = new java.util.ArrayList<>(); ; ) {
            list.add(new byte[1 << 18]);
        }
    }

    /** The JVM of Java 8 does not wait for hooks then. */
    static void interruptedExit() {
        __Counter00000001.Main(1);
        Thread.currentThread().interrupt();
        System.exit(__Counter00000001.__exit(5));
    }

    /** Values and exceptions of the bodies of lambdas. */
    static void lambdas() throws Exception {
        Runnable nothing = () -> __Counter00000001.Main(1, () -> none());
        nothing.run();
        java.util.concurrent.Callable<Integer> value = () -> __Counter00000001.Main(2, () -> one());
        if (value.call() + value.call() != 2) {
            throw new AssertionError();
        }
        java.util.concurrent.Callable<Object> thrower = () -> __Counter00000001.Main(3, () -> fail());
        try {
            thrower.call();
            throw new AssertionError();
        } catch (IOException e) {
            __Counter00000001.Main(4);
        }
        // The overload is the one that the program means: submit(Callable) for a value, else submit(Runnable).
        java.util.concurrent.ExecutorService service = java.util.concurrent.Executors.newSingleThreadExecutor();
        Object one = service.submit(() -> __Counter00000001.Main(5, () -> one())).get();
        Object none = service.submit(() -> __Counter00000001.Main(6, () -> none())).get();
        service.shutdown();
        if (!Integer.valueOf(1).equals(one) || none != null) {
            throw new AssertionError(one + ", " + none);
        }
    }

    static void none() {
    }

    static int one() {
        return 1;
    }

    static Object fail() throws IOException {
        throw new IOException("on purpose");
    }
}
