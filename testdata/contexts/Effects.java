import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Kinds of effects, with their numbers by hand. An allocation is a write, and each store.
 * Lists: s no side effect, e no effect, l low efficiency, c capturing. Class initialisers run before.
 *
 * <pre>
 * method          inv writes esc nonesc cap out ret  op glob value  lists
 * set               2      2   2      0   0   0   0   2    0     2  -
 * publish           1      3   3      0   0   0   0   0    3     3  -
 * increment         3      3   3      0   0   0   0   0    3     6  -
 * output            1      3   3      0   0   3   0   0    0     3  -
 * outputOne         1      0   0      0   0   0   0   0    0     0  l
 * make              3      6   6      0   0   0   6   0    0     6  s
 * discard           1      2   0      2   2   0   0   0    0     0  selc
 * check             2      0   0      0   0   0   0   0    0     0  sel
 * number            2      0   0      0   0   0   0   0    0     2  s
 * getNext           2      0   0      0   0   0   0   0    0     0  sl
 * text              1      0   0      0   0   0   0   0    0     1  s
 * link              1      3   3      0   0   0   0   3    0     3  -
 * join              1      1   1      0   0   0   0   1    0     1  -
 * list              1     12  12      0   0   0  12   0    0    12  s
 * trim              1     14   4     10  10   0   4   0    0     4  sc
 * fail              1      2   2      0   0   0   2   0    0     2  s
 * caught            1      2   0      2   2   0   0   0    0     1  sc
 * add               3      3   3      0   0   0   3   3    0     3  -
 * chain             1      5   0      5   5   0   0   0    0     1  sc
 * both              1      2   2      0   0   0   0   1    2     2  -
 * copy              1      9   9      0   0   0   9   0    0     9  s
 * copyLinks         1      5   5      0   0   0   5   0    0     5  s
 * cloned            1      7   3      4   4   0   3   0    0     3  sc
 * twice             2      2   2      0   0   0   0   2    0     2  -
 * down              4      1   1      0   0   0   0   1    0     1  -
 * sum               5      0   0      0   0   0   0   0    0     1  s
 * lambda            1      3   0      3   3   0   0   0    0     1  sc
 * matrix            1      8   8      0   0   0   8   0    0     8  s
 * </pre>
 *
 * main captures what set, link, join, twice and down write to its nodes, but nothing of output and static fields.
 */
public class Effects {
    static Node first;
    static int counter;

    static class Node {
        Node next;
        int value;

        Node() { }

        Node(int value) {
            this.value = value;
        }
    }

    static class Fault extends RuntimeException {
        final int number;

        Fault(int number) {
            super(null, null, false, false);
            this.number = number;
        }
    }

    interface Task {
        void run();
    }

    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Node node = new Node(1);
        set(node);
        set(node);
        publish();
        increment();
        increment();
        increment();
        output(out);
        outputOne(out);
        make();
        make();
        discard();
        check(1);
        check(2);
        number(node);
        number(node);
        getNext(node);
        getNext(node);
        text(node);
        link(node);
        join(node, new Node());
        list(4);
        trim(true);
        caught();
        chain();
        both(node);
        copy(new int[8]);
        copyLinks();
        cloned();
        twice(node, true);
        twice(node, false);
        down(node, 3);
        sum(4);
        lambda();
        matrix();
        if (out.size() != 3 || counter != 3) {
            throw new AssertionError();
        }
    }

    /** A write to an operand. */
    static void set(Node node) {
        node.value = 5;
    }

    /** An object that a static field holds: its allocation, its field and the static field. */
    static void publish() {
        first = new Node(3);
    }

    /** A static field of a primitive type, and a primitive result. */
    static int increment() {
        return counter++;
    }

    /** An array that is put out: its allocation and two elements. */
    static void output(OutputStream out) throws IOException {
        byte[] bytes = new byte[2];
        bytes[0] = 1;
        bytes[1] = 2;
        out.write(bytes);
    }

    /** A number that is put out: no write, but an effect. */
    static void outputOne(OutputStream out) throws IOException {
        out.write(7);
    }

    /** A new object: its allocation, and the field that its constructor writes. */
    static Node make() {
        return new Node(7);
    }

    /** The same, of no use. */
    static void discard() {
        make();
    }

    /** A check that does not fail. */
    static void check(int n) {
        if (n < 0) {
            throw new Fault(n);
        }
    }

    static int number(Node node) {
        return node.value;
    }

    /** A reference to what was there: no value. */
    static Node getNext(Node node) {
        return node.next;
    }

    static String text(Node node) {
        return node.value > 0 ? "positive" : "negative";
    }

    /** An object that an operand holds, when it has been written to. */
    static void link(Node node) {
        Node local = new Node();
        local.next = null;
        node.next = local;
    }

    /** An operand that is put into another one. */
    static void join(Node to, Node what) {
        to.next = what;
    }

    /** A list that is returned by its head: each node is an allocation, a value and a link. */
    static Node list(int n) {
        Node head = null;
        for (int i = 0; i < n; i++) {
            Node node = new Node(i);
            node.next = head;
            head = node;
        }
        return head;
    }

    /** Two arrays, one of which is returned: only what was written to that one escapes. */
    static int[] trim(boolean small) {
        int[] few = new int[3];
        int[] many = new int[9];
        for (int i = 0; i < 9; i++) {
            many[i] = i;
            if (i < 3) {
                few[i] = i;
            }
        }
        return small ? few : many;
    }

    /** An object that is thrown: its allocation and its field. */
    static void fail() {
        throw new Fault(4);
    }

    static int caught() {
        try {
            fail();
            return 0;
        } catch (Fault e) {
            return e.number;
        }
    }

    /** A write to an operand that is returned: both. */
    static Node add(Node to, int n) {
        to.value += n;
        return to;
    }

    static int chain() {
        return add(add(add(new Node(1), 2), 3), 4).value;
    }

    /** Writes to an operand that becomes global, and to a static field: two escape, once each. */
    static void both(Node node) {
        node.value = 9;
        first = node;
    }

    static int[] copy(int[] from) {
        int[] to = new int[8];
        System.arraycopy(from, 0, to, 0, 8);
        return to;
    }

    /** Objects that are returned in a copy of the array that they were put into. */
    static Node[] copyLinks() {
        Node[] from = new Node[1];
        from[0] = new Node();
        Node[] to = new Node[1];
        System.arraycopy(from, 0, to, 0, 1);
        return to;
    }

    /** A copy of an array of two numbers: the copy escapes, the original does not. */
    static int[] cloned() {
        int[] from = new int[2];
        from[0] = 1;
        from[1] = 2;
        from[0] = 3;
        return from.clone();
    }

    /** Has an effect only in one of two calls. */
    static void twice(Node node, boolean write) {
        if (write) {
            node.value = 1;
            node.next = null;
        }
    }

    /** Recursive, with an effect at its end. */
    static void down(Node node, int n) {
        if (n == 0) {
            node.value = 0;
        } else {
            down(node, n - 1);
        }
    }

    static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    /** A lambda writes to an object that it has captured. */
    static int lambda() {
        Node node = new Node(1);
        Task task = () -> node.value = 2;
        task.run();
        return node.value;
    }

    /** An array of arrays: 1 and 3 allocations, 4 elements. */
    static int[][] matrix() {
        int[][] made = new int[3][2];
        made[0][0] = 1;
        made[1][0] = 1;
        made[2][0] = 1;
        made[2][1] = 1;
        return made;
    }
}
