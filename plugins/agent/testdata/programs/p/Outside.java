package p;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/** Constructors that an exception out of super(...) leaves, where neither superclass nor caller are woven. */
class Outside {
    private Outside() {
    }

    /** A list that cannot be made. */
    static class Failing extends ArrayList<Object> implements Runnable {
        Failing() {
            super(Main.leaf(-2));
        }

        @Override
        public void run() {
        }
    }

    /** A list whose superclass has a constructor that fails, by another one of its own. */
    static class Twice extends Failing {
        Twice(int n) {
            Main.leaf(n);
        }

        Twice() {
            this(1);
        }
    }

    /** A map whose superclass calls methods of the program, and fails sometimes. */
    static class Copy extends HashMap<Key, Key> {
        Copy(Map<Key, Key> from) {
            super(from);
            Main.work();
        }
    }

    static class Key {
        final int n;

        Key(int n) {
            this.n = n;
        }

        @Override
        public int hashCode() {
            hashed(n);
            return n;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).n == n;
        }
    }

    static boolean failing;

    static void hashed(int n) {
        if (failing && n == 2) {
            throw new IllegalStateException();
        }
    }

    static void run() throws Exception {
        caught();
        swallowed();
        called();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 3; i++) {
            for (Runnable r : Arrays.<Runnable>asList(Failing::new, Twice::new)) {
                try {
                    pool.submit(r).get();
                    throw new AssertionError();
                } catch (ExecutionException e) {
                    Main.n++;
                }
            }
            pool.submit(Main::work).get();
            pool.submit(Outside::caught).get();
        }
        pool.shutdown();
    }

    /** The program catches. */
    static void caught() {
        try {
            new Failing();
        } catch (IllegalArgumentException e) {
            Main.work();
        }
        Main.work();
    }

    /** The platform catches, and goes back to the program. */
    static void swallowed() {
        FutureTask<Object> task = new FutureTask<>((Runnable) Failing::new, null);
        task.run();
        Main.work();
        task = new FutureTask<>((Runnable) Twice::new, null);
        task.run();
        Main.leaf(1);
        Main.work();
    }

    /** The superclass calls the program. */
    static void called() {
        Map<Key, Key> from = new HashMap<>();
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            keys.add(new Key(i));
            from.put(keys.get(i), keys.get(i));
        }
        new Copy(from);
        failing = true;
        FutureTask<Object> task = new FutureTask<>(() -> new Copy(from));
        task.run();
        Main.work();
        failing = false;
        copy(new Copy(from));
    }

    static void copy(Map<Key, Key> from) {
        java.util.function.Function<Map<Key, Key>, Copy> make = Copy::new;
        make.apply(from);
        Main.work();
    }
}
