package p;

import java.util.Arrays;

/** Calls of the same methods by several instructions. */
class Sites {
    private Sites() {
    }

    static void run() {
        for (int i = 0; i < 3; i++) {
            Main.leaf(i);
            nested(i);
        }
        Main.leaf(3);
        nested(4);
        Arrays.asList(1, 2).forEach(Sites::each); // through the platform
        try {
            fail(true);
        } catch (IllegalStateException e) {
            Main.leaf(5);
        }
        new Made();
        new Made();
    }

    static void nested(int i) {
        Main.work();
        if (i > 1) {
            Main.work();
        }
    }

    static void each(int i) {
        Main.leaf(i);
    }

    static void fail(boolean always) {
        Main.leaf(6);
        if (always) {
            throw new IllegalStateException();
        }
        Main.leaf(7);
    }

    static class Made {
        Made() {
            Main.work();
        }
    }
}
