package s;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A program that is shipped with counters. Counter 0: how often it was started; 1: what each of its cases counts; 2 and
 * 3: what it does all the time, one right after the other.
 */
public class Service {
    public static void main(String[] args) throws Exception {
        __Counter0000000a.Service(0);
        switch (args[0]) {
            case "exit":
                for (int i = 0; i < 5; i++) {
                    __Counter0000000a.Service(1);
                }
                System.exit(3);
                break;
            case "wait": // until the host has joined files, and begun its own
                __Counter0000000a.Service(1);
                String pid = ManagementFactory.getRuntimeMXBean().getName().replaceAll("@.*", "-");
                File dir = new File(System.getenv("JPROF_COUNTS"));
                for (String[] files = {}; files == null || files.length == 0;) {
                    Thread.sleep(1);
                    files = dir.list((folder, name) -> name.startsWith(pid) && name.endsWith(".part"));
                }
                break;
            case "idle":
                Thread.sleep(Long.MAX_VALUE);
                break;
            case "hosts": // its class has another version of the host
                __Counter0000000c.Service(1);
                Thread.sleep(Long.MAX_VALUE);
                break;
            case "busy": // a class comes while the host is writing, and takes its time
                synchronized (host()) {
                    Thread other = new Thread(() -> __Counter0000000b.Service(1));
                    other.start();
                    other.join();
                }
                break;
            case "loads": // a class again and again, each time with rows for two threads
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    load();
                }
                System.out.print(budget());
                break;
            case "blocks":
                run(Integer.parseInt(args[1]));
                break;
            case "run":
                run(Integer.MAX_VALUE);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    /** Returns the host, as helper classes find it. */
    private static Object host() {
        for (Thread t : Thread.getAllStackTraces().keySet()) {
            if (t.getName().startsWith("jprof-counts-") && t.getUncaughtExceptionHandler() instanceof Consumer) {
                return t.getUncaughtExceptionHandler();
            }
        }
        throw new IllegalStateException("no host");
    }

    /** Counts in a class of a new class loader, in two threads. */
    private static void load() throws Exception {
        URL[] path = {Service.class.getProtectionDomain().getCodeSource().getLocation()};
        try (URLClassLoader loader = new URLClassLoader(path, null)) {
            Method count = loader.loadClass("s.__Counter0000000b").getMethod("Service", int.class);
            count.invoke(null, 1);
            Thread other = new Thread(() -> {
                try {
                    count.invoke(null, 1);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            other.start();
            other.join();
        }
    }

    /** Returns the bytes that are left for rows when all but two loaded classes have been forgotten. */
    private static long budget() throws Exception {
        Object host = host();
        Field sections = host.getClass().getDeclaredField("sections");
        Field arrived = host.getClass().getDeclaredField("arrived");
        Field budget = host.getClass().getDeclaredField("budget");
        sections.setAccessible(true);
        arrived.setAccessible(true);
        budget.setAccessible(true);
        while (true) {
            System.gc();
            synchronized (host) {
                if (((Collection<?>) arrived.get(host)).isEmpty()
                        && ((Collection<?>) sections.get(host)).size() == 2) {
                    return ((AtomicLong) budget.get(host)).get();
                }
            }
            Thread.sleep(1);
        }
    }

    /** Counts in another thread, until the JVM ends. What is counted in a block is printed before, as a dot. */
    private static void run(int blocks) throws InterruptedException {
        Thread worker = new Thread(() -> {
            for (int i = 0; i < blocks && count(); i++) {
                Thread.yield();
            }
        });
        boolean[] ending = new boolean[1];
        Thread hook = new Thread(() -> {
            synchronized (ending) {
                ending[0] = true;
            }
            worker.interrupt();
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            Runtime.getRuntime().addShutdownHook(__Counter0000000a.__hook(hook));
        } catch (IllegalStateException e) {
            return; // the JVM is ending already
        }
        synchronized (ending) {
            if (!ending[0]) {
                worker.start();
            }
        }
        worker.join();
    }

    private static boolean count() {
        System.out.print('.');
        System.out.flush();
        for (int i = 0; i < 10; i++) {
            __Counter0000000a.Service(2);
            __Counter0000000a.Service(3);
        }
        try {
            Thread.sleep(1);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
