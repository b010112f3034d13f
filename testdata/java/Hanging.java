// level 8
// Each sort of place at which a thread can be when the JVM ends: what follows was not reached.
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

public class Hanging {
    static int after;

    public static void main(String[] args) throws Exception {
        List<Runnable> all = Arrays.asList(                     // count=1
            Hanging::tryFinally, Hanging::inFinally, Hanging::inFinallyThrown, Hanging::rethrow, Hanging::forInit, Hanging::forCond,
            Hanging::forUpdate, Hanging::forEach, Hanging::sync, Hanging::returnTry, Hanging::lambdaValue, Hanging::doCond, Hanging::whileCond,
            Hanging::chain, Hanging::throwing, Hanging::local, Hanging::def, Hanging::openResource, Hanging::bodyResource,
            Hanging::closeResource, Hanging::multi,
            Hanging::selector, Hanging::array, Hanging::nestedLoops, Hanging::continues, Hanging::finallyReturn, Hanging::elseBranch,
            () -> ternary(true),                                // count=1
            () -> both(true),                                   // count=1
            () -> nested(1, 2),                                 // count=1
            () -> E.A.hashCode());                              // count=1
        for (Runnable r : all) {                                // count=1
            Thread t = new Thread(r);                           // count=31
            t.setDaemon(true);                                  // count=31
            t.start();                                          // count=31
            while (t.getState() != Thread.State.WAITING) {      // count=31
            }
        }
        System.exit(0);                                         // count=1
        after++;                                                // count=0
    }

    static int hang() {
        LOOP: for (;;) {                                        // count=31
            try {                                               // count=31
                new CountDownLatch(1).await();                  // count=31
            } catch (InterruptedException e) {
                break LOOP;                                     // count=0
            }
        }
        return 0;                                               // count=0
    }

    static void tryFinally() {
        try {                                                   // count=1
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        } finally {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void inFinally() {
        try {                                                   // count=1
            after += 0;                                         // count=1
        } finally {
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void inFinallyThrown() {
        try {                                                   // count=1
            Integer.parseInt("x");                              // count=1
            after++;                                            // count=0
        } finally {
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void rethrow() {
        try {                                                   // count=1
            try {                                               // count=1
                Integer.parseInt("x");                          // count=1
                after++;                                        // count=0
            } catch (RuntimeException e) {
                throw e;                                        // count=1
            }
            after++;                                            // count=0
        } catch (IllegalArgumentException e) {
            for (int i = 0; i < 3; i++) {                       // count=1
                if (i == 1) hang();                             // count=2
                after += 0;                                     // count=1
            }
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void forInit() {
        for (int i = hang(); i < 3; i++) {                      // count=1
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void forCond() {
        for (int i = 0; i < 2 + (i == 1 ? hang() : 0); i++) {   // count=1
            after += 0;                                         // count=1
        }
        after++;                                                // count=0
    }

    static void forUpdate() {
        for (int i = 0; i < 2; i += hang()) {                   // count=1
            after += 0;                                         // count=1
            String.valueOf(i);                                  // count=1
        }
        after++;                                                // count=0
    }

    static void forEach() {
        Iterable<Integer> it = () -> new Iterator<Integer>() {  // count=1
            int n;
            public boolean hasNext() {
                if (n == 2) {                                   // count=3
                    hang();                                     // count=1
                    after++;                                    // count=0
                }
                return true;                                    // count=2
            }
            public Integer next() {
                return n++;                                     // count=2
            }
        };
        for (int i : it) {                                      // count=1
            after += 0;                                         // count=2
            String.valueOf(i);                                  // count=2
        }
        after++;                                                // count=0
    }

    static void ternary(boolean b) {
        int n = b ? hang() : 1;                                 // count=1
        after++;                                                // count=0
    }

    static void both(boolean b) {
        boolean c = b && hang() == 0 || b;                      // count=1
        after++;                                                // count=0
    }

    static void sync() {
        synchronized (new Object()) {                           // count=1
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static int returnTry() {
        try {                                                   // count=1
            if (after > -1) {                                   // count=1
                return hang();                                  // count=1
            }
            after++;                                            // count=0
        } finally {
            after++;                                            // count=0
        }
        after++;                                                // count=0
        return 1;                                               // count=0
    }

    static int nested(int a, int b) {
        return Math.max(Math.min(a, hang()),                    // count=1
            Math.abs(b));
    }

    static void lambdaValue() {
        Supplier<Supplier<Integer>> s = () -> () -> hang() + 1; // count=1
        int n = s.get()                                         // count=1
            .get();
        after++;                                                // count=0
    }

    static void doCond() {
        do {                                                    // count=1
            after += 0;                                         // count=1
        } while (hang() == 0); // count=1
        after++;                                                // count=0
    }

    static void whileCond() {
        int n = 0;                                              // count=1
        while (n < 5 && (n != 2 || hang() == 0)) {              // count=1
            n++;                                                // count=2
            if (n == 7)                                         // count=2
                break;                                          // count=0
        }
        after++;                                                // count=0
    }

    static void chain() {
        if (after < 0) {                                        // count=1
            after++;                                            // count=0
        } else if (hang() == 0) {                               // count=1
            after++;                                            // count=0
        } else {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void throwing() {
        try {                                                   // count=1
            if (after >= 0)                                     // count=1
                throw new IllegalStateException("" + hang());   // count=1
            after++;                                            // count=0
        } catch (IllegalStateException e) {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void local() {
        class Local {
            int n = hang(); // count=1
            Local() {
                after++;                                        // count=0
            }
        }
        new Local();                                            // count=1
        after++;                                                // count=0
    }

    enum E {
        A; // count=0
        E() {
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        }
    }

    interface D {
        default void d() {
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        }
    }

    static void def() {
        new D() { }.d();                                        // count=1
        after++;                                                // count=0
    }

    static AutoCloseable open() {
        hang();                                                 // count=1
        return null;                                            // count=0
    }

    static void openResource() {
        try (AutoCloseable a = open()) {                        // count=1
            after++;                                            // count=0
        } catch (Exception e) {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void bodyResource() {
        try (AutoCloseable a = null) {                          // count=1
            after += 0;                                         // count=1
            hang();                                             // count=1
            after++;                                            // count=0
        } catch (Exception e) {
            after++;                                            // count=0
        } finally {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void closeResource() {
        try (AutoCloseable a = () -> hang()) {                  // count=1
            after += 0;                                         // count=1
        } catch (Exception e) {
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void multi() {
        try {                                                   // count=1
            Objects.requireNonNull(null);                       // count=1
            after++;                                            // count=0
        } catch (IllegalStateException e) {
            after++;                                            // count=0
        } catch (IllegalArgumentException | NullPointerException e) {
            hang();                                             // count=1
            after++;                                            // count=0
        }
        after++;                                                // count=0
    }

    static void selector() {
        switch (hang()) {                                       // count=1
            case 0: after++;                                    // count=0
            default: after++;                                   // count=0
        }
        after++;                                                // count=0
    }

    static void array() {
        int[] a = {1, 2};                                       // count=1
        a[hang()] = a[1];                                       // count=1
        after++;                                                // count=0
    }

    static void nestedLoops() {
        for (int i = 0; i < 3; i++)                             // count=1
            for (int j = 0; j < 3; j++)                         // count=2
                if (i * 3 + j == 4)                             // count=5
                    hang();                                     // count=1
                else
                    after += 0;                                 // count=4
        after++;                                                // count=0
    }

    static void continues() {
        for (int i = 0; i < 5; i++) {                           // count=1
            if (i % 2 == 0)                                     // count=4
                continue;                                       // count=2
            String.valueOf(i);                                  // count=2
            if (i == 3) {                                       // count=2
                hang();                                         // count=1
                continue;                                       // count=0
            }
            after += 0;                                         // count=1
        }
        after++;                                                // count=0
    }

    @SuppressWarnings("finally")
    static int finallyReturn() {
        try {                                                   // count=1
            return Integer.parseInt("x");                       // count=1
        } finally {
            for (int i : Arrays.asList(1, 2)) {                 // count=1
                try {                                           // count=1
                    hang();                                     // count=1
                } catch (RuntimeException e) {
                    after++;                                    // count=0
                }
                after++;                                        // count=0
            }
            return 2;                                           // count=0
        }
    }

    static void elseBranch() {
        Runnable r = () -> {                                    // count=1
            if (after < 0) after++; else {                      // count=1
                hang();                                         // count=1
                after++;                                        // count=0
            }
            after++;                                            // count=0
        };
        r.run();                                                // count=1
        after++;                                                // count=0
    }
}
