// level 8

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Prints what a program sees of the platform's classes, and of threads. */
public class Hidden {

    static void list(Class<?> type) {
        List<String> fields = new ArrayList<>();
        for (Field f : type.getDeclaredFields()) {
            fields.add(f.getType().getName() + " " + f.getName());
        }
        Collections.sort(fields);
        System.out.println(type + " " + fields + " " + type.getDeclaredMethods().length + " "
                + type.getDeclaredConstructors().length + " " + Arrays.toString(type.getInterfaces()));
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"java.lang.Thread", "java.lang.String", "java.lang.Object", "java.lang.System",
            "java.lang.ThreadLocal", "java.util.ArrayList", "java.lang.invoke.MethodHandles$Lookup"}) {
            list(Class.forName(name));
        }
        try {
            Thread.class.getDeclaredField("jprof$cx");
            System.out.println("the field is visible");
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
        Supplier<String> lambda = () -> "a lambda in " + Thread.currentThread().getName() + new Throwable().getStackTrace().length;
        System.out.println(lambda.get() + " " + lambda.getClass().isSynthetic() + " " + lambda.getClass().getDeclaredFields().length);
        CountDownLatch done = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(done::countDown, "thread " + i);
            t.start();
            t.join();
            System.out.println(t + " " + t.getState());
        }
        done.await();
        System.out.println(Thread.getAllStackTraces().keySet().stream().filter(t -> !t.isDaemon()).count());
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("out of a thread");
        }, "failing");
        failing.start();
        failing.join();
        new ArrayList<>(Arrays.asList(3, 1, 2)).sort((a, b) -> {
            for (StackTraceElement e : new Throwable().getStackTrace()) {
                System.out.println("    " + e);
            }
            throw new RuntimeException("out of a comparator");
        });
    }
}
