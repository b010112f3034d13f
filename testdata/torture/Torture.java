import com.sun.tools.attach.VirtualMachine;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Counts how often tick is called, in a file that survives the JVM, and makes the JVM's life hard: see the modes.
 *
 * <p>The file has two longs: how often tick was called, and the nanoseconds since the first call.
 */
public class Torture {
    static final AtomicLong TICKS = new AtomicLong();
    static volatile Instrumentation instrumentation;
    static MappedByteBuffer truth;
    static long begun;

    public static void main(String[] args) throws Exception {
        String mode = args[0];
        int n = Integer.parseInt(args[2]);
        try (RandomAccessFile file = new RandomAccessFile(args[1], "rw")) {
            truth = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 16);
        }
        begun = System.nanoTime();
        switch (mode) {
            case "exit":
                ticks(n);
                System.exit(3);
                break;
            case "halt":
                ticks(n);
                Runtime.getRuntime().halt(4);
                break;
            case "uncaught":
                ticks(n);
                throw new IllegalStateException("on purpose");
            case "kill":
                slowTicks(n);
                new ProcessBuilder("kill", "-9", String.valueOf(ProcessHandle.current().pid())).start();
                slowTicks(60000);
                break;
            case "crash":
                slowTicks(n);
                crash();
                break;
            case "memory":
                memory(n);
                break;
            case "stack":
                stack(n);
                break;
            case "threads":
                threads(n);
                break;
            case "virtual":
                virtual(n);
                break;
            case "unload":
                unload(n);
                break;
            case "redefine":
                redefine(n);
                break;
            case "hook":
                Runtime.getRuntime().addShutdownHook(new Thread(() -> slowTicks(n)));
                break;
            default:
                throw new IllegalArgumentException(mode);
        }
    }

    /** The counted method. */
    static void tick() {
        long n = TICKS.incrementAndGet();
        if (n % 256 == 0) {
            write(n);
        }
    }

    static void write(long n) {
        truth.putLong(0, n);
        truth.putLong(8, System.nanoTime() - begun);
    }

    /** Calls tick so often, and writes that. */
    static void ticks(int n) {
        for (int i = 0; i < n; i++) {
            tick();
        }
        write(TICKS.get());
    }

    /** Calls tick for so many milliseconds, some ten thousand times in each second. */
    static void slowTicks(int milliseconds) {
        long end = System.nanoTime() + milliseconds * 1000000L;
        while (System.nanoTime() < end) {
            ticks(10);
            long pause = System.nanoTime() + 500000;
            while (System.nanoTime() < pause) {
                Thread.onSpinWait();
            }
        }
    }

    static void crash() throws Exception {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        java.lang.reflect.Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        type.getMethod("putAddress", long.class, long.class).invoke(field.get(null), 0L, 0L);
    }

    /** Uses up the heap so often, with a tick between allocations. */
    static void memory(int n) {
        for (int i = 0; i < n; i++) {
            List<byte[]> all = new ArrayList<>();
            try {
                while (true) {
                    tick();
                    all.add(new byte[1 << 16]);
                }
            } catch (OutOfMemoryError e) {
                all = null;
            }
        }
        write(TICKS.get());
    }

    /** Uses up the stack so often. */
    static void stack(int n) {
        for (int i = 0; i < n; i++) {
            try {
                deep(i);
            } catch (StackOverflowError e) {
                tick();
            }
        }
        write(TICKS.get());
    }

    static long deep(long n) {
        return deep(n + 1) + 1;
    }

    /** Has so many threads alive at once, each of which ticks. */
    static void threads(int n) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(n);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(null, () -> {
                tick();
                ready.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int k = 0; k < 100; k++) {
                    tick();
                }
            }, "t" + i, 1 << 17);
            t.start();
            all.add(t);
        }
        ready.await();
        go.countDown();
        for (Thread t : all) {
            t.join();
        }
        write(TICKS.get());
    }

    /** The same with virtual threads, by reflection: older javacs compile this, too. */
    static void virtual(int n) throws Exception {
        java.lang.reflect.Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        CountDownLatch done = new CountDownLatch(n);
        Runnable body = () -> {
            for (int k = 0; k < 10; k++) {
                tick();
                Thread.yield();
            }
            done.countDown();
        };
        for (int i = 0; i < n; i++) {
            start.invoke(null, body);
        }
        done.await();
        write(TICKS.get());
    }

    /** Loads a class so often, by a class loader of its own that is forgotten then. */
    static void unload(int n) throws Exception {
        URL here = Torture.class.getProtectionDomain().getCodeSource().getLocation();
        for (int i = 0; i < n; i++) {
            try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
                Class<?> type = loader.loadClass("Torture$Loaded");
                type.getMethod("tick", int.class).invoke(null, 10);
            }
            TICKS.addAndGet(10);
            if (i % 20 == 0) {
                System.gc();
            }
        }
        write(TICKS.get());
    }

    /** Redefines and retransforms this class so often, while another thread is in it. */
    static void redefine(int n) throws Exception {
        Path jar = Files.createTempFile("agent", ".jar");
        Manifest manifest = new Manifest();
        Attributes names = manifest.getMainAttributes();
        names.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        names.putValue("Agent-Class", "Torture");
        names.putValue("Can-Redefine-Classes", "true");
        names.putValue("Can-Retransform-Classes", "true");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        VirtualMachine own = VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid()));
        own.loadAgent(jar.toString());
        own.detach();
        Files.delete(jar);
        byte[] text;
        try (InputStream in = Torture.class.getResourceAsStream("Torture.class")) {
            text = in.readAllBytes();
        }
        Thread other = new Thread(() -> ticks(10000 * n));
        other.start();
        for (int i = 0; i < n; i++) {
            ticks(100);
            instrumentation.redefineClasses(new ClassDefinition(Torture.class, text));
            ticks(100);
            instrumentation.retransformClasses(Torture.class);
        }
        other.join();
        write(TICKS.get());
    }

    public static void agentmain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    /** The class that is loaded again and again. */
    public static class Loaded {
        public static void tick(int n) {
            for (int i = 0; i < n; i++) {
                once();
            }
        }

        static void once() {
        }
    }
}
