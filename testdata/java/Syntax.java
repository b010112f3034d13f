// level 8
// What Java 8 lets be written in places where it is seldom seen: annotated types, arrays behind methods,
// receivers, lambdas in every position, generics of any depth.
import java.io.IOException;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

@Syntax.Note({@Syntax.A, @Syntax.A(1 + 2)})
public class Syntax<@Syntax.A T extends @Syntax.A Object & @Syntax.A Comparable<? super @Syntax.A T>> {
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface A { int value() default 1; }

    @interface Note { A[] value() default {}; }

    interface Risky<X extends Exception> {
        int run() throws X;
    }

    static int n;
    static final Supplier<Supplier<Supplier<String>>> DEEP = () -> // count=1
            () -> // count=1
                () -> // count=1
                    "x"; // count=1
    @A(2) int @A [] @A [] grid = new @A int @A [2] @A [3]; // count=3
    int[] a = {1, 2, f(() -> 3)}, b[] = {{}, {f(() -> { // count=3
        return 4; // count=3
    })}}, c;
    Runnable both = (Runnable & @A Serializable) () -> n++; // count=3
    Callable<@A Integer> risky = () -> { // count=3
        if (n < 0) throw new IOException("no"); // count=1
        return n; // count=1
    };

    static int f(Supplier<Integer> s) {
        return s.get(); // count=9
    }

    static int f(Supplier<Integer> s, int... more)[] {
        return new int[] {s.get(), more.length}; // count=1
    }

    int g(int x[], int... y)[][] {
        return new int[][] {x, y, {}}; // count=1
    }

    @A int h(@A Syntax<@A T> this, @A int @A [] x, @A String @A ... y) throws @A RuntimeException {
        return x.length + y.length; // count=1
    }

    class Inner {
        int v;
        @A Inner(Syntax<T> Syntax.this, int v) {
            this.v = v; // count=2
        }
        Inner(Supplier<Integer> s) {
            this(f(() -> s.get() + // count=1
                    1));
            v++; // count=1
        }
    }

    class Deeper extends Syntax<String>.Inner {
        Deeper(Syntax<String> outer) {
            outer.super(f(() -> { // count=1
                return 5; // count=1
            }));
            v++; // count=1
        }
    }

    Syntax() {
        this(x -> y -> x + y, new Object() { // count=1
            int v = f(() -> 1); // count=1
            @Override public String toString() {
                return "v" + v; // count=1
            }
        });
        n++; // count=1
    }

    <U extends Function<Integer, ? extends Function<? super Integer, Integer>>> Syntax(U f, Object o) {
        super(); // count=3
        n += f.apply(1).apply(2) + o.toString().length(); // count=3
    }

    <X extends Exception> int checked(Risky<? extends X> r) throws X {
        return r.run(); // count=3
    }

    static <K extends Comparable<? super K>, V extends List<? extends Map<? super K, List<? extends K[]>>>>
            @A List<@A ? extends Map<K, V>> deep(Map<K, Map<String, List<Map<? super K[], ? extends List<?>[]>>>> m) {
        List<Map<K, V>> x = new @A ArrayList<@A Map<K, V>>(); // count=1
        boolean b = m.size() < n && n > (m.size() >> 2 >>> 3), c = (n < 1) == (n > 1); // count=1
        return b == c ? x : Collections.<Map<K, V>>emptyList(); // count=1
    }

    void lambdas() throws Exception {
        Function<Integer, Function<Integer, Function<Integer, Integer>>> add = x -> y -> z -> // count=1
                x + y + z; // count=1
        add.apply(1).apply(2).apply(3); // count=1
        Object o = (Function<Integer, Integer> & Serializable) ((x -> { // count=1
            return x + 1; // count=0
        }));
        Runnable r = n > 0 ? () -> n++ : () -> // count=1
                n--; // count=0
        r.run(); // count=1
        checked(() -> { // count=1
            try { // count=1
                throw new IOException("a"); // count=1
            } catch (@A IOException | @A IllegalStateException e) {
                return 1; // count=1
            }
        });
        try { // count=1
            checked((Risky<IOException>) () -> { // count=1
                throw new IOException("b"); // count=1
            });
        } catch (final @A IOException e) {
            n++; // count=1
        }
        this.<RuntimeException>checked(() -> // count=1
                n++); // count=1
        BiFunction<int[], String[], Integer> arrays = (int x[], String @A [] y) -> // count=1
                x.length + y.length; // count=1
        arrays.apply(new int[] {1, 2,}, new String[0]); // count=1
        Supplier<int[]> make = () -> // count=1
                new int[] {1, 2}; // count=1
        make.get()[0]++; // count=1
        Function<Integer, int[]> ref = int[]::new; // count=1
        ref.andThen(int[]::clone).apply(3); // count=1
        Supplier<Inner> inner = () -> this.new Inner(() -> // count=1
                1) { // count=1
            { n++; } // count=1
        };
        inner.get(); // count=1
        Callable<Callable<String>> nested = () -> { // count=1
            class Local {
                String s = "l"; // count=1
                String get() throws IOException {
                    if (s == null) throw new IOException(); // count=1
                    return s; // count=1
                }
            }
            return () -> // count=1
                new Local().get(); // count=1
        };
        nested.call().call(); // count=1
        Comparator<String> cmp = ((Comparator<String>) (x, y) -> { // count=1
            return x.compareTo(y); // count=1
        }).thenComparing((final String x, @A String y) ->
                0); // count=1
        cmp.compare("a", "a"); // count=1
        for (Iterator<Integer> i = ((Iterable<Integer>) () -> Arrays.asList(1, 2).iterator()).iterator(); i.hasNext(); ) // count=1
            i.next(); // count=2
        int q; // count=1
        (q) = 3; // count=1
        ((q)) += (q) + +(q) - -(q); // count=1
        (this.c) = new int[] {q}; // count=1
        (c[0])++; // count=1
        Object cast = (@A String & @A Comparable<@A String>) (Object) "s"; // count=1
        if (cast instanceof @A String && cast instanceof Comparable<?>) // count=1
            n++; // count=1
        ; ;
        if (n < 0) ; else ; // count=1
    }

    public static void main(String[] args) throws Exception {
        Syntax<String> s = new Syntax<String>(); // count=1
        f(() -> 1, 2, 3); // count=1
        s.g(new int[1])[0][0]++; // count=1
        s.h(new int[2], "a", "b"); // count=1
        new Syntax<Integer>(x -> y -> x * y, "o").new Deeper(s); // count=1
        s.both = (Runnable & Serializable) () -> n++; // count=1
        s.both.run(); // count=1
        s.risky.call(); // count=1
        deep(new HashMap<String, Map<String, List<Map<? super String[], ? extends List<?>[]>>>>()); // count=1
        s.lambdas(); // count=1
        DEEP.get().get().get(); // count=1
        new Syntax<Integer>(x -> y -> { // count=1
            return x; // count=1
        }, 1);
    }
}
