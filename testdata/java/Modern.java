// level 21
// What came after Java 8: arrows, switch expressions, patterns, records, sealed types, text blocks.
import java.util.List;
import java.util.function.Supplier;

public class Modern {
    sealed interface Shape permits Circle, Square, Pair {}
    record Circle(double r) implements Shape {
        Circle {
            if (r < 0) // count=3
                throw new IllegalArgumentException("r"); // count=1
        }
        static Circle unit() {
            return new Circle(1); // count=1
        }
        double area() {
            return r * r * 3; // count=2
        }
    }
    record Square(int a) implements Shape {
        Square(String s) {
            this(s.length()); // count=1
        }
    }
    record Pair(Shape left, Shape right) implements Shape {}

    interface Secret {
        private int hidden() {
            return 4; // count=1
        }
        default int open() {
            return hidden(); // count=1
        }
    }

    static int area(Shape s) {
        return switch (s) { // count=5
            case Circle c when c.r() > 5 -> // count=2
                100; // count=0
            case Circle c -> (int) c.area(); // count=2
            case Square(int a) -> { // count=2
                int x = a; // count=2
                yield x * x; // count=2
            }
            case Pair(Circle(var r), Shape right) when right instanceof Circle -> // count=1
                (int) r; // count=0
            case Pair(Shape l, Shape r) -> // count=1
                area(l) + area(r); // count=1
        };
    }

    static String days(int d) {
        String name = switch (d) { // count=4
            case 1, 7:
                yield "weekend"; // count=2
            case 2:
                d++; // count=1
            default:
                yield "week" + d; // count=2
        };
        return name; // count=4
    }

    static int risky(int d) {
        int v = switch (d) { // count=2
            case 0 -> 1; // count=1
            default -> throw new IllegalStateException("bad"); // count=1
        };
        return v; // count=1
    }

    static int caught(int d) {
        int v = switch (d) { // count=3
            case 0 -> {
                try { // count=1
                    yield 6 / d; // count=1
                } catch (ArithmeticException e) {
                    yield -1; // count=1
                }
            }
            case 1 -> {
                try { // count=1
                    yield switch (d) { // count=1
                        case 1 -> {
                            int w = 6 / (d - 1); // count=1
                            yield w; // count=0
                        }
                        default -> days(d).length(); // count=0
                    };
                } catch (ArithmeticException e) {
                    d++; // count=1
                }
                yield d; // count=1
            }
            default -> 2; // count=1
        };
        return v; // count=3
    }

    static Object types(int d) {
        return switch (d) { // count=3
            case 0 -> int.class; // count=1
            case 1 -> byte[][].class; // count=1
            default -> (java.util.function.IntFunction<int[]>) int[]::new; // count=1
        };
    }

    static int arrows(Object o) {
        int n = 0; // count=4
        switch (o) { // count=4
            case String s when s.isEmpty() -> n = 1; // count=3
            case String s -> { // count=2
                if (s.length() > 3) return 9; // count=2
                n = 2; // count=1
            }
            case Integer i -> throw new ArithmeticException(); // count=1
            default -> { }
        }
        return n; // count=2
    }

    static boolean has(Object o) {
        if (!(o instanceof String s)) // count=2
            return false; // count=1
        if (o instanceof String t && t.length() > 1) { // count=1
            return s.equals(t); // count=1
        }
        return s.isEmpty(); // count=0
    }

    public static void main(String[] args) {
        Circle.unit(); // count=1
        Circle two = new Circle(2); // count=1
        try { new Circle(-1); } catch (IllegalArgumentException e) { } // count=1
        area(new Pair(two, new Square("abc"))); // count=1
        area(two); // count=1
        area(new Pair2().big()); // count=1
        for (int d : new int[] {1, 2, 3, 7}) days(d); // count=1
        for (int d = 0; d < 3; d++) types(d); // count=1
        risky(0); // count=1
        try { // count=1
            risky(1); // count=1
        } catch (IllegalStateException e) {
            args = null; // count=1
        }
        arrows(""); // count=1
        arrows("four"); // count=1
        arrows("x"); // count=1
        try { arrows(1); } catch (ArithmeticException e) { } // count=1
        has(1); // count=1
        has("ab"); // count=1
        for (int d = 0; d < 3; d++) caught(d); // count=1
        new Secret() { }.open(); // count=1
        var text = // count=1
            """
            {"x -> y": "not a { lambda"}
            """; // a text block
        Supplier<Supplier<String>> nested = () -> () -> text.strip(); // count=1
        nested.get().get(); // count=1
        for (var x : List.of(1, 2)) if (x instanceof Integer i && i > 1) text.length(); // count=1
    }

    static class Pair2 {
        Shape big() {
            return new BigCircle().get(); // count=1
        }
    }

    static class BigCircle implements Supplier<Shape> {
        public Shape get() {
            record Local(int z) { int twice() {
                return z * 2; // count=1
            } }
            enum Size { BIG; int v() { // count=1
                return 3; // count=1
            } }
            return new Square(new Local(Size.BIG.v()).twice()); // count=1
        }
    }
}
