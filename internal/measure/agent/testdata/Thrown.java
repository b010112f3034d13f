/** Exceptions of the JVM, so often that compiled code has ready-made ones. */
public class Thrown {
    static int[] none;
    static Object text = "x";
    static int caught;

    static int length(int[] a) {
        return a.length;
    }

    static int at(int[] a, int i) {
        return a[i];
    }

    static int divided(int a, int b) {
        return a / b;
    }

    static Integer cast(Object o) {
        return (Integer) o;
    }

    static void store(Object[] a, Object o) {
        a[0] = o;
    }

    static void all(int i) {
        try {
            length(none);
        } catch (NullPointerException e) {
            caught++;
        }
        try {
            at(new int[1], 1 + i % 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            caught++;
        }
        try {
            divided(i, 0);
        } catch (ArithmeticException e) {
            caught++;
        }
        try {
            cast(text);
        } catch (ClassCastException e) {
            caught++;
        }
        try {
            store(new Integer[1], text);
        } catch (ArrayStoreException e) {
            caught++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 100_000; i++) {
            all(i);
        }
        if (caught != 500_000) {
            throw new AssertionError(caught);
        }
    }
}
