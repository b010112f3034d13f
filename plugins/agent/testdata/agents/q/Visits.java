package q;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import jprof.api.Context;
import jprof.api.ContextAgent;
import jprof.api.Contexts;

/** Prints what each visit finds. After the first one it asks for as many bytecodes as the property "then" says. */
public class Visits implements ContextAgent {
    private final long then = Long.getLong("then", 1000);
    private String seen = "";

    @Override
    public long begin(Thread thread, Context root) {
        System.out.println("begin " + thread.getName() + root.className() + root.method() + root.descriptor());
        return 1000;
    }

    @Override
    public long visit(Context c) {
        StringBuilder line = new StringBuilder(c.className() + "." + c.method() + c.descriptor() + " " + c.calls() + " "
                + c.bytecodes() + " below " + c.caller().method() + ":");
        for (Context callee : c.callees()) {
            line.append(" " + callee.method() + " " + callee.calls() + " " + callee.bytecodes());
        }
        System.out.println(line);
        if (seen.equals(System.getProperty("fail"))) {
            throw new IllegalStateException("on purpose");
        }
        seen += "x";
        return then;
    }

    @Override
    public void end() {
        System.out.println("end");
    }

    /** A program that is recorded in part, and makes objects and arrays. */
    public static class Program {
        static int made(int n) {
            Object[] all = new Object[n];
            for (int i = 0; i < n; i++) {
                all[i] = i % 2 == 0 ? new StringBuilder() : new int[i];
            }
            return all.clone().length + new long[2][n].length;
        }

        static void hidden() {
            made(1000);
        }

        public static void main(String[] args) {
            made(4);
            Contexts.off();
            hidden();
            Contexts.on();
            made(2);
        }
    }

    /** A program that has streams of its own, as test frameworks have. */
    public static class Replacing {
        public static void main(String[] args) {
            System.setOut(new PrintStream(new ByteArrayOutputStream()));
            System.out.println("caught");
        }
    }

    /** Prints what the program has made. */
    public static class Made implements ContextAgent {
        private Context root;

        @Override
        public long begin(Thread thread, Context of) {
            root = of;
            return Long.MAX_VALUE;
        }

        @Override
        public long visit(Context current) {
            throw new AssertionError();
        }

        @Override
        public void end() {
            for (Context main : root.callees()) {
                for (Context c : main.callees()) {
                    System.out.println(c.method() + " " + c.calls() + " " + c.objects("java.lang.StringBuilder") + " "
                            + c.objects(null) + " " + c.arrays('I') + " " + c.elements('I') + " " + c.arrays('J') + " "
                            + c.elements('J') + " " + c.arrays('R') + " " + c.elements('R'));
                    System.out.println(String.join(",", c.types()));
                    c.clear();
                    System.out.println(c.calls() + " " + c.bytecodes() + c.types());
                }
            }
        }
    }
}
