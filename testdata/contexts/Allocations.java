/**
 * Objects and arrays: of several dimensions at once, of failed allocations, of constructors that call others or throw.
 *
 * <pre>
 * method         objects                  arrays (elements)
 * objects235                              9 of references (38)
 * objects230                              9 (8)
 * objects205                              3 (2)
 * objects035                              1 (0)
 * ints235                                 3 of references (8), 6 of int (30)
 * ints230                                 3 (8), 6 (0)
 * ints205                                 3 (2), 0 (0)
 * ints035                                 1 (0), 0 (0)
 * outer                                   3 of references (8): two of three dimensions
 * each                                    a boolean, char, float, double, byte, short, int and long array (1 to 8), a String array (9)
 * negative                                1 (3): three allocations with a negative size make none
 * cloned                                  1 (4) made, 2 (8) cloned; 1 of references (2) made, 1 (2) cloned
 * early          1 Box, 1 exception       new Box has made the object when the argument of its constructor throws
 * late           1 Box
 * Box.&lt;init&gt;     1 exception              the constructor throws
 * twice          2 Twice
 * Twice.&lt;init&gt;() 1 Object each            and calls this(Object), which makes none
 * </pre>
 *
 * Of arrays of several dimensions, those of the last are of its basic type, the others of references.
 */
public class Allocations {
    static Object kept;

    static Object objects235() {
        return new Object[2][3][5];
    }

    static Object objects230() {
        return new Object[2][3][0];
    }

    static Object objects205() {
        return new Object[2][0][5];
    }

    static Object objects035() {
        return new Object[0][3][5];
    }

    static Object ints235() {
        return new int[2][3][5];
    }

    static Object ints230() {
        return new int[2][3][0];
    }

    static Object ints205() {
        return new int[2][0][5];
    }

    static Object ints035() {
        return new int[0][3][5];
    }

    static Object outer() {
        return new int[2][3][];
    }

    static void each() {
        kept = new boolean[1];
        kept = new char[2];
        kept = new float[3];
        kept = new double[4];
        kept = new byte[5];
        kept = new short[6];
        kept = new int[7];
        kept = new long[8];
        kept = new String[9];
    }

    static void negative() {
        for (int n = -1; n < 3; n++) {
            try {
                if (n == -1) {
                    kept = new int[n];
                } else if (n == 0) {
                    kept = new String[n - 1];
                } else if (n == 1) {
                    kept = new long[n][-n];
                } else {
                    kept = new byte[n + 1];
                }
            } catch (NegativeArraySizeException e) {
                kept = e;
            }
        }
    }

    static void cloned() {
        int[] a = {1, 2, 3, 4};
        kept = a.clone();
        kept = a.clone();
        int[][] b = {a, a};
        kept = b.clone();
    }

    static class Box {
        Box(int n) {
            if (n < 0) {
                throw new IllegalArgumentException();
            }
        }
    }

    static int fail() {
        throw new IllegalStateException();
    }

    static void early() {
        try {
            new Box(fail());
        } catch (IllegalStateException e) {
            kept = new Exception();
        }
    }

    static void late() {
        try {
            new Box(-1);
        } catch (IllegalArgumentException e) {
            kept = e;
        }
    }

    static class Twice {
        Twice() {
            this(new Object());
        }

        Twice(Object o) {
        }
    }

    static void twice() {
        new Twice();
        new Twice();
    }

    public static void main(String[] args) {
        objects235();
        objects230();
        objects205();
        objects035();
        ints235();
        ints230();
        ints205();
        ints035();
        outer();
        each();
        negative();
        cloned();
        early();
        late();
        twice();
    }
}
