// level 8
// What exceptions leave. A mark says how often the first statement on its line is begun, and for
// each condition that starts there how often it was true/false; for a case or a catch clause how often.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class Exceptions {
    static int n;

    static int fail(int when) { // an int that is positive, or an exception
        if (when <= 0) // count=57 branch=27/30
            throw new IllegalStateException("asked for"); // count=27
        return when; // count=30
    }

    static class Resource implements AutoCloseable {
        final boolean bad;

        Resource(int when, boolean bad) {
            fail(when); // count=7
            this.bad = bad; // count=6
        }

        public void close() {
            if (bad) // count=6 branch=4/2
                throw new IllegalArgumentException("close"); // count=4
        }
    }

    public static void main(String[] args) {
        caught(1); // count=1
        caught(0); // count=1
        for (int i = 0; i < 3; i++) { // count=1 branch=3/1
            try { // count=3
                straight(i); // count=3
                n++; // count=1
            } catch (IllegalStateException e) { // branch=2
                n--; // count=2
            } catch (RuntimeException e) { // branch=0
                n = 0; // count=0
            }
            n += 2; // count=3
        }
        nested(); // count=1
        resources(1, false, 1); // count=1
        resources(0, false, 1); // count=1
        resources(1, true, 1); // count=1
        resources(1, true, 0); // count=1
        leaving(); // count=1
        implicit(); // count=1
        conditions(); // count=1
        loops(); // count=1
        finals(1); // count=1
        finals(0); // count=1
        lambdas(); // count=1
        objects(); // count=1
        overflow(); // count=1
        switches(); // count=1
    }

    static void straight(int i) {
        n++; // count=3
        fail(i); // count=3
        n++; // count=2
        fail(i - 1); // count=2
        n++; // count=1
    }

    static void caught(int i) {
        try { // count=2
            n++; // count=2
            fail(i); // count=2
            n++; // count=1
        } catch (IllegalStateException e) { // branch=1
            n++; // count=1
        }
        n++; // count=2
    }

    static void nested() {
        try { // count=1
            for (int i = 2; ; i--) { // count=1
                try { // count=3
                    fail(i - 1); // count=3
                    n++; // count=1
                } catch (IllegalStateException e) { // branch=2
                    if (i == 0) // count=2 branch=1/1
                        throw e; // count=1
                    n++; // count=1
                } finally {
                    n++; // count=3
                }
                n++; // count=2
            }
        } catch (RuntimeException e) { // branch=1
            try { // count=1
                throw new RuntimeException(e); // count=1
            } catch (RuntimeException f) { // branch=1
                n++; // count=1
            }
            n++; // count=1
        }
    }

    static void resources(int open, boolean badClose, int body) {
        try { // count=4
            try (Resource a = new Resource(open, badClose); Resource b = new Resource(1, badClose)) { // count=4
                n++; // count=3
                fail(body); // count=3
                n++; // count=2
            }
            n++; // count=1
        } catch (IllegalArgumentException e) { // branch=1
            n++; // count=1
        } catch (IllegalStateException e) { // branch=2
            n++; // count=2
        }
        n++; // count=4
    }

    static void leaving() {
        int left = 0; // count=1
        for (int i = 0; i < 4; i++) { // count=1 branch=4/1
            try (Resource r = null) { // count=4
                if (i == 1) // count=4 branch=1/3
                    continue; // count=1
                fail(i); // count=3
                left++; // count=2
            } catch (IllegalStateException e) { // branch=1
                left--; // count=1
                continue; // count=1
            }
            left += 2; // count=2
        }
        n += left; // count=1
    }

    static void implicit() {
        Object o = null; // count=1
        int[] a = new int[1]; // count=1
        int zero = a[0]; // count=1
        Integer boxed = null; // count=1
        for (int i = 0; i < 7; i++) { // count=1 branch=7/1
            try { // count=7
                switch (i) { // count=7
                    case 0: // branch=1
                        o.hashCode(); // count=1
                        break; // count=0
                    case 1: // branch=1
                        a[1] = 0; // count=1
                        break; // count=0
                    case 2: // branch=1
                        n = (Integer) (Object) "x"; // count=1
                        break; // count=0
                    case 3: // branch=1
                        n = 1 / zero; // count=1
                        break; // count=0
                    case 4: // branch=1
                        n = boxed; // count=1
                        break; // count=0
                    case 5: // branch=1
                        a = new int[zero - 1]; // count=1
                        break; // count=0
                    default: // branch=1
                        assert zero == 1; // count=1 branch=0/1
                        break; // count=0
                }
                n++; // count=0
            } catch (RuntimeException | AssertionError e) { // branch=7
                n++; // count=7
            }
        }
    }

    static void conditions() {
        for (int i = 0; i < 3; i++) { // count=1 branch=3/1
            try { // count=3
                if (fail(i) > 1 && fail(i) < 9 || i == 7) // count=3 branch=1/1,1/0,0/1
                    n++; // count=1
                else
                    n++; // count=1
                n++; // count=2
                boolean b = fail(2 - i) > 0 && n > 0; // count=2 branch=1/0,1/0
                n += b ? 1 : 2; // count=1 branch=1/0
                while (n > 0 || fail(0) > 0) // count=1 branch=1/1,0/0
                    n = -1; // count=1
                n++; // count=0
            } catch (IllegalStateException e) { // branch=3
                n = 1; // count=3
            }
        }
        n++; // count=1
    }

    static void loops() {
        List<Integer> list = new ArrayList<>(); // count=1
        list.add(1); // count=1
        list.add(2); // count=1
        try { // count=1
            for (int x : list) { // count=1 branch=1/1
                n++; // count=1
                list.remove(0); // count=1
                if (list.isEmpty()) // count=1 branch=0/1
                    list.add(x); // count=0
            }
            n++; // count=1
        } catch (java.util.ConcurrentModificationException e) { // branch=0
            n++; // count=0
        } catch (IndexOutOfBoundsException e) { // branch=0
            n++; // count=0
        }
        Iterator<Integer> it = list.iterator(); // count=1
        try { // count=1
            while (true) { // count=1
                it.next(); // count=any
                n++; // count=any
            }
        } catch (java.util.NoSuchElementException e) { // branch=1
            n++; // count=1
        }
        int i = 3; // count=1
        try { // count=1
            do { // count=1
                n++; // count=3
                i--; // count=3
            } while (fail(i) > 0); // count=3 branch=2/0
            n++; // count=0
        } catch (IllegalStateException e) { // branch=1
            n++; // count=1
        }
    }

    static int finals(int i) {
        try { // count=2
            try { // count=2
                fail(i); // count=2
                return 1; // count=1
            } finally {
                n++; // count=2
                fail(0); // count=2
                n++; // count=0
            }
        } catch (IllegalStateException e) { // branch=2
            n++; // count=2
        }
        for (int j = 0; j < 2; j++) { // count=2 branch=2/0
            try { // count=2
                fail(j); // count=2
            } catch (IllegalStateException e) { // branch=2
                n++; // count=2
                fail(0); // count=2
                n++; // count=0
            } finally {
                n++; // count=2
                break; // count=2
            }
        }
        return 0; // count=2
    }

    interface Risky<E extends Exception> {
        void run() throws E;
    }

    static <E extends Exception> void run(Risky<E> r) throws E {
        n++; // count=2
        r.run(); // count=2
        n++; // count=0
    }

    static void lambdas() {
        Risky<java.io.IOException> r = () -> { // count=1
            n++; // count=1
            throwing(); // count=1
            n++; // count=0
        };
        try { // count=1
            run(r); // count=1
        } catch (java.io.IOException e) { // branch=1
            n++; // count=1
        }
        try { // count=1
            run(() -> { // count=1
                n++; // count=1
                Runnable inner = () -> { fail(0); n++; }; // count=1
                inner.run(); // count=1
                n++; // count=0
            });
        } catch (RuntimeException e) { // branch=1
            n++; // count=1
        }
    }

    static void throwing() throws java.io.IOException {
        n++; // count=1
        throw new java.io.IOException(); // count=1
    }

    static class Parent {
        final int a;

        {
            n++; // count=5
        }

        Parent(int i) {
            a = fail(i); // count=5
            n++; // count=3
        }
    }

    static class Child extends Parent {
        final int b;

        {
            fail(a - 1); // count=3
            n++; // count=2
        }

        Child(int i) {
            super(i); // count=4
            n++; // count=2
            b = fail(i - 2); // count=2
            n++; // count=1
        }
    }

    static class Lazy {
        static int ready = fail(0); // count=1

        static {
            n++; // count=0
        }
    }

    static void objects() {
        for (int i = 0; i < 4; i++) { // count=1 branch=4/1
            try { // count=4
                new Child(i); // count=4
                n++; // count=1
            } catch (IllegalStateException e) { // branch=3
                n++; // count=3
            }
        }
        try { // count=1
            new Parent(0); // count=1
            n++; // count=0
        } catch (IllegalStateException e) { // branch=1
            n++; // count=1
        }
        try { // count=1
            n += Lazy.ready; // count=1
            n++; // count=0
        } catch (ExceptionInInitializerError e) { // branch=1
            n++; // count=1
        }
    }

    static int down(int depth) {
        deepest = depth; // count=any
        int below = down(depth + 1); // count=any
        return below + 1; // count=0
    }

    static int deepest;

    static void overflow() {
        try { // count=1
            down(0); // count=1
            n++; // count=0
        } catch (StackOverflowError e) { // branch=1
            n++; // count=1
        }
        n++; // count=1
    }

    static void switches() {
        for (int i = 0; i < 3; i++) { // count=1 branch=3/1
            try { // count=3
                switch (fail(i)) { // count=3 branch=0
                    case 1: // branch=1
                        n++; // count=1
                        fail(0); // count=1
                        n++; // count=0
                    case 2: // branch=1
                        n++; // count=1
                }
                n++; // count=1
            } catch (IllegalStateException e) { // branch=2
                n++; // count=2
            }
        }
    }
}
