// level 21
// Patterns and guards: how often each case was chosen, each guard and each operand true/false.
public class Guards {
    sealed interface Shape permits Circle, Square, Pair {}

    record Circle(int r) implements Shape {}

    record Square(int side) implements Shape {}

    record Pair(Shape left, Shape right) implements Shape {}

    record None() {}

    record Few() {}

    static int n;

    static int size(int i) {
        if (i < 0) // count=11 branch=1/10
            throw new IllegalArgumentException(); // count=1
        return i; // count=10
    }

    public static void main(String[] args) {
        Shape[] shapes = { // count=1
            new Circle(1), new Circle(9), new Square(2), new Pair(new Circle(1), new Square(3)), new Pair(new Square(1), new Square(1)),
        };
        for (Shape s : shapes) { // count=1 branch=5/1
            area(s); // count=5
            statement(s); // count=5
            test(s); // count=5
        }
        for (Object o : new Object[] {new None(), new Few(), "", ""}) // count=1 branch=4/1
            for (int i = 0; i < 3; i++) // count=4 branch=12/4
                adjacent(o, i); // count=12
        try { // count=1
            area(new Circle(-1)); // count=1
            n++; // count=0
        } catch (IllegalArgumentException e) { // branch=1
            n++; // count=1
        }
    }

    static int area(Shape s) {
        return switch (s) { // count=6
            case Circle c when size(c.r()) > 5 && c.r() < 100 -> c.r(); // count=3 branch=1,1/1,1/0
            case Circle(int r) -> r; // count=1 branch=1
            case Square q when n < 0 || q.side() > 1 -> q.side(); // count=1 branch=1,0/1,1/0
            case Square q -> 0; // count=0 branch=0
            case Pair(Circle c, Square(var side)) when size(side) == 3 -> 3; // count=1 branch=1,1/0
            case Pair p -> { // count=1 branch=1
                n += p.hashCode(); // count=1
                yield 4; // count=1
            }
        };
    }

    static void statement(Object o) {
        switch (o) { // count=5
            case Circle c when c.r() > 5: // count=2 branch=1,1/1
                n += size(c.r()); // count=1
                break; // count=1
            case Square q: // count=1 branch=1
                n += size(q.side()); // count=1
                break; // count=1
            case null, default: // branch=3
                n++; // count=3
        }
    }

    // Each guard has counts of its own where labels follow each other, and after a fall through.
    static int adjacent(Object o, int i) {
        switch (o) { // count=12
            case None() when isOdd(i): case Few() // count=3 branch=2,1/2
                when isOdd(i): // branch=1/2
                n++; // count=2
                break; // count=2
            case None() // count=2 branch=1
                when i > 1: // branch=1/1
                try { // count=1
                    n++; // count=1
                } finally {
                    if (n < 0) // count=1 branch=0/1
                        return 0; // count=0
                }
            case Few() when isOdd(i + 1): // count=2 branch=2,2/0
            case None() when i > 9: // count=1 branch=0/1
                n += 2; // count=3
            default: // branch=7
                n++; // count=10
        }
        return 1; // count=12
    }

    static boolean isOdd(int i) {
        return i % 2 == 1; // count=8
    }

    static void test(Object o) {
        if (o instanceof Circle c && c.r() > 5) // count=5 branch=2/3,1/1
            n += size(c.r()); // count=1
        if (!(o instanceof Square q)) // count=5 branch=4/1
            return; // count=4
        n += size(q.side()); // count=1
        if (o instanceof Square(int side) && size(side) == 2 || n < 0) // count=1 branch=1/0,1/0,0/0
            n++; // count=1
        int k = o instanceof Square s ? size(s.side()) : 0; // count=1 branch=1/0
        int l = !(o instanceof Square s) ? 0 : size(s.side()); // count=1 branch=0/1
        n += k + l; // count=1
    }
}
