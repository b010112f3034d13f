package jprof.agent.weave;

import java.util.Arrays;

/** The slots of a method while it is woven: the numbers that each of its contexts counts beside its calls. */
final class Slots {

    /** Control went from instruction a, the last of its block, to b, the first of its block. */
    static final int EDGE = 0;
    /** The block that starts at a was entered. */
    static final int BLOCK = 1;
    /** The instruction a, which no handler can cover, has ended without an exception. */
    static final int PASSED = 2;
    /** The handler that starts at a was entered by an exception. */
    static final int HANDLER = 3;
    /** Sum of the lengths of the arrays made at a, of dimension b: 0 but for multianewarray. */
    static final int ELEMENTS = 4;
    /** Sum of the lengths of the arrays cloned at a. */
    static final int CLONED = 9;
    /** Elements of basic types that System.arraycopy has copied at a. */
    static final int COPIED_BASIC = 10;
    /** References that System.arraycopy has copied at a. */
    static final int COPIED_REFS = 11;

    private int count;
    private int[] kind = new int[8];
    private int[] a = new int[8];
    private int[] b = new int[8];

    /** Adds a slot and returns its number. */
    int add(int kind, int a, int b) {
        if (count == this.kind.length) {
            this.kind = Arrays.copyOf(this.kind, 2 * count);
            this.a = Arrays.copyOf(this.a, 2 * count);
            this.b = Arrays.copyOf(this.b, 2 * count);
        }
        this.kind[count] = kind;
        this.a[count] = a;
        this.b[count] = b;
        return count++;
    }

    int count() {
        return count;
    }

    int[] kinds() {
        return Arrays.copyOf(kind, count);
    }

    int[] firsts() {
        return Arrays.copyOf(a, count);
    }

    int[] seconds() {
        return Arrays.copyOf(b, count);
    }
}
