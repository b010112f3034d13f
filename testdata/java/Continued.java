// level 8
// Parts of statements that start a line: operands, conditions and updates of loops, resources.
public class Continued {
    static int n;

    static boolean is(int a, int b) {
        n++; // count=any
        if (b < 0) throw new IllegalStateException(); // count=any
        return a < b; // count=any
    }

    static boolean operands(int a) {
        if (a > 0 // count=4
            && is(a, 3) // count=3
            && (is(a, 2) // count=2
                || a == 2)) { // count=1
            n++; // count=2
        }
        boolean b = is(a, 9) // count=4
            && a != 0; // count=4
        return b // count=4
            || !b; // count=1
    }

    static void first(int a) {
        if ( // count=3
            is(a, 1 - a) // count=3
            || is(a, 5)) // count=1
            n++; // count=2
        int c = a < 2 // count=2
            ? a * 2 // count=2
            : a * 3; // count=0
        n += c; // count=2
    }

    static int dos(int a) {
        int i = 0; // count=3
        do { // count=3
            i++; // count=7
        } while (is(i, a)); // count=7
        do { // count=2
            if (i == 1) continue; // count=2
            if (i == 9) break; // count=2
            i += 3; // count=2
        } while (i < a // count=2
            && is(i, 1)); // count=0
        do i--; // count=2
        while (i > 3); // count=6
        do { // count=2
            i++; // count=2
        } while (true && i < 0); // count=2
        return i; // count=2
    }

    static int fors(int a) {
        int sum = 0; // count=3
        for (int i = 0; // count=3
             i < a; // count=8
             i++) { // count=5
            if (i == 1) continue; // count=5
            if (i == 7) break; // count=3
            sum += i; // count=3
        }
        for (int i = 0; // count=3
             is(i, 2 - i * a); // count=7
             i++, // count=4
             sum++) { // count=4
            sum += i; // count=4
        }
        for (int i = 0; i < 2; // count=2
             i += step(i)) // count=4
            sum++; // count=4
        for (int i = 0, k = step(1);; // count=2
             i++) { // count=2
            if (i > 0) break; // count=4
        }
        return sum; // count=2
    }

    static int step(int i) {
        if (i > 0) return 1; // count=any
        return 1; // count=any
    }

    static int whiles(int a) {
        while ( // count=2
            is(a--, 5) // count=3
            && a > 0) // count=2
            n++; // count=1
        return a; // count=2
    }

    static final class Closed implements AutoCloseable {
        Closed(int n) {
            if (n < 0) throw new IllegalStateException(); // count=11
        }
        public void close() {
            n++; // count=any
        }
    }

    static void resources(int a, int b, int c) {
        try (Closed x = new Closed(a); // count=4
             Closed y = new Closed(b); // count=4
             Closed z = new Closed(c)) { // count=3
            if (a == 7) return; // count=2
            n += 2; // count=1
        }
    }

    static void tried(Runnable r) {
        try { // count=any
            r.run(); // count=any
        } catch (IllegalStateException e) {
            n++; // count=any
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) operands(i); // count=1
        tried(() -> first(0)); // count=1
        tried(() -> first(1)); // count=1
        tried(() -> first(9)); // count=1
        tried(() -> dos(2)); // count=1
        tried(() -> dos(4)); // count=1
        tried(() -> dos(-1)); // count=1
        tried(() -> fors(0)); // count=1
        tried(() -> fors(2)); // count=1
        tried(() -> fors(3)); // count=1
        tried(() -> whiles(2)); // count=1
        tried(() -> whiles(7)); // count=1
        resources(1, 1, 1); // count=1
        resources(7, 1, 1); // count=1
        tried(() -> resources(1, -1, 1)); // count=1
        tried(() -> resources(1, 1, -1)); // count=1
    }
}
