// level 8
// Fields with initialisers, and constants: of classes, interfaces and enums.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Initialisers {
    static final int ANSWER = 42, NEXT = (ANSWER + 1) * 2;
    static final String NAME = "n" + NEXT;
    static final String SEPARATOR = System.lineSeparator(); // count=1
    static final boolean MANY = SEPARATOR.length() > ANSWER; // count=1
    static final boolean NONE = !MANY; // count=1
    static int fuel = 3; // count=1
    static final Integer BOXED = 5; // count=1
    static List<String> none;

    private final Map<String, Integer> map = new HashMap<>(); // count=6
    final int constant = 7; // count=6
    int left;

    /** A comment that stays with its field. */
    @Deprecated
    private List<String> list = burn(2); // count=6
    private String first = list.get(0), // count=4
        second = first + // count=4
            "x",
        third = second.trim(); // count=4
    {
        left = constant + ANSWER; // count=4
    }
    int sum = left > 3 ? left : constant; // count=4
    {
        if (fuel == 1) throw new IllegalStateException(); // count=4
    }
    Object behind = this; // count=3

    Initialisers() {
        this(1); // count=6
    }

    Initialisers(int n) {
        left += n; // count=3
    }

    Initialisers(String s) {
        super(); // count=0
        left += s.length(); // count=0
    }

    static List<String> burn(int n) {
        if (fuel-- <= 0 || n == 0) throw new IllegalStateException(); // count=8
        return new ArrayList<>(Arrays.asList("a", "b")); // count=5
    }

    enum Color {
        RED, // count=1
        GREEN(2) { // count=1
            int own = 1; // count=1
            int f() {
                return own; // count=1
            }
        },
        BLUE(Arrays.asList(1, 2) // count=1
            .size());

        static final Map<String, Color> BY_NAME = new HashMap<>(); // count=1
        static {
            for (Color c : values()) BY_NAME.put(c.name(), c); // count=1
        }
        final int n; int m = 1; // count=3

        Color() {
            this(1); // count=1
        }

        Color(int n) {
            this.n = n; // count=3
        }

        int f() {
            return n; // count=0
        }
    }

    enum Plain {
        A, B, // count=1
        C // count=1
    }

    interface Constants {
        int FIVE = 5;
        List<String> LIST = burn(3); // count=1
        int SIZE = LIST.size(); // count=1
        int[] ARRAY = {1, FIVE}, MORE[] = { // count=1
            {SIZE}}; // the same line for what follows
        boolean EMPTY = LIST.isEmpty(); // count=1
        Runnable NOTHING = () -> { }; // count=1
        String TEXT = LIST.get(0); // count=1
        String NEVER = burn(0).get(0); // count=1
        String AFTER = LIST.get(0); // count=0
    }

    /** MAX leads to itself by names, as Ids.MAX is another one. */
    static class Ids { static final int MAX = 3; }

    static class MoreIds {
        static final int LENGTH = Ids.MAX + 1, MAX = LENGTH;
        static final int K0 = 0;
        static final int K1 = K0 + 1;
        static final int K2 = K1 + 1;
        static final int K3 = K2 + 1;
        static final int K4 = K3 + 1;
        static final int K5 = K4 + 1;
        static final int K6 = K5 + 1;
        static final int K7 = K6 + 1;
        static final int K8 = K7 + 1;
        static final int K9 = K8 + 1;
        static final int K10 = K9 + 1;
        static final int K11 = K10 + 1;
        static final int K12 = K11 + 1;
        static final int K13 = K12 + 1;
        static final int K14 = K13 + 1;
        static final int K15 = K14 + 1;
        static final int K16 = K15 + 1;
        static final int K17 = K16 + 1;
        static final int K18 = K17 + 1;
        static final int K19 = K18 + 1;
        static final int K20 = K19 + 1;
        static final int K21 = K20 + 1;
        static final int K22 = K21 + 1;
        static final int K23 = K22 + 1;
        static final int K24 = K23 + 1;

        static int of(int n) {
            switch (n) { // count=1
                case MAX: return 1; // count=1
                case K24: return 2; // count=0
                default: return 0; // count=0
            }
        }
    }

    static class Implicit {
        int x = 1; // count=7
        long y = 2, z; // count=7
        Object[] o = {new Object(), "s"}; // count=7
    }

    static class Base {
        Base(int n) {
            if (n == 0) throw new IllegalStateException(); // count=2
        }
    }

    static class Derived extends Base {
        int x = 1; // count=1
        Derived(int n) {
            super(n); // count=2
            x++; // count=1
        }
    }

    static class Outer {
        int n = 1; // count=3
        class Inner extends Outer {
            Inner(Outer o) {
                super(); // count=1
                n += o.n; // count=1
            }
        }
        Outer() { n++; } // count=3
    }

    static <T> void tried(java.util.concurrent.Callable<T> c) {
        try { // count=10
            c.call(); // count=10
        } catch (Exception | ExceptionInInitializerError e) {
            fuel += 0; // count=5
        }
    }

    public static void main(String[] args) {
        for (fuel = 4; fuel >= 0;) tried(Initialisers::new); // count=1
        tried(Initialisers::new); // count=1
        tried(Color.GREEN::f); // count=1
        if (Plain.A != Plain.C) fuel = 1; // count=1
        tried(() -> Constants.LIST.get(0)); // count=1
        for (int i = 0; i < 7; i++) new Implicit(); // count=1
        for (int i = 0; i < 2; i++) { // count=1
            int n = i; // count=2
            tried(() -> new Derived(n)); // count=2
        }
        new Outer().new Inner(null == NAME ? null : new Outer()); // count=1
        Object o = new Object() { // count=1
            int q = fuel; // count=1
            public String toString() {
                return "q" + q; // count=1
            }
        };
        o.toString(); // count=1
        MoreIds.of(4); // count=1
    }
}
