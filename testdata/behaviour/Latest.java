// level 25

import java.util.List;
import java.util.function.Supplier;

/** Prints what can be seen of record patterns, switches over patterns, and statements before super(...). */
public class Latest {

    sealed interface Tree<T> permits Leaf, Fork { }

    record Leaf<T>(T value) implements Tree<T> { }

    record Fork<T>(Tree<T> left, Tree<T> right) implements Tree<T> { }

    record Broken(int value) {
        public int value() {
            return 1 / value;
        }
    }

    static class Parent {
        Parent(Object o) {
            System.out.println("parent " + o + " " + this);
        }
    }

    static class Child extends Parent {
        final int length;

        Child(String text) {
            if (text == null || text.isEmpty()) {
                throw new IllegalArgumentException("no text");
            }
            length = text.length();
            Supplier<String> twice = () -> text.concat(text);
            super(twice.get());
            System.out.println("child " + length);
        }

        Child(int a, int b) {
            var c = a > 0 && b > 0 ? a / b : b / a;
            this("" + c);
        }

        @Override
        public String toString() {
            return "length " + length;
        }
    }

    static String walk(Object o) {
        return switch (o) {
            case null -> "null";
            case Leaf<?>(String s) when s.length() > 2 && !s.isBlank() -> "long " + s;
            case Leaf<?>(Integer _) -> "number";
            case Leaf<?>(var v) -> "leaf " + v;
            case Fork<?>(Leaf<?> l, Leaf<?>(String _)) -> "twig " + l;
            case Fork<?>(var l, _) -> "fork " + walk(l);
            case Broken(int v) when v > 1 -> "fine";
            case Integer i when i > 10 || i < -10 -> "big";
            case Integer i -> "small " + i;
            case int[] a when a.length > 0 && a[0] / a.length > 1 -> "array";
            default -> {
                if (o instanceof Fork<?>(Leaf<?>(var x), _) && x != null) {
                    yield "x";
                }
                yield "none";
            }
        };
    }

    static void thrown(Runnable r) {
        try {
            r.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            for (Throwable t = e; t != null; t = t.getCause()) {
                System.out.println(t);
                for (StackTraceElement f : t.getStackTrace()) {
                    System.out.println("frame " + f);
                }
            }
        }
    }

    public static void main(String[] args) {
        for (Object o : new Object[] {null, new Leaf<>("long"), new Leaf<>(1), new Leaf<>("s"), new Fork<>(new Leaf<>(1), new Leaf<>("")),
            new Fork<>(new Fork<>(new Leaf<>(2), null), null), 11, 3, new int[] {4}, new int[] {}, "x"}) {
            System.out.println(walk(o));
        }
        thrown(() -> walk(new Broken(0)));
        thrown(() -> new Child(""));
        thrown(() -> new Child(6, 0));
        thrown(() -> System.out.println(new Child(6, 2)));
        thrown(() -> List.of(1, 2, 3).forEach(_ -> {
            try {
                walk(new Broken(0));
            } catch (MatchException _) {
                throw new IllegalStateException();
            }
        }));
        new Child("a") {
            int x = walk(length).length();

            {
                System.out.println(x);
            }
        };
    }
}
