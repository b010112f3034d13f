// level 25
// Patterns of every sort, in switch and instanceof, with guards, nested, unnamed, annotated, of qualified types.
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

public class Patterns {
    @Target(ElementType.TYPE_USE)
    @interface A {}

    sealed interface Node<T> permits Node.Leaf, Node.Pair, Node.Many, Node.None {
        record Leaf<T>(T value) implements Node<T> {}
        record Pair<T>(Node<T> left, Node<? extends T> right) implements Node<T> {}
        non-sealed interface Many<T> extends Node<T> {}
        record None<T>() implements Node<T> {}
    }
    static abstract sealed class Base {}
    static final class One extends Base {}
    static non-sealed class Two extends Base {}
    enum Color { RED, GREEN } // count=1
    static final int K = 4;
    static int n;

    static int all(Object o) {
        return switch (o) { // count=22
            case null -> 1; // count=1
            case Node.Leaf(final @A String s) when s.isEmpty() -> 2; // count=2
            case Node.Leaf<?>(Integer i) when i > 0 && i < 10 || i == 50 -> 3; // count=2
            case Node.Leaf(var _) -> 4; // count=2
            case Node.Pair<?>(Node.Leaf<?>(var a), Node.Pair(_, Node.Leaf(Integer _))) when a != null -> 5; // count=2
            case Node.Pair(Node.Pair(_, _), _), Node.Pair(_, Node.Pair(_, _)) -> 6; // count=2
            case Node.Pair<?>(var l, var r) -> { yield l == r ? 7 : 8; } // count=1
            case Node.None<?>(), Node.Many<?> _ -> 9; // count=2
            case One _, Two _ when n > 100 -> 10; // count=2
            case Patterns.Two two when test(x -> x == null, two) -> 11; // count=1
            case Base b -> 12; // count=2
            case int[] ints when ints.length > 1 -> 13; // count=2
            case int[] _, long[][] _ -> 14; // count=2
            case String s when (s.length() > 2 ? s.equals("abc") : s.isEmpty()) -> 15; // count=2
            case @A String s -> 16; // count=1
            case Color.RED -> 17; // count=1
            case Color c when switch (c) { case RED -> false; default -> true; } -> 18; // count=1
            default -> throw new IllegalArgumentException(); // count=1
        };
    }

    static boolean test(Predicate<Object> p, Object o) { return p.test(o); } // count=1

    static void colons(Object o) {
        switch (o) { // count=4
            case String s when s.length() == 1: // count=2
                n++; // count=1
                break; // count=1
            case String _: // count=1
                n--; // count=1
                break; // count=1
            case Node.Leaf(Integer _): // count=1
            case Node.Leaf(String _):
                n += 2; // count=1
            case Integer _, Long _: // count=1
                n += 3; // count=2
                break; // count=2
            case null, default:
                n += 4; // count=0
        }
    }

    static int constants(int x) {
        switch (x) { // count=4
            case (1), -1, +2 * 3, 'a' - 'b' + 3, K > 3 ? 9 : 10:
                return 1; // count=2
            case K, ~7, 1 << 5: throw new IllegalStateException(); // count=1
        }
        return 0; // count=1
    }

    static boolean tests(Object o) {
        if (!(o instanceof Node.Pair<?>(Node.Leaf(var a), Node.Leaf<?>(Integer b)) && b > 1)) // count=2
            return o instanceof final @A Object x && x instanceof Node.Leaf<?>(_) && n > 0; // count=1
        if (a instanceof Integer i && (i > 5 || i < 0)) // count=1
            return o instanceof Node.Pair<?>(_, Node.Leaf(Integer _)); // count=1
        return o instanceof Map<?, ?> m && m.get(a) instanceof List<?>[] l && l[0] instanceof List<? extends Object>; // count=0
    }

    static <T> Node<T> leaf(T t) { return new Node.Leaf<>(t); } // count=10

    public static void main(String[] args) {
        all(null); // count=1
        for (Object o : new Object[] {"", 3, 50, 2.0, "x"}) all(leaf(o)); // count=1
        Node<Object> l = leaf(1), p = new Node.Pair<>(l, l); // count=1
        all(new Node.Pair<>(l, p)); // count=1
        all(new Node.Pair<>(p, l)); // count=1
        all(new Node.Pair<>(leaf(null), p)); // count=1
        all(p); // count=1
        all(new Node.None<>()); // count=1
        all(new Node.Many<>() {}); // count=1
        for (Object o : new Object[] {new One(), new Two(), new int[2], new int[0], new long[1][], "abc", "ab", Color.RED, Color.GREEN}) all(o); // count=1
        try { // count=1
            all(1); // count=1
        } catch (IllegalArgumentException _) { }
        for (Object o : new Object[] {"a", "ab", leaf("c"), 1L}) colons(o); // count=1
        tests(p); // count=1
        for (int x : new int[] {1, 6, 3}) constants(x); // count=1
        try { // count=1
            constants(4); // count=1
        } catch (IllegalStateException _) { }
        tests(new Node.Pair<>(leaf(7), leaf(2))); // count=1
    }
}
