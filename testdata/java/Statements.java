// level 8
// Every statement of Java 8. A mark says how often the first statement on its line is executed.
import java.util.ArrayList;
import java.util.List;

public class Statements {
    static int calls;

    public static void main(String[] args) {
        loops(3); // count=1
        loops(0); // count=1
        branches(1); // count=1
        branches(2); // count=1
        branches(3); // count=1
        for (int i = 0; i < 5; i++) colons(i); // count=1
        labels(4); // count=1
        blocks(2); // count=1
        find(new int[] {4, 5, 6}, 5); // count=1
        find(new int[] {4, 5, 6}, 7); // count=1
        chain(1); chain(2); chain(3); chain(9); // count=1
        dangling(true, true); dangling(true, false); dangling(false, true); // count=1
        resources(); // count=1
    }

    static void loops(int n) {
        for (int i = 0; i < n; i++) { // count=2
            calls++; // count=3
        }
        for (int i = 0; i < n; i++) // count=2
            for (int j = 0; j < 2; j++) // count=3
                calls++; // count=6
        int k = n; // count=2
        while (k > 0) // count=2
            k--; // count=3
        do // count=2
            k++; // count=4
        while (k < n); // count=4
        List<Integer> list = new ArrayList<>(); // count=2
        for (int i = 0; i < n; i++) list.add(i); // count=2
        for (int x : list) { // count=2
            if (x == 1) // count=3
                continue; // count=1
            calls += x; // count=2
        }
        for (;;) { // count=2
            if (k-- < 0) // count=8
                break; // count=2
        }
        while (true) { // count=2
            if (k < 0) { // count=2
                return; // count=2
            }
            calls++; // count=0
        }
    }

    static int branches(int n) {
        if (n == 1) { // count=3
            return 1; // count=1
        }
        if (n == 2) // count=2
            calls++; // count=1
        else
            calls--; // count=1
        if (n == 3) ; else calls++; // count=2
        assert n > 0; // count=2
        ; int after = n; // count=2
        return after; // count=2
    }

    static int chain(int n) {
        if (n == 1) { // count=4
            calls++; // count=1
        } else if (n == 2) { // count=3
            calls--; // count=1
            return 2; // count=1
        } else if (n == 3) // count=2
            throwing(); // count=1
        else {
            calls = 0; // count=1
        }
        return calls; // count=3
    }

    static void throwing() {
        try { // count=1
            if (calls > -100) // count=1
                throw new IllegalStateException("on purpose"); // count=1
            calls++; // count=0
        } catch (IllegalStateException e) {
            calls++; // count=1
        } finally {
            calls++; // count=1
        }
        calls++; // count=1
    }

    static void dangling(boolean a, boolean b) {
        if (a) // count=3
            if (b) calls++; // count=2
            else calls--; // count=1
        calls++; // count=3
    }

    static void colons(int n) {
        switch (n) { // count=5
            case 0:
                calls++; // count=1
            case 1: // falls through
                calls++; // count=2
                break; // count=2
            case 2:
            case 3: { // count=2
                calls++; // count=2
                return; // count=2
            }
            default:
        }
        calls++; // count=3
        switch (n) { // count=3
            case 4:
                int local = 5; // count=1
                calls += local; // count=1
        }
        switch (n) { } // count=3
    }

    static int labels(int n) {
        int sum = 0; // count=1
        outer: // count=1
        for (int i = 0; i < n; i++) { // count=1
            for (int j = 0; j < n; j++) { // count=4
                if (j == 2) // count=10
                    continue outer; // count=3
                if (i == 3) // count=7
                    break outer; // count=1
                sum++; // count=6
            }
            sum += 100; // count=0
        }
        block: { // count=1
            if (sum > 0) // count=1
                break block; // count=1
            sum = 0; // count=0
        }
        once: twice: while (true) { // count=1
            if (sum++ > 0) break once; // count=1
            break twice; // count=0
        }
        return sum; // count=1
    }

    static void blocks(int n) {
        { // count=1
            calls++; // count=1
            { calls++; } // count=1
        }
        synchronized (Statements.class) { // count=1
            if (n > 1) // count=1
                calls++; // count=1
        }
        class Local { // not a statement that runs
            void run() {
                calls++; // count=2
            }
        }
        new Local().run(); // count=1
        new Local().run(); // count=1
        new Object() { void run() { // count=1
            calls++; // count=1
        } }.run();
    }

    static int find(int[] in, int x) {
        int at = 0; // count=2
        try { // count=2
            for (int v : in) { // count=2
                if (v == x) // count=5
                    return at; // count=1
                at++; // count=4
            }
            at = -1; // count=1
        } finally {
            calls++; // count=2
        }
        return at; // count=1
    }

    static class Door implements AutoCloseable {
        Door() {
            super(); calls++; // count=3
        }
        public void close() {
            calls++; // count=3
        }
    }

    static void resources() {
        try (Door a = new Door(); Door b = new Door()) { // count=1
            calls++; // count=1
        }
        for (int i = 0; i < 2; i++) { // count=1
            try (Door c = i == 0 ? new Door() : null) { // count=2
                if (i == 0) // count=2
                    continue; // count=1
                Integer.parseInt("x"); // count=1
            } catch (NumberFormatException e) {
                calls++; // count=1
            }
            calls++; // count=1
        }
    }
}
