// level 8

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Prints the stack traces of exceptions that are thrown in all sorts of places. */
public class Traces {

    interface Body {
        void run() throws Exception;
    }

    static class Node {
        Node next;
        int value;
        Integer boxed;
        int[] array;

        Node() { }

        Node(Node other, int unused) {
            this(other.value);
        }

        Node(int value) {
            this.value = value / (value - 1);
            thrown("in a constructor");
        }
    }

    static class Derived extends Node {
        int field = Integer.parseInt("a field");

        Derived(Node n) {
            super(n, 1);
        }

        Derived(int n) {
            super();
            this.value = n;
        }

        Derived(String text) {
            super(Integer.parseInt(text));
        }
    }

    static class Initialiser {
        static int value;

        static {
            value = 1;
            value = thrown("in a static initialiser");
        }
    }

    static class Constants {
        static final Supplier<String> FIRST = () -> "a".substring(2);
        static final int SECOND = Integer.parseInt(FIRST.get());
    }

    static class Instance {
        {
            if (Traces.count++ >= 0) {
                thrown("in an initialiser");
            }
        }
    }

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() throws Exception {
            throw new Exception("closing " + name);
        }
    }

    static int count;
    static Node nothing;

    static int thrown(String message) {
        throw new IllegalStateException(message);
    }

    static boolean yes(Object o) {
        return o != Traces.class;
    }

    static void show(String what, Body body) {
        System.out.println("== " + what);
        try {
            body.run();
            System.out.println("nothing thrown");
        } catch (Throwable t) {
            show("", t);
        }
    }

    static void show(String indent, Throwable t) {
        System.out.println(indent + t);
        for (StackTraceElement e : t.getStackTrace()) {
            System.out.println("frame " + indent + e);
        }
        for (Throwable s : t.getSuppressed()) {
            show(indent + "suppressed: ", s);
        }
        if (t.getCause() != null) {
            show(indent + "cause: ", t.getCause());
        }
    }

    static void statements() throws Exception {
        show("a call", () -> {
            count++;
            thrown("call");
        });
        show("null", () -> {
            count++;
            count += nothing.value;
        });
        show("conditions", new Body() {
            @Override
            public void run() {
                if (yes(1) && nothing.value > 1
                        || yes(2)) {
                    count++;
                }
            }
        });
        show("conditions over lines", new Body() {
            @Override
            public void run() {
                if (yes(1)
                        && yes(2)
                        && yes(nothing.next.next)) {
                    count++;
                }
            }
        });
        show("a loop", () -> {
            for (int i = 3; ; i--) {
                count += 3 / i;
            }
        });
        show("a selector", () -> {
            switch (nothing.boxed) {
                case 1:
                    count++;
                    break;
                default:
                    count--;
            }
        });
        show("a string selector", () -> {
            String text = null;
            switch (text) {
                case "a":
                    count++;
                    break;
                default:
            }
        });
        show("an index", () -> {
            int[] a = {1};
            a[1] = 2;
        });
        show("a cast", () -> {
            Object o = "x";
            count += (Integer) o;
        });
        show("a store", () -> {
            Object[] a = new String[1];
            a[0] = count;
        });
        show("a size", () -> {
            int[] a = new int[-1];
            count = a.length;
        });
        show("assert", () -> {
            assert count < 0 : "asserted";
        });
        show("a ternary", () -> {
            int x = count < 0
                    ? 1
                    : thrown("ternary");
        });
    }

    static void handlers() {
        show("try with resources", () -> {
            try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
                thrown("body");
            }
        });
        show("a finally that throws", () -> {
            try {
                thrown("body");
            } finally {
                thrown("finally");
            }
        });
        show("a finally that goes on", () -> {
            try {
                thrown("body");
            } finally {
                count++;
            }
        });
        show("rethrown", () -> {
            try {
                thrown("body");
            } catch (IllegalStateException e) {
                throw new RuntimeException("around", e);
            }
        });
        show("the same again", () -> {
            try {
                thrown("body");
            } catch (RuntimeException e) {
                e.addSuppressed(new Exception("added"));
                throw e;
            }
        });
        show("synchronized", () -> {
            synchronized (nothing) {
                count++;
            }
        });
        show("synchronized and thrown", () -> {
            synchronized (Traces.class) {
                thrown("body");
            }
        });
        show("a long way down", () -> {
            try {
                down(0);
            } catch (StackOverflowError e) {
                throw new Exception(e.getClass().getName());
            }
        });
    }

    static int down(int n) {
        return down(n + 1) + 1;
    }

    static void classes() {
        show("this(...)", () -> {
            new Node(nothing, 1);
        });
        show("super(...)", () -> {
            new Derived(new Node());
        });
        show("a field initialiser", () -> {
            new Derived(1);
        });
        show("an argument of super(...)", () -> {
            new Derived("x");
        });
        show("a static initialiser", () -> {
            count += Initialiser.value;
        });
        show("a static initialiser again", () -> {
            count += Initialiser.value;
        });
        show("a static field", () -> {
            count += Constants.SECOND;
        });
        show("an instance initialiser", () -> {
            new Instance();
        });
        show("an anonymous class", () -> {
            new Node() {
                {
                    thrown("anonymous");
                }
            };
        });
    }

    static void lambdas() {
        show("an expression", () -> thrown("expression"));
        show("a value", () -> call(() -> thrown("value")));
        show("nested", () -> call(() -> call(() -> {
            count++;
            return call(() -> thrown("nested"));
        })));
        show("over lines", () ->
                call(() ->
                        thrown("over lines")));
        show("an operator", () -> {
            IntUnaryOperator half = x -> 1 / x;
            half.applyAsInt(0);
        });
        show("a reference", () -> {
            Function<String, Integer> f = Integer::valueOf;
            f.apply("reference");
        });
        show("a stream", () -> {
            count += Arrays.asList("1", "x").stream().mapToInt(s -> Integer.parseInt(s)).sum();
        });
        show("a curried one", () -> {
            Function<Integer, Function<Integer, Integer>> f = x -> y -> x / y;
            f.apply(1).apply(0);
        });
        show("a new object", () -> new Derived("new"));
    }

    static <T> T call(Callable<T> c) throws Exception {
        return c.call();
    }

    static void uncaught() throws InterruptedException {
        Thread t = new Thread(() -> {
            count++;
            thrown("uncaught");
        });
        t.setUncaughtExceptionHandler((thread, e) -> {
            System.out.println("== uncaught in " + thread.getName());
            show("", e);
        });
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        statements();
        handlers();
        classes();
        lambdas();
        uncaught();
        throw new Exception("the end", new Error("a cause"));
    }
}
