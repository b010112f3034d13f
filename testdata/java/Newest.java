// level 25
// What came after Java 21: statements in front of super(...), unnamed variables and patterns, imports of modules.
import module java.base;

public class Newest {
    static int n;

    static class Base {
        Base(int x) {
            n += x; // count=4
        }
    }

    static class Late extends Base {
        final int k;

        Late(int x) {
            if (x > 3) // count=4
                throw new IllegalArgumentException(); // count=1
            k = x; // count=3
            super(x); // count=3
            n++; // count=3
        }

        Late(String s) {
            int q = s.length(); // count=1
            for (int i = 0; i < q; i++) // count=1
                n++; // count=2
            /* ; */ this(q); // count=1
        }

        Late() {
            super(1); // count=1
            k = 0; // count=1
        }
    }

    static class Strict {
        Strict(int x) {
            if (x > 1) // count=5
                throw new IllegalStateException(); // count=3
        }

        Strict() {
            this(n0()); // count=2
        }
    }

    static int n0() {
        return n < 0 ? 0 : 2; // count=2
    }

    /** Counted before the constructor that it calls is left by an exception. */
    static class Left<T extends Number> extends Strict {
        int a = n++; // count=2

        Left() {
            super(); // count=1
            n++; // count=0
        }

        Left(int x) {
            super(x); // count=3
            n++; // count=2
        }

        Left(Object o) { // the call that is not written
            n++; // count=0
        }

        Left(String s) {
            this(Integer.parseInt(s)); // count=1
            n++; // count=0
        }
    }

    static void attempt(Runnable r) {
        try { // count=6
            r.run(); // count=6
            n++; // count=2
        } catch (RuntimeException _) {
            n++; // count=4
        }
    }

    record Box(Object o) {}

    static int kind(Object o) {
        return switch (o) { // count=5
            case String _ -> // count=1
                1; // count=1
            case Box(_) -> // count=1
                2; // count=1
            case Integer _, Long _ -> // count=2
                3; // count=2
            default ->
                4; // count=1
        };
    }

    public static void main(String[] args) {
        new Late(); // count=1
        new Late(1); // count=1
        new Late(2); // count=1
        new Late("ab"); // count=1
        try { // count=1
            new Late(4); // count=1
        } catch (IllegalArgumentException _) {
            n++; // count=1
        }
        attempt(() -> new Left<Integer>()); // count=1
        attempt(() -> new Left<Integer>(0)); // count=1
        attempt(() -> new Left<Integer>(1)); // count=1
        attempt(() -> new Left<Integer>(n)); // count=1
        attempt(() -> new Left<Integer>((Object) null)); // count=1
        attempt(() -> new Left<Integer>("x")); // count=1
        for (var _ : List.of(1, 2)) // count=1
            n++; // count=2
        BiFunction<Integer, Integer, Integer> f = (_, _) -> // count=1
                Integer.valueOf(n); // count=1
        f.apply(1, 2); // count=1
        for (Object o : new Object[] {"", new Box(1), 1, 2L, 'c'}) kind(o); // count=1
    }
}
