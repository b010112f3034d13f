// level 8
// Conditions of loops of which the body throws, or a later evaluation of the condition itself.
public class LoopBranches {
    static int n;

    interface Case {
        void run(int y);
    }

    static boolean th(int x) {
        if (x < 0) throw new IllegalStateException(); // count=any branch=any
        return x > 0; // count=any
    }

    static void andOr(int y) {
        while (y < 3 && th(y) || y == 0) { // count=1 branch=1/0,0/1,1/0
            th(-1); // count=1
        }
    }

    static void orAnd(int y) {
        while ((y > 3 || y > 0) && th(y)) { // count=1 branch=0/1,1/0,1/0
            th(-1); // count=1
        }
    }

    static void orCallAnd(int y) {
        while ((y > 3 || th(y)) && y == 1) { // count=1 branch=0/1,1/0,1/0
            th(-1); // count=1
        }
    }

    static void andOrCall(int y) {
        while (y < 3 && y > 5 || th(y)) { // count=1 branch=1/0,0/1,1/0
            th(-1); // count=1
        }
    }

    static void header(int y) {
        for (int i = 0; i < 3 && th(y) || i == 0; ) { // count=1 branch=1/0,0/1,1/0
            th(-1); // count=1
        }
    }

    static void later(int y) {
        while (y < 3 && th(y) || y == 0) { // count=1 branch=1/0,0/1,1/0
            y--; // count=1
            th(y); // count=1
        }
    }

    static void again(int y) {
        while (y > 0 && th(y - 1) || th(y)) // count=1 branch=1/1,0/1,1/0
            y -= 2; // count=1
    }

    static void allAnd(int y) {
        while (y < 3 && th(y)) { // count=1 branch=1/0,1/0
            th(-1); // count=1
        }
    }

    static void allOr(int y) {
        while (y > 3 || th(y)) { // count=1 branch=0/1,1/0
            th(-1); // count=1
        }
    }

    static void bottom(int y) {
        do { // count=any
            n++; // count=2
            th(y); // count=2
        } while (y-- > -1 && th(1) || y > 5); // count=1 branch=1/0,1/0,0/0
    }

    static void update(int y) {
        for (int i = th(y) ? 1 : 0; i < 3 && th(y - i) || i == 0; i += th(-i) ? 1 : 2) { // count=1 branch=1/0,1/0,1/0,0/0,0/0
            n++; // count=1
        }
    }

    static void calls(int y) {
        while (th(y) && th(y) || th(2 - y)) { // count=1 branch=1/0,1/0,0/0
            y -= 2; // count=1
        }
    }

    /** The break does not leave the block: nothing may be put behind it, where the resource is closed. */
    static void noWayOut(int y) {
        try (AutoCloseable c = () -> n++) { // count=1
            n++; // count=1
            out: { // count=1
                try { // count=1
                    th(y); // count=1
                    break out; // count=1
                } finally {
                    n++; // count=1
                    throw new IllegalStateException(); // count=1
                }
            }
        } catch (Exception e) { // branch=1
            n++; // count=1
        }
    }

    static void attempt(Case c, int y) {
        try { // count=12
            c.run(y); // count=12
            n++; // count=0
        } catch (IllegalStateException e) { // branch=12
            n++; // count=12
        }
    }

    public static void main(String[] args) {
        noWayOut(1); // count=1
        attempt(LoopBranches::andOr, 0); // count=1
        attempt(LoopBranches::orAnd, 1); // count=1
        attempt(LoopBranches::orCallAnd, 1); // count=1
        attempt(LoopBranches::andOrCall, 1); // count=1
        attempt(LoopBranches::header, 0); // count=1
        attempt(LoopBranches::later, 0); // count=1
        attempt(LoopBranches::again, 1); // count=1
        attempt(LoopBranches::allAnd, 1); // count=1
        attempt(LoopBranches::allOr, 1); // count=1
        attempt(LoopBranches::bottom, 0); // count=1
        attempt(LoopBranches::update, 2); // count=1
        attempt(LoopBranches::calls, 1); // count=1
    }
}
