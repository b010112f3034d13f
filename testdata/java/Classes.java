// level 8
// Constructors, initialisers, enums, interfaces, anonymous, local and nested classes, lambdas.
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public class Classes {
    static int n;
    static {
        n = 1; // count=1
    }
    int a;
    {
        a = 2; // count=4
    }
    final Supplier<Integer> field = () -> a + 1; // count=4
    final Runnable run = () -> { // count=4
        n++; // count=2
    };

    Classes() {
        this(7); // count=2
        n++; // count=2
    }

    Classes(int x) {
        super(); // count=3
        if (x == 1) return; // count=3
        n++; // count=2
    }

    Classes(String s, Supplier<String> more) { n += more.get().length(); } // count=1

    enum Shape {
        DOT, LINE(2) { // count=1
            @Override int sides() {
                return 1; // count=1
            }
        };
        final int sides;
        Shape() {
            this(0); // count=1
        }
        Shape(int s) {
            sides = s; // count=2
        }
        int sides() {
            return sides; // count=1
        }
    }

    interface Greeter {
        String name();
        default String greet() {
            return hi() + name(); // count=2
        }
        static String hi() {
            return "hi "; // count=2
        }
    }

    static class Inner extends Classes {
        class Deep {
            int f() {
                return new Object() { int g() { // count=1
                    return 5; // count=1
                } }.g();
            }
        }
        Inner() {
            super(1); // count=1
        }
    }

    static <T> T call(Callable<T> c) throws Exception {
        return c.call(); // count=3
    }

    static void call(Runnable r) {
        r.run(); // count=2
    }

    static void bump() {
        n++; // count=1
    }

    static int next() {
        return ++n; // count=3
    }

    public static void main(String[] args) throws Exception {
        Classes c = new Classes(); // count=1
        new Classes().run.run(); // count=1
        c.run.run(); // count=1
        c.field.get(); // count=1
        new Classes("x", () -> "y"); // count=1
        Shape.DOT.sides(); // count=1
        Shape.LINE.sides(); // count=1
        Greeter g = () -> "you"; // count=1
        g.greet(); // count=1
        new Greeter() { public String name() { // count=1
            return "me"; // count=1
        } }.greet();
        new Inner().new Deep().f(); // count=1
        call(() -> bump()); // count=1
        call(() -> next()); // count=1
        call(() -> { n++; }); // count=1
        call(() -> { return next(); }); // count=1
        IntUnaryOperator twice = x -> x * 2; // count=1
        IntBinaryOperator max = (int x, int y) -> Math.max(x, y); // count=1
        max.applyAsInt(twice.applyAsInt(1), 3); // count=1
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y; // count=1
        add.apply(1).apply(2); // count=1
        List<String> names = Arrays.asList("b", "a", "cc"); // count=1
        names.stream() // count=1
            .filter(s ->
                s.length() == 1) // count=3
            .map(s ->
                s.toUpperCase()) // count=2
            .sorted(Comparator.comparing(s -> s)) // count=2
            .collect(Collectors.toMap(s -> s, s -> // count=2
                new StringBuilder(s))); // count=2
        call(new Callable<Integer>() { @Override public Integer call() { // count=1
            Runnable r = () -> // count=1
                n++; // count=1
            r.run(); // count=1
            return next(); // count=1
        } }.call()::intValue);
    }
}
