// level 8
// Every sort of condition of Java 8: how often each operand was true/false.
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

public class Branches {
    static final boolean DEBUG = false;
    static final int LIMIT = DEBUG && false ? 1 : 2;
    static boolean field = LIMIT > 1 && Math.abs(-1) == 1; // count=1 branch=1/0,1/0
    static int n;
    static Boolean boxed = true; // count=1

    final boolean both = n >= 0 && field; // count=3 branch=3/0,3/0

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) { // count=1 branch=4/1
            and(i % 2 == 0, i < 2); // count=4
            or(i % 2 == 0, i < 2); // count=4
            mixed(i % 2 == 0, i < 2, i > 0); // count=4
            values(i); // count=4
        }
        assigned("a"); // count=1
        assigned(null); // count=1
        loops(3); // count=1
        constants(); // count=1
        labels(0); // count=1
        labels(1); // count=1
        labels(2); // count=1
        labels(7); // count=1
        for (int i = 0; i < 9; i++) // count=1 branch=9/1
            falls(i); // count=9
        for (int i = -1; i < 6; i++) // count=1 branch=7/1
            try { // count=7
                asserts(i); // count=7
            } catch (AssertionError e) { // branch=7
                n++; // count=7
            }
        lambdas(); // count=1
        for (Object o : new Object[] {new Branches(), new Branches(), new Branches()}) // count=1 branch=3/1
            n += o instanceof Branches ? 1 : 0; // count=3 branch=3/0
        chain(1); // count=1
        chain(2); // count=1
        chain(3); // count=1
    }

    static boolean yes(boolean b) {
        n++; // count=17
        return b; // count=17
    }

    static void and(boolean a, boolean b) {
        if (a && b) // count=4 branch=2/2,1/1
            n++; // count=1
        if (!(a && b)) // count=4 branch=2/2,1/1
            n++; // count=3
        if (!a && !b) // count=4 branch=2/2,1/1
            n++; // count=1
    }

    static void or(boolean a, boolean b) {
        if (a || b) { // count=4 branch=2/2,1/1
            n++; // count=3
        } else {
            n++; // count=1
        }
        if (!(a || !b)) // count=4 branch=2/2,1/1
            n++; // count=1
    }

    static void mixed(boolean a, boolean b, boolean c) {
        if (a && b || c) // count=4 branch=2/2,1/1,3/0
            n++; // count=4
        if (a && (b || yes(c)) && (n >= 0)) // count=4 branch=2/2,1/1,1/0,2/0
            n++; // count=2
        while (yes(a) && yes(b)) { // count=4 branch=2/3,1/1
            a = yes(false); // count=1
        }
    }

    static int values(int i) {
        boolean x = i > 1 && i < 3; // count=4 branch=2/2,1/1
        boolean y = yes(i > 1) || yes(i == 0); // count=4 branch=2/2,1/1
        n += Math.max(x ? 1 : 2, y || x ? 3 : 4); // count=4 branch=1/3,3/1,0/1
        String s = i == 0 ? "a" : i == 1 ? "b" : "c"; // count=4 branch=1/3,1/2
        Integer none = i < 3 ? null : i; // count=4 branch=3/1
        n += none == null ? 0 : none; // count=4 branch=3/1
        n += null == none ? 0 : none; // count=4 branch=3/1
        n += none != null ? none : 0; // count=4 branch=1/3
        assert i >= 0 && i < 4 : s; // count=4 branch=4/0,4/0
        boxed = !boxed; // count=4
        return boxed ? 1 : 2; // count=4 branch=2/2
    }

    static void assigned(String s) {
        String t; // count=2
        if ((t = s) != null && !t.isEmpty()) // count=2 branch=1/1,1/0
            n += t.length(); // count=1
        int c; // count=2
        while ((c = n--) > 0) // count=2 branch=any
            if (c == 1) // count=any branch=any
                n = 0; // count=any
        boolean found; // count=2
        if (found = t != null) // count=2 branch=1/1
            n++; // count=1
        n += found ? 1 : 0; // count=2 branch=1/1
    }

    static void loops(int k) {
        for (int i = 0, j = k; i < j && j > 0; i++, j--) // count=1 branch=2/1,2/0
            n++; // count=2
        do { // count=1
            k--; // count=3
        } while (k > 0 && n < 1 << 20); // count=3 branch=2/1,2/0
        for (;;) { // count=1
            if (k++ > 2) // count=4 branch=1/3
                break; // count=1
        }
        while (true) { // count=1
            if (k-- == 0) // count=5 branch=1/4
                return; // count=1
        }
    }

    static void constants() {
        if (DEBUG) // count=1 branch=0/1
            n++; // count=0
        if (DEBUG && yes(true)) // count=1 branch=0/1,0/0
            n++; // count=0
        final int local = 3; // count=1
        byte small = local > 2 ? 1 : (byte) 2; // count=1
        n += small; // count=1
    }

    static void labels(int i) {
        switch (i) { // count=4 branch=1
            case 0: // branch=1
                n++; // count=1
            case 1: // branch=1
                n++; // count=2
                break; // count=2
            case 2: // branch=1
            case 3:
                n++; // count=1
        }
        switch (i) { // count=4
            case 1: // branch=1
                if (n > 0) // count=1 branch=1/0
                    break; // count=1
            default: // branch=3
                n++; // count=3
        }
        switch (i) { // count=4 branch=3
            case 7: // branch=1
        }
    }

    static int falls(int i) {
        switch (i) { // count=9
            case 0: // branch=1
                try { // count=1
                    return i; // count=1
                } finally {
                    n += Math.abs(i); // count=1
                }
            case 1: // branch=1
                try { // count=1
                    n++; // count=1
                } finally {
                    if (i < 0) // count=1 branch=0/1
                        return 1; // count=0
                }
            case 2: // branch=2
            case 3:
                try { n++; } finally { if (i == 2) return 2; } // count=3 branch=1/2
            case 4: case 5: // branch=2
                n++; // count=4
            case 6: // branch=1
                n++; // count=5
            default: // branch=2
        }
        return 0; // count=7
    }

    static String text(int i) {
        return "i" + i; // count=3
    }

    static void asserts(int i) {
        assert i >= 0 // count=7 branch=6/1
            : "negative"; // count=1
        assert i != 0 : text(i); // count=6 branch=5/1
        assert i != 1 && // count=5 branch=4/1
            i != 2 : // count=4 branch=3/1
            text(i) // count=2
                .length();
        Object o = i; // count=3
        assert !(o instanceof Integer) || i != 3 // count=3 branch=0/3,2/1
            : i; // count=1
        boolean five; // count=2
        assert (five = i == 5) | DEBUG // count=2 branch=1/1
            : five // count=1 branch=0/1
                ? 'a' // count=0
                : 'b'; // count=1
        assert LIMIT == 2 : // count=1
            'c'; // count=0
        assert false : // count=1
            (Object) null; // count=1
    }

    static void lambdas() {
        Predicate<String> p = s -> s != null && s.length() > 1; // count=1 branch=2/1,1/1
        Function<Integer, Integer> f = i -> i > 0 ? 1 : -1; // count=1 branch=1/1
        IntPredicate q = i -> { return i > 0 || yes(i < -1); }; // count=1 branch=1/1,0/1
        n += p.test(null) || p.test("a") || p.test("ab") ? 1 : 0; // count=1 branch=0/1,0/1,1/0
        n += f.apply(1) + f.apply(0); // count=1
        n += q.test(1) && q.test(-1) ? 1 : 0; // count=1 branch=1/0,0/1
    }

    static void chain(int i) {
        if (i == 1) // count=3 branch=1/2
            n++; // count=1
        else if (i == 2) // count=2 branch=1/1
            n++; // count=1
        else if (yes(i == 3)) // count=1 branch=1/0
            n++; // count=1
        else
            n++; // count=0
    }
}
