// level 8
// Loops that count in local variables: how they end, and what ends them.
public class TightLoops {
    static int sum;

    static void ends(int n) {
        for (int i = 0; i < n; i++) { // count=1 branch=10/1
            sum += i; // count=10
        }
        sum++; // count=1
    }

    static void breaks(int[] a) {
        for (int i = 0; i < a.length; i++) { // count=1 branch=4/0
            if (a[i] == 3) // count=4 branch=1/3
                break; // count=1
            if (a[i] > 1) // count=3 branch=1/2
                continue; // count=1
            sum += a[i]; // count=2
        }
        sum++; // count=1
    }

    static void throwsIndex(int[] a) {
        for (int i = 0; ; i++) { // count=1
            sum += a[i]; // count=6
        }
    }

    static void throwsInside(int[] a) {
        for (int i = 0; i <= a.length; i++) { // count=1 branch=6/0
            sum += a[i]; // count=6
            sum++; // count=5
        }
        sum++; // count=0
    }

    static void throwsNull(int[] a) {
        for (int i = 0; i < 3; i++) { // count=1 branch=1/0
            sum += a[i]; // count=1
            sum++; // count=0
        }
    }

    static void caught(int[] a) {
        for (int k = 0; k < 3; k++) { // count=1 branch=3/1
            try { // count=3
                for (int i = 4 - k; i >= 0; --i) // count=3 branch=5/0
                    sum += 10 / a[i]; // count=5
                sum++; // count=0
            } catch (ArithmeticException e) { // branch=3
                sum++; // count=3
            }
        }
    }

    static void nested(int n) {
        for (int i = 0; i < n; i++) // count=1 branch=4/1
            for (int j = 0; j < i; j++) // count=4 branch=6/4
                if (j % 2 == 0) // count=6 branch=4/2
                    sum++; // count=4
                else
                    sum--; // count=2
    }

    static void many(int n) {
        for (int i = 0; i < n; i += 2) { // count=1 branch=5/1
            if (i > 1) sum++; // count=5 branch=4/1
            if (i > 3) sum++; // count=5 branch=3/2
            if (i > 5) sum++; // count=5 branch=2/3
            if (i > 7) sum++; // count=5 branch=1/4
        }
    }

    static void labelled(int n) {
        if (n > 0) // count=1 branch=1/0
            outer: // count=1
            for (int i = n; i > 0; i--) // count=1 branch=5/1
                sum += i; // count=5
        else
            for (int i = n; i < 0; i++) // count=0 branch=0/0
                sum += i; // count=0
    }

    static int assigned(int[] a) {
        int last; // count=1
        boolean any = false; // count=1
        last = -1; // count=1
        for (int i = 0, k = a.length; i < k && !any; i++) { // count=1 branch=4/0,3/1
            last = i; // count=3
            any = a[i] == 3; // count=3
        }
        return last; // count=1
    }

    static boolean fails(Runnable r) {
        try { // count=any
            r.run(); // count=any
            return false; // count=any
        } catch (RuntimeException e) { // branch=any
            return true; // count=any
        }
    }

    public static void main(String[] args) {
        int[] a = {1, 1, 2, 3, 4}; // count=1
        ends(10); // count=1
        breaks(a); // count=1
        if (!fails(() -> throwsIndex(a)) || !fails(() -> throwsInside(a)) || !fails(() -> throwsNull(null))) { // count=1 branch=any
            throw new AssertionError(); // count=0
        }
        caught(new int[] {1, 0, 1, 0, 1}); // count=1
        nested(4); // count=1
        many(10); // count=1
        labelled(5); // count=1
        assigned(new int[] {1, 2, 3, 4, 5}); // count=1
    }
}
