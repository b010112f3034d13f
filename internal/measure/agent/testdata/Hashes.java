import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Loads classes of many kinds, then prints hash codes of objects. They come from the thread, one after the other: so
 * they tell whether anything else has asked for some.
 */
public class Hashes {

    interface Shape {
        default double area(int scale) {
            return scale * side();
        }

        double side();
    }

    enum Kind { ONE, TWO, MANY }

    abstract static class Base implements Shape {
        private final int[][] table;

        Base(int n) {
            this(new int[n][n + 1]);
        }

        Base(int[][] table) {
            this.table = table;
        }

        long sum() {
            long sum = 0;
            for (int[] row : table) {
                for (int v : row) {
                    sum += v + 70_000;
                }
            }
            return sum;
        }
    }

    static class Failing extends Base {
        Failing(Object o) {
            super(o == null ? 2 : 3);
            if (o == null) {
                throw new IllegalStateException("none");
            }
        }

        @Override
        public double side() {
            synchronized (this) {
                return Math.sqrt(sum());
            }
        }
    }

    static class Texts extends ArrayList<String> {
        @Override
        public Texts clone() {
            Texts copy = (Texts) super.clone();
            copy.add("a" + size() + 1.5f + 'c');
            return copy;
        }
    }

    static int choose(Kind kind, String word) {
        switch (kind) {
            case ONE:
                return 1;
            case TWO:
                return 1_000_000;
            default:
                switch (word) {
                    case "x":
                        return 2;
                    case "yy":
                        return 3;
                    default:
                        return -1;
                }
        }
    }

    public static void main(String[] args) {
        double sum = 0;
        try {
            sum += new Failing("").area(2);
            sum += new Failing(null).side();
        } catch (IllegalStateException e) {
            sum++;
        } finally {
            sum += new Texts().clone().size();
        }
        List<IntSupplier> later = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            later.add(() -> choose(kind, "x" + kind));
        }
        HashMap<Object, Integer> map = new HashMap<>();
        for (IntSupplier s : later) {
            map.put(new Object(), s.getAsInt());
        }
        Object copy = new long[] {1, 2}.clone();
        System.arraycopy(copy, 0, copy, 1, 1);
        System.out.println(sum + " " + map.values().size());
        for (int i = 0; i < 3; i++) {
            System.out.println(new Object().hashCode());
        }
    }
}
