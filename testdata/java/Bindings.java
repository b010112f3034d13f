// level 17
// Conditions with patterns and assignments that a counter may stand beside: what they declare ends in them, or is not
// needed after them.
public class Bindings {
    static int n;

    static boolean yes(boolean b) {
        if (n > 90) throw new IllegalStateException(); // count=any
        return b; // count=any
    }

    /** The pattern is in an argument. */
    static void argument(Object o, int y) {
        for (int i = o.hashCode(); // count=3
             i < 6 && !yes(o instanceof Integer k && k > y) // count=7
                 && yes(i > 0); // count=4
             i++) { // count=4
            n++; // count=4
        }
    }

    /** The pattern is not negated itself. */
    static void beside(Object o, int y) {
        for (int i = o.hashCode(); // count=2
             i < 6 && o instanceof Integer k && k > y && !(yes(i > 4)); // count=8
             i++) { // count=6
            n += k; // count=6
        }
    }

    /** It is needed after the loop: nothing may stand in front of the condition, or around the loop. */
    static int negated(Object o) {
        for (int i = 0; // count=2
             !(o instanceof Integer k); // count=3
             i++) { // count=1
            o = i + 1; // count=1
        }
        return k; // count=2
    }

    /** It may not be there after the loop, as another operand may be false. */
    static int conjunction(Object o) {
        int i = 0; // count=2
        do { // count=2
            i++; // count=4
        } while ((i < 3 && !(o instanceof Integer k && k < i)) && yes(true)); // count=4
        return i; // count=2
    }

    /** The variable has a value before. */
    static boolean known(int y) {
        boolean b = y == 1; // count=2
        for (int i = y; // count=2
             i < 4 && (i < y && (b = yes(b) || b) || yes(true)); // count=7
             i++) { // count=5
            n++; // count=5
        }
        return b; // count=2
    }

    /** The variable gets its first value in the condition. */
    static int first(int y) {
        int k; // count=2
        for (int i = y; // count=2
             (k = i) < 4 && yes(true); // count=6
             i++) { // count=4
            n++; // count=4
        }
        return k; // count=2
    }

    public static void main(String[] args) {
        argument(3, 2); // count=1
        argument(3, 5); // count=1
        argument(5, 9); // count=1
        beside(3, 2); // count=1
        beside(1, 0); // count=1
        negated("x"); // count=1
        negated(7); // count=1
        conjunction("x"); // count=1
        conjunction(0); // count=1
        known(1); // count=1
        known(2); // count=1
        first(1); // count=1
        first(3); // count=1
    }
}
