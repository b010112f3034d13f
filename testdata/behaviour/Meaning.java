// level 8

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Prints what depends on the exact meaning of a source: types, overloads, constants, order. */
public class Meaning {

    static final int LIMIT = 3 > 2 && 5 != 6 ? 10 : 20;
    static final boolean DEBUG = LIMIT > 10 || false;
    static final String NAME = "n" + (LIMIT == 10 || DEBUG ? "ten" : "other");

    static String which(Runnable r) { r.run(); return "Runnable"; }
    static String which(Callable<?> c) throws Exception { return "Callable " + c.call(); }
    static String which(Runnable r, Object o) { return "Runnable, Object"; }
    static String which(Supplier<?> s, String t) { return "Supplier, String " + s.get(); }
    static String of(int i) { return "int"; }
    static String of(long i) { return "long"; }
    static String of(double i) { return "double"; }
    static String of(Integer i) { return "Integer"; }
    static String of(Object o) { return "Object"; }
    static String of(char c) { return "char"; }
    static String of(boolean b) { return "boolean"; }
    static String of(Boolean b) { return "Boolean"; }
    static String any(Object... all) { return all == null ? "no array" : all.length + " in an array"; }
    static String any(Object one) { return "one"; }
    static int number() { return 7; }
    static void nothing() { }
    static <T> T same(T t) { return t; }
    static <T, R> R map(T t, Function<? super T, ? extends R> f) { return f.apply(t); }
    static <T> String each(T t, Consumer<? super T> c) { c.accept(t); return "consumed"; }
    static <T> String each(T t, Function<? super T, ?> f) { return "mapped " + f.apply(t); }

    static class Parent {
        final String how;

        Parent(int i) { how = "int " + i; }
        Parent(long i) { how = "long " + i; }
        Parent(short i) { how = "short " + i; }
        Parent(Integer i) { how = "Integer " + i; }
        Parent(Object o) { how = "Object " + o; }
        Parent(Object[] o) { how = "Object[] " + o.length; }
        Parent(Object a, Object... b) { how = "Object... " + b.length; }
        Parent(List<? extends CharSequence> l) { how = "List " + l; }
        Parent(char c) { how = "char " + c; }
        Parent(String s) { how = "String " + s; }
    }

    static class Child extends Parent {
        Child(int i) { super(i); }
        Child(byte i) { super(i); }
        Child(short i) { super(i); }
        Child(Integer i) { super(i); }
        Child(Object[] o) { super(o); }
        Child(String[] o) { super(o); }
        Child(Object o, String s) { super(o, s); }
        Child(List<String> l) { super(l); }
        <T extends CharSequence & Comparable<T>> Child(T t, int unused) { super(t); }
        Child(char c, int a) { super((char) (c + a)); }
        Child(long c) { super((int) c); }
        Child(String s) { super("s" + s); }
        Child() { super('x'); }
        Child(boolean b) { super(b); }
        Child(float f) { super(new Object[] {f}); }
        Child(double f) { super(new String[] {"" + f}); }
    }

    enum Sort { A, B, C }

    static int select(Sort s) {
        switch (s) {
            case A:
                return 1;
            case B:
                return 2;
            default:
                return 3;
        }
    }

    static String text(String s) {
        switch (s) {
            case "Aa":
            case "BB":
                return "same hash";
            case NAME:
                return "name";
            case "x" + LIMIT:
                return "x";
            default:
                return "none";
        }
    }

    static class Order {
        static final int NUMBER = 5;
        static final String BOXED = say("Order");

        static String say(String s) {
            System.out.println("initialised " + s);
            return s;
        }
    }

    interface Lazy {
        String X = Order.say("Lazy");

        default String get() { return X; }
    }

    static class Late implements Lazy {
        static String x = Order.say("Late");
        static final Supplier<String> MORE = () -> Order.say("More");

        static void touch() { }
    }

    static int assigned(boolean a, boolean b) {
        final int x;
        int y;
        if (a && (y = number()) > 3 && b) {
            x = y;
        } else {
            x = a || b ? 1 : 2;
        }
        int z;
        if (!(a || (z = number()) < 3) || !b) {
            z = x;
        } else {
            z = 9;
        }
        boolean both;
        both = a & (z = 4) > 2 || b;
        while (true) {
            if (z++ > 10 && both || z > 20) {
                return x + z;
            }
        }
    }

    static int endless(int n) {
        do {
            try {
                for (;;) {
                    if (n-- < 0) {
                        throw new IllegalArgumentException();
                    }
                }
            } catch (IllegalArgumentException e) {
                return n;
            } finally {
                n = 3;
            }
        } while (true);
    }

    static void overloads() throws Exception {
        int[] box = {0};
        List<String> list = new ArrayList<>();
        System.out.println(which(() -> box[0]++) + which(() -> { box[0]++; }) + which(() -> number()) + which(() -> nothing()));
        System.out.println(which(() -> list.add("x")) + which(() -> new Object().equals(1)) + which(() -> list.clear()));
        System.out.println(which(() -> { throw new Error(); }, 1) + which(() -> number(), "s"));
        System.out.println(which(() -> { while (LIMIT == 11 || box[0] < 0) { } }) + map(1, x -> map(2, y -> x + y)));
        System.out.println(each(list, (List<String> l) -> l.clear()) + each(list, (List<String> l) -> l.add("y")) + list);
        boolean t = box[0] >= 0, f = !t;
        Boolean boxed = t;
        System.out.println(of(t && f) + of(t || boxed) + of(t ? 1 : 2L) + of(t ? 'a' : 0) + of(t ? 1 : 'b') + of(f ? 1 : "s")
                + of(t ? (Integer) 1 : (Integer) 2) + of(t ? 1 : (Integer) 2) + of(f && t ? null : 0) + of(t ? boxed : f) + of(same(t) && t));
        System.out.println(any(t ? (Object[]) new String[2] : null) + any(f || t) + any((Object) new String[1]) + any());
        Comparable<?> c = t && !f ? 1 : "one";
        long sum = t && boxed ? box[0] : 1.5f > 1 ? 2 : 'c';
        System.out.println(c + " " + sum);
        ToIntFunction<String> length = f || boxed ? String::length : s -> s.length() + 1;
        IntFunction<int[]> array = t ? int[]::new : n -> new int[n + 1];
        System.out.println(length.applyAsInt("four") + array.apply(2).length);
        for (Parent p : new Parent[] {new Child(1), new Child((byte) 1), new Child((short) 1), new Child((Integer) 1), new Child(new Object[1]),
            new Child(new String[2]), new Child(1, "s"), new Child(Arrays.asList("l")), new Child("t", 1), new Child('c', 1), new Child(3L),
            new Child("s"), new Child(), new Child(true), new Child(1f), new Child(1.0)}) {
            System.out.println(p.how);
        }
    }

    static Supplier<String> constant() { return () -> "same"; }

    static Supplier<String> called() { return () -> String.valueOf(1); }

    static Supplier<Integer> capturing(int n) { return () -> same(n); }

    static void identity() {
        System.out.println((constant() == constant()) + " " + (called() == called()) + " " + (capturing(1) == capturing(1)));
        System.out.println(("n" + "ten" == NAME) + " " + (capturing(2).get() + called().get().length()));
        System.out.println(select(Sort.A) + select(Sort.C) + text("BB") + text("nten") + text("x10") + text(""));
        System.out.println(assigned(true, false) + " " + assigned(false, true) + " " + assigned(true, true) + " " + endless(4));
    }

    static void order() {
        System.out.println(Order.NUMBER);
        Late.touch();
        System.out.println(Late.MORE.get() + new Late().get());
    }

    static void threads() throws Exception {
        System.out.println(new Thread().getName() + " " + Thread.activeCount() + " " + Thread.currentThread().getThreadGroup().activeGroupCount());
        TreeSet<String> names = new TreeSet<>();
        for (Thread t : Thread.getAllStackTraces().keySet()) {
            if (!t.isDaemon()) {
                names.add(t.getName());
            }
        }
        System.out.println(names);
        Thread.currentThread().interrupt();
        boolean before = Thread.currentThread().isInterrupted() && same(true);
        System.out.println(before + " " + Thread.interrupted());
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<String> f = pool.submit(() -> Thread.currentThread().getName());
        System.out.println(f.get() + pool.shutdownNow());
    }

    public static void main(String[] args) throws Exception {
        boolean on = false;
        assert on = true;
        System.out.println("assertions " + on + " " + Meaning.class.desiredAssertionStatus() + " " + Sort.class.desiredAssertionStatus());
        overloads();
        identity();
        order();
        threads();
        System.out.println(new TreeSet<>(System.getProperties().stringPropertyNames()));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the end")));
        if (args.length == 0 && on || !on) {
            System.exit(on ? 3 : 4);
        }
    }
}
