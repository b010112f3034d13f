// level 8
// What is counted later than at its start, as a decision comes first, and conditions that are counted where they are
// seldom true.
public class Decisions {
    static int[] table = {1, 0, 2}; // count=1
    static int caught;

    public static void main(String[] args) {
        for (int i = -1; i < 4; i++) { // count=1 branch=5/1
            try { // count=5
                look(i); // count=5
            } catch (ArrayIndexOutOfBoundsException e) { // branch=2
                caught++; // count=2
            }
        }
        int[][] pairs = {{-1, 0}, {5, 0}, {2, 2}, {0, 1}, {1, 4}, {2, 3}}; // count=1
        for (int[] p : pairs) { // count=1 branch=6/1
            try { // count=6
                guard(p[0], p[1]); // count=6
            } catch (ArithmeticException e) { // branch=1
                caught++; // count=1
            }
        }
        loops(); // count=1
    }

    static int look(int i) {
        int n = table[i]; // count=5
        if (n == 0) { // count=3 branch=1/2
            return 1; // count=1
        }
        return n; // count=2
    }

    static int guard(int a, int b) {
        if (a < 0 || a > 3 || b == a || b / a > 3) { // count=6 branch=1/5,1/4,1/3,1/1
            return -1; // count=4
        }
        return a; // count=1
    }

    static int loops() {
        int sum = 0; // count=1
        for (int i = 0; i < 6; i++) { // count=1 branch=6/1
            int n = i % 3; // count=6
            if (n == 0) { // count=6 branch=2/4
                continue; // count=2
            }
            sum += Math.abs(n); // count=4
        }
        for (int i = 0; i < 4; i++) { // count=1 branch=4/1
            if (i > 2) { // count=4 branch=1/3
                sum += Math.abs(i); // count=1
            } else {
                sum -= Math.abs(i); // count=3
            }
        }
        return sum; // count=1
    }
}
