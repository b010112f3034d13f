// level 17

import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Prints what can be seen of records, sealed types, patterns and switch expressions. */
public class Modern {

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.RECORD_COMPONENT})
    @interface Mark { }

    sealed interface Shape permits Circle, Square, Nothing { }

    record Circle(@Mark double radius) implements Shape, Serializable {
        Circle {
            if (radius < 0 && !Double.isNaN(radius)) {
                throw new IllegalArgumentException("radius " + radius);
            }
        }
    }

    record Square(@Mark List<@Mark String> names, int side) implements Shape {
        static int made;

        Square(int side) {
            this(side > 0 ? List.of("a") : List.of(), side);
            made++;
        }

        Supplier<Integer> area() {
            record Pair<T>(T a, T b) {
                int product(Function<T, Integer> f) {
                    return f.apply(a) * f.apply(b);
                }
            }
            return () -> new Pair<>(side, side).product(x -> Integer.valueOf(x));
        }
    }

    enum Nothing implements Shape { NOTHING }

    static String kind(Object o) {
        if (!(o instanceof Shape s) || s == Nothing.NOTHING) {
            return "none";
        }
        return s instanceof Circle c && c.radius() > 1 ? "big" : s instanceof Square q && q.side() > 1 ? "wide" : "small";
    }

    static int number(String s) {
        return switch (s) {
            case "a", "b" -> 1;
            case "c" -> {
                int n = s.length();
                yield n > 0 && n < 3 ? n + 1 : n;
            }
            default -> Integer.parseInt(s);
        };
    }

    static int exhaustive(Nothing n) {
        return switch (n) {
            case NOTHING -> 1;
        };
    }

    static void show(Class<?> c) {
        System.out.println("== " + Modifier.toString(c.getModifiers()) + " " + c.toGenericString() + " " + c.isRecord() + c.isSealed());
        if (c.isRecord()) {
            for (RecordComponent r : c.getRecordComponents()) {
                System.out.println(r + " " + Arrays.toString(r.getAnnotations()) + Arrays.toString(r.getAnnotatedType().getAnnotations()) + r.getAccessor());
            }
        }
        System.out.println(Arrays.toString(c.getPermittedSubclasses()) + " " + c.getNestHost() + " "
                + Arrays.stream(c.getNestMembers()).map(m -> m.getName()).collect(Collectors.toList()));
        System.out.println(Arrays.stream(c.getDeclaredMethods()).filter(m -> !m.getName().startsWith("lambda$")).map(m -> m.toGenericString())
                .sorted().collect(Collectors.joining("\n")));
        Arrays.stream(c.getDeclaredClasses()).sorted(Comparator.comparing(i -> i.getName())).forEach(i -> show(i));
    }

    static void thrown(Runnable r) {
        try {
            r.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e);
            for (StackTraceElement f : e.getStackTrace()) {
                System.out.println("frame " + f);
            }
        }
    }

    static String text(int n) {
        return """
            text \
            block
            """ + (n > 1 && n < 3 ? """
            two""" : "");
    }

    public static void main(String[] args) {
        show(Modern.class);
        thrown(() -> new Circle(-1));
        thrown(() -> number("x"));
        thrown(() -> exhaustive(null));
        thrown(() -> {
            Object o = args.length == 0 && args != null ? new Circle(1) : null;
            var s = (Square) o;
            System.out.println(s);
        });
        thrown(() -> System.out.println(new Square(3).area().get() + number("c") + number("b")));
        for (Object o : new Object[] {new Circle(2), new Square(1), new Square(2), Nothing.NOTHING, "", null}) {
            System.out.println(kind(o) + " " + (o instanceof Record r ? r.toString() + r.equals(o) : "no record"));
        }
        System.out.println(text(2) + Square.made);
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(f -> System.out.println(f));
    }
}
