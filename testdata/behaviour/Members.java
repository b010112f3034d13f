// level 8

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Prints what reflection and serialisation tell about classes. */
public class Members {

    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        int value() default Members.ONE + 1;

        String[] names() default {"a" + "b", Members.TEXT};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Used {
        boolean value() default Members.ONE == 1 && Members.TEXT == "one" || false;
    }

    static final int ONE = 3 > 2 && true ? 1 : 0;
    static final String TEXT = ONE == 1 ? "one" : "other";

    enum Colour implements Supplier<String> {
        RED, GREEN(2) {
            @Override
            public String get() {
                return run(() -> super.name());
            }
        };

        private final int number;

        Colour() {
            this(ONE);
        }

        Colour(int number) {
            this.number = number > 1 && number < 5 ? number : -number;
        }

        @Override
        public String get() {
            return run(() -> name() + number);
        }

        private static String run(Supplier<String> s) {
            return s.get();
        }
    }

    interface Shape extends Serializable {
        Comparable<String> CONSTANT = Colour.RED.get();

        default int area(@Mark int side) {
            Function<Integer, Integer> square = x -> Math.multiplyExact(x, side);
            return square.apply(side);
        }

        static Shape of(int a) {
            return new Shape() {
                @Override
                public int area(int side) {
                    return a * side;
                }
            };
        }
    }

    @Mark(ONE + 4)
    static class Base<@Used T extends @Used(false) Comparable<T>> implements Shape {
        protected @Used T value;
        transient int hidden;
        private volatile List<@Used String> list = new ArrayList<>();

        @Mark
        protected Base(final T value, int... more) throws @Used IllegalStateException {
            this.value = value;
            assert more.length >= 0;
        }

        synchronized <R extends T> R same(R what, @Mark(7) T... others) {
            Supplier<R> s = () -> pick(what, others);
            return s.get();
        }

        private <X> X pick(X x, Object[] others) {
            return others.length == 0 && x != null ? x : null;
        }
    }

    static class Derived extends Base<String> {
        class Inner implements Serializable {
            int depth = value.length();
            Runnable action = () -> touch(depth);
        }

        Derived(String text) {
            super(text, 1, 2);
        }

        @Override
        public int area(int side) {
            return value == null || value.isEmpty() ? side : Derived.super.hidden;
        }

        private void touch(int n) {
            hidden += n;
        }
    }

    /** Its number would change with each member that is not private. */
    static class Versions implements Serializable {
        static int started = Integer.parseInt("1");
        int a;
        Supplier<String> s = () -> String.valueOf(a);
        Function<Integer, Object> f = (Function<Integer, Object> & Serializable) x -> Integer.toString(x);

        Object local(int n, String t) {
            int twice = 2 * n;
            class Local implements Serializable {
                Object both() {
                    return call(() -> t.concat("" + twice));
                }
            }
            return new Local();
        }

        static Object call(Supplier<Object> s) {
            return s.get();
        }
    }

    static void show(Class<?> c) {
        System.out.println("== " + Modifier.toString(c.getModifiers()) + " " + c.toGenericString());
        System.out.println(c.getEnclosingMethod() == null ? "no method" : "a method of " + c.getEnclosingClass());
        System.out.println(c.getGenericSuperclass() + " " + Arrays.toString(c.getGenericInterfaces()));
        List<String> list = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) {
            if (!m.isSynthetic() || !m.getName().startsWith("lambda$")) {
                list.add(member(m, m) + " " + m.toGenericString() + " " + parameters(m.getParameters())
                        + Arrays.toString(m.getAnnotatedReturnType().getAnnotations()) + " " + Arrays.deepToString(new Object[] {m.getDefaultValue()}));
            }
        }
        for (Constructor<?> m : c.getDeclaredConstructors()) {
            list.add(member(m, m) + " " + m.toGenericString() + " " + parameters(m.getParameters())
                    + Arrays.toString(m.getParameterAnnotations().length == 0 ? null : m.getParameterAnnotations()[0]));
        }
        for (Field f : c.getDeclaredFields()) {
            list.add(member(f, f) + " " + f.toGenericString() + " " + Arrays.toString(f.getAnnotatedType().getAnnotations()));
        }
        Collections.sort(list);
        list.forEach(s -> System.out.println(s));
        Class<?>[] inner = c.getDeclaredClasses();
        Arrays.sort(inner, (a, b) -> a.getName().compareTo(b.getName()));
        System.out.println(Arrays.toString(c.getAnnotations()) + " " + Arrays.toString(inner));
        ObjectStreamClass stream = ObjectStreamClass.lookup(c);
        System.out.println(stream == null ? "cannot be written" : stream.toString());
        for (Class<?> i : inner) {
            show(i);
        }
    }

    static <T extends Member, A extends AnnotatedElement> String member(T m, A a) {
        return m.getName() + ": " + m.getModifiers() + (m.isSynthetic() ? " synthetic " : " ") + Arrays.toString(a.getAnnotations());
    }

    static String parameters(Parameter[] all) {
        StringBuilder s = new StringBuilder();
        for (Parameter p : all) {
            s.append(p.isNamePresent() ? p.getName() : "?").append(p.isImplicit() || p.isSynthetic() ? "! " : " ");
        }
        return s.toString();
    }

    static Object again(Object o) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(o);
        }
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            return objects.readObject();
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        show(Members.class);
        Versions v = new Versions();
        show(v.local(1, "").getClass());
        show(Shape.of(2).getClass());
        show(Colour.GREEN.getClass());
        Function<Integer, Object> sent = (Function<Integer, Object>) again(v.f);
        System.out.println(sent.apply(17) + " " + sent.getClass().isSynthetic());
        Supplier<Object> first = () -> new Object() { };
        Supplier<Object> second = () -> {
            if (first != null) {
                return new Object() { };
            }
            return null;
        };
        System.out.println(first.get().getClass() + " " + second.get().getClass() + " " + first.get().getClass().getEnclosingClass());
        System.out.println(Colour.GREEN.get() + Colour.RED.get() + " " + again(Colour.RED) + " " + Arrays.toString(Colour.values()));
    }
}
