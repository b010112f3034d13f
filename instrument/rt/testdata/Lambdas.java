// Lambdas whose bodies are counted, one hard case a method. COUNT is the helper's method. The test is that all of it
// compiles: the same text without COUNT(1, () -> ...) does.
package p;

import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

@SuppressWarnings({"rawtypes", "unchecked"})
class Lambdas {
    void void_() throws Exception {
        Runnable r = () -> COUNT(1, () -> v()); r.run();
    }
    void consumer_() throws Exception {
        List<String> l= new ArrayList<>(); l.forEach(x -> COUNT(1, () -> l2.add(x)));
    }
    void supplier_() throws Exception {
        Supplier<String> s = () -> COUNT(1, () -> str());
    }
    void callable1_() throws Exception {
        Callable<String> s = () -> COUNT(1, () -> io());
    }
    void throwsSub_() throws Exception {
        IoC t = () -> COUNT(1, () -> fnf());
    }
    void throwsBothRelated_() throws Exception {
        IoC t = () -> COUNT(1, () -> fnfAndIo());
    }
    void genThrows_() throws Exception {
        try { GT.call(() -> COUNT(1, () -> io())); } catch (IOException e) {}
    }
    void genThrowsX_() throws Exception {
        new Object(){ <X extends Exception> void m(Thrower<X> t) throws X { GT.run(() -> COUNT(1, () -> t.go())); } };
    }
    void genThrowsNone_() throws Exception {
        GT.call(() -> COUNT(1, () -> str()));
    }
    void map_() throws Exception {
        List<Integer> q = l2.stream().map(x -> COUNT(1, () -> x.length())).collect(Collectors.toList());
    }
    void collect_() throws Exception {
        Map<Integer,List<String>> q = l2.stream().collect(Collectors.groupingBy(x -> COUNT(1, () -> x.length())));
    }
    void toMap_() throws Exception {
        Map<String,Integer> q = l2.stream().collect(Collectors.toMap(x -> COUNT(1, () -> x.trim()), x -> COUNT(1,
                () -> x.length())));
    }
    void toMap4_() throws Exception {
        Map<String,Integer> q = l2.stream().collect(Collectors.toMap(x -> COUNT(1, () -> x.trim()), x -> COUNT(1,
                () -> x.length()), (a,b) -> COUNT(1, () -> Math.max(a,b)), () -> COUNT(1, () -> new TreeMap<>())));
    }
    void comparing_() throws Exception {
        l2.sort(Comparator.comparing(x -> COUNT(1, () -> x.length())));
    }
    void comparingRev_() throws Exception {
        l2.sort(Comparator.comparing((String x) -> COUNT(1, () -> x.length())).reversed().thenComparing(x -> COUNT(1,
                () -> x.trim())));
    }
    void comparingInt_() throws Exception {
        l2.sort(Comparator.comparingInt(x -> COUNT(1, () -> x.length())));
    }
    void flatMap_() throws Exception {
        List<Integer> q = l2.stream().flatMap(x -> COUNT(1, () -> ints(x).stream())).collect(Collectors.toList());
    }
    void flatMapStreamOf_() throws Exception {
        List<String> q = l2.stream().flatMap(x -> COUNT(1, () -> Stream.of(x, x))).collect(Collectors.toList());
    }
    void mapToInt_() throws Exception {
        int q = l2.stream().mapToInt(x -> COUNT(1, () -> x.length())).sum();
    }
    void mapToLongFromInt_() throws Exception {
        long q = l2.stream().mapToLong(x -> COUNT(1, () -> x.length())).sum();
    }
    void mapToObj_() throws Exception {
        List<String> q = IntStream.range(0,3).mapToObj(i -> COUNT(1, () -> String.valueOf(i))).collect(Collectors.toList());
    }
    void boxed_() throws Exception {
        ToIntFunction<String> f = s -> COUNT(1, () -> boxedInt(s));
    }
    void boxed2_() throws Exception {
        Function<String,Integer> f = s -> COUNT(1, () -> s.length());
    }
    void predicate_() throws Exception {
        l2.removeIf(x -> COUNT(1, () -> x.isEmpty()));
    }
    void predicateBoxed_() throws Exception {
        l2.removeIf(x -> COUNT(1, () -> boxedBool()));
    }
    void mapGetInt_() throws Exception {
        Map<String,Integer> m = null; ToIntFunction<String> f = s -> COUNT(1, () -> m.get(s));
    }
    void genericInt_() throws Exception {
        ToIntFunction<String> f = s -> COUNT(1, () -> gen());
    }
    void genericRet_() throws Exception {
        Function<String,String> f = s -> COUNT(1, () -> gen());
    }
    void genericRetArg_() throws Exception {
        Function<String,String> f = s -> COUNT(1, () -> id(s));
    }
    void genericBool_() throws Exception {
        Predicate<String> f = s -> COUNT(1, () -> gen());
    }
    void orElseGet_() throws Exception {
        String q = Optional.of("a").map(x -> COUNT(1, () -> x.trim())).orElseGet(() -> COUNT(1, () -> str()));
    }
    void orElseThrow_() throws Exception {
        try { String q = Optional.of("a").orElseThrow(() -> COUNT(1, () -> new IOException("x"))); } catch (IOException e) {}
    }
    void orElseThrowRt_() throws Exception {
        String q = Optional.of("a").orElseThrow(() -> COUNT(1, () -> new IllegalStateException()));
    }
    void orElseGetSub_() throws Exception {
        Collection<String> q = Optional.<Collection<String>>empty().orElseGet(() -> COUNT(1, () -> new ArrayList<>()));
    }
    void optMapSub_() throws Exception {
        Optional<Object> q = Optional.of("a").map(x -> COUNT(1, () -> x.trim()));
    }
    void emptyList_() throws Exception {
        List<String> q = Optional.of(l2).orElseGet(() -> COUNT(1, () -> Collections.emptyList()));
    }
    void cf_() throws Exception {
        CompletableFuture<Integer> q = CompletableFuture.supplyAsync(() -> COUNT(1, () -> str())).thenApply(x -> COUNT(1,
                () -> x.length())).thenCompose(x -> COUNT(1, () -> CompletableFuture.completedFuture(x)));
    }
    void cfHandle_() throws Exception {
        CompletableFuture<Integer> q = CompletableFuture.supplyAsync(() -> COUNT(1, () -> str())).handle((x, e) -> COUNT(1,
                () -> x.length()));
    }
    void cfAccept_() throws Exception {
        CompletableFuture<Void> q = CompletableFuture.supplyAsync(() -> COUNT(1, () -> str())).thenAccept(x -> COUNT(1,
                () -> v1(x)));
    }
    void submitV_() throws Exception {
        Future<?> q = es.submit(() -> COUNT(1, () -> v()));
    }
    void submitR_() throws Exception {
        Future<String> q = es.submit(() -> COUNT(1, () -> str()));
    }
    void submitIo_() throws Exception {
        Future<String> q = es.submit(() -> COUNT(1, () -> io()));
    }
    void submitNew_() throws Exception {
        Future<Object> q = es.submit(() -> COUNT(1, () -> new Object()));
    }
    void submitGen_() throws Exception {
        Future<String> q = es.submit(() -> COUNT(1, () -> id("a")));
    }
    void new_() throws Exception {
        Supplier<Object> q = () -> COUNT(1, () -> new Object());
    }
    void newVoid_() throws Exception {
        Runnable q = () -> COUNT(1, () -> new Object());
    }
    void newDiamond_() throws Exception {
        Supplier<List<String>> q = () -> COUNT(1, () -> new ArrayList<>());
    }
    void newAnonDiamond_() throws Exception {
        Supplier<Comparator<String>> q = () -> COUNT(1, () -> new Comparator<String>(){ public int compare(String a,
                String b) { return 0; } });
    }
    void computeIfAbsent_() throws Exception {
        Map<String,List<String>> m = new HashMap<>(); m.computeIfAbsent("a", k -> COUNT(1, () -> new ArrayList<>())).add("b");
    }
    void merge_() throws Exception {
        Map<String,Integer> m = new HashMap<>(); m.merge("a", 1, (a, b) -> COUNT(1, () -> Integer.sum(a, b)));
    }
    void wildcard_() throws Exception {
        Function<? super String, ? extends Number> f = x -> COUNT(1, () -> x.length());
    }
    void wildcardIn_() throws Exception {
        List<? extends Number> wl = null; List<Integer> q = wl.stream().map(x -> COUNT(1,
                () -> x.intValue())).collect(Collectors.toList());
    }
    void wildcardCapt_() throws Exception {
        List<? extends Number> wl = null; Supplier<? extends Number> q = () -> COUNT(1, () -> wl.get(0));
    }
    void wildcardCapt2_() throws Exception {
        Map<String, ? extends List<? extends Number>> wm = null; Function<String, List<? extends Number>> q = k -> COUNT(1,
                () -> wm.get(k));
    }
    void streamClass_() throws Exception {
        List<Class<?>> q = l2.stream().map(x -> COUNT(1, () -> x.getClass())).collect(Collectors.toList());
    }
    void methodTV_() throws Exception {
        new Object(){ <T extends Comparable<T>> T m(List<T> l) { return l.stream().reduce((a,b) -> COUNT(1,
                () -> max(a,b))).get(); } };
    }
    void varargs_() throws Exception {
        Supplier<List<String>> q = () -> COUNT(1, () -> Arrays.asList("a","b"));
    }
    void varargsGen_() throws Exception {
        Supplier<List<Object>> q = () -> COUNT(1, () -> Arrays.asList("a",1));
    }
    void intersection_() throws Exception {
        Runnable q = (Runnable & java.io.Serializable) () -> COUNT(1, () -> v());
    }
    void intersection2_() throws Exception {
        Object q = (Supplier<String> & java.io.Serializable) () -> COUNT(1, () -> str());
    }
    void nullret_() throws Exception {
        Supplier<String> q = () -> COUNT(1, () -> nul());
    }
    void incField_() throws Exception {
        Runnable q = () -> COUNT(1, () -> field++);
    }
    void incFieldI_() throws Exception {
        IntSupplier q = () -> COUNT(1, () -> field++);
    }
    void assignField_() throws Exception {
        IntSupplier q = () -> COUNT(1, () -> field = 3);
    }
    void assignL_() throws Exception {
        LongSupplier q = () -> COUNT(1, () -> field = 3);
    }
    void assignArr_() throws Exception {
        IntUnaryOperator q = i -> COUNT(1, () -> arr[i] = i);
    }
    void assignFieldV_() throws Exception {
        Consumer<String> q = x -> COUNT(1, () -> sf = x);
    }
    void assignNull_() throws Exception {
        Runnable q = () -> COUNT(1, () -> sf = null);
    }
    void assignLambda_() throws Exception {
        Runnable q = () -> COUNT(1, () -> rf = () -> COUNT(1, () -> v()));
    }
    void compound_() throws Exception {
        IntConsumer q = i -> COUNT(1, () -> field += i);
    }
    void nested2_() throws Exception {
        Supplier<Supplier<String>> q = () -> () -> COUNT(1, () -> str());
    }
    void nestedCall_() throws Exception {
        List<List<Integer>> q = l2.stream().map(x -> COUNT(1, () -> ints(x).stream().map(y -> COUNT(1,
                () -> Math.abs(y))).collect(Collectors.toList()))).collect(Collectors.toList());
    }
    void nestedCall3_() throws Exception {
        List<List<List<Integer>>> q = l2.stream().map(x -> COUNT(1, () -> ints(x).stream().map(y -> COUNT(1,
                () -> ints(x).stream().map(z -> COUNT(1,
                () -> Math.abs(y))).collect(Collectors.toList()))).collect(Collectors.toList()))).collect(Collectors.toList());
    }
    void privateM_() throws Exception {
        Supplier<Object> q = () -> COUNT(1, () -> priv());
    }
    void privateType_() throws Exception {
        Supplier<Object> q = () -> COUNT(1, () -> new Priv());
    }
    void assertThrows_() throws Exception {
        assertThrows(IOException.class, () -> COUNT(1, () -> io()));
    }
    void assertThrowsV_() throws Exception {
        assertThrows(IOException.class, () -> COUNT(1, () -> v()));
    }
    void assertThrowsAmb_() throws Exception {
        assertT2(IOException.class, () -> COUNT(1, () -> io())); assertT2(IOException.class, () -> COUNT(1, () -> v()));
    }
    void collector_() throws Exception {
        Collector<String,?,List<String>> q = Collector.of(() -> COUNT(1, () -> new ArrayList<>()), (a, b) -> COUNT(1,
                () -> a.add(b)), (a, b) -> COUNT(1, () -> cat(a,b)));
    }
    void collectorExpl_() throws Exception {
        List<String> q = l2.stream().collect(() -> COUNT(1, () -> new ArrayList<>()), (a, b) -> COUNT(1, () -> a.add(b)),
                (a, b) -> COUNT(1, () -> a.addAll(b)));
    }
    void reduce3_() throws Exception {
        int q = l2.stream().reduce(0, (a, b) -> COUNT(1, () -> Integer.sum(a, b.length())), (a, b) -> COUNT(1,
                () -> Integer.sum(a, b)));
    }
    void reduce2_() throws Exception {
        int q = IntStream.range(0,3).reduce(0, (a, b) -> COUNT(1, () -> Math.max(a, b)));
    }
    void collectAndThen_() throws Exception {
        List<String> q = l2.stream().collect(Collectors.collectingAndThen(Collectors.toList(), x -> COUNT(1,
                () -> Collections.unmodifiableList(x))));
    }
    void mapping_() throws Exception {
        Map<Integer,Set<String>> q = l2.stream().collect(Collectors.groupingBy(x -> COUNT(1, () -> x.length()),
                TreeMap::new, Collectors.mapping(x -> COUNT(1, () -> x.trim()), Collectors.toSet())));
    }
    void entrySort_() throws Exception {
        Map<String,Integer> m = new HashMap<>(); List<Map.Entry<String,Integer>> q = m.entrySet().stream().sorted((a,
                b) -> COUNT(1, () -> b.getValue().compareTo(a.getValue()))).collect(Collectors.toList());
    }
    void threadLocal_() throws Exception {
        ThreadLocal<List<String>> q = ThreadLocal.withInitial(() -> COUNT(1, () -> new ArrayList<>()));
    }
    void thread_() throws Exception {
        new Thread(() -> COUNT(1, () -> v())).start();
    }
    void retGenBound_() throws Exception {
        Supplier<Comparable<String>> q = () -> COUNT(1, () -> str());
    }
    void char_() throws Exception {
        IntUnaryOperator q = i -> COUNT(1, () -> "a".charAt(i));
    }
    void charS_() throws Exception {
        Supplier<Character> q = () -> COUNT(1, () -> "a".charAt(0));
    }
    void dbl_() throws Exception {
        DoubleSupplier q = () -> COUNT(1, () -> "a".length());
    }
    void longToDouble_() throws Exception {
        DoubleSupplier q = () -> COUNT(1, () -> System.nanoTime());
    }
    void objFromInt_() throws Exception {
        Supplier<Object> q = () -> COUNT(1, () -> "a".length());
    }
    void numFromInt_() throws Exception {
        Supplier<Number> q = () -> COUNT(1, () -> "a".length());
    }
    void array_() throws Exception {
        Supplier<int[]> q = () -> COUNT(1, () -> "a".chars().toArray());
    }
    void rawType_() throws Exception {
        List raw = new ArrayList(); Supplier<List<String>> q = () -> COUNT(1, () -> rawList());
    }
    void rawStream_() throws Exception {
        List raw = new ArrayList(); raw.stream().map(x -> COUNT(1, () -> x.toString())).forEach(x -> COUNT(1, () -> v1(x)));
    }
    void protectedSuper_() throws Exception {
        Supplier<Object> q = () -> COUNT(1, () -> super.toString());
    }
    void thisM_() throws Exception {
        Supplier<Object> q = () -> COUNT(1, () -> this.hashCode());
    }
    void chainGen_() throws Exception {
        List<String> q = new Chain<String>().with(x -> COUNT(1, () -> id(x))).with(x -> COUNT(1, () -> x.trim())).get();
    }
    void inferFromLambda_() throws Exception {
        String q = infer(() -> COUNT(1, () -> str()));
    }
    void inferFromLambdaI_() throws Exception {
        int q = infer(() -> COUNT(1, () -> "a".length()));
    }
    void inferL_() throws Exception {
        List<String> q = infer(() -> COUNT(1, () -> new ArrayList<>()));
    }
    void inferArg_() throws Exception {
        take(infer(() -> COUNT(1, () -> Collections.emptyList())));
    }
    void overloadFn_() throws Exception {
        over((String x) -> COUNT(1, () -> x.length()));
    }
    void overloadFnTo_() throws Exception {
        over2(x -> COUNT(1, () -> x.length()));
    }
    void genCallableSneaky_() throws Exception {
        String q = unchecked(() -> COUNT(1, () -> io()));
    }
    void genRunnableSneaky_() throws Exception {
        uncheckedR(() -> COUNT(1, () -> ioV()));
    }
    void twoLambdasOver_() throws Exception {
        amb(() -> COUNT(1, () -> str())); amb(() -> COUNT(1, () -> v()));
    }
    void optFlat_() throws Exception {
        Optional<Integer> q = Optional.of("a").flatMap(x -> COUNT(1, () -> Optional.of(1)));
    }
    void optFlatEmpty_() throws Exception {
        Optional<Integer> q = Optional.of("a").flatMap(x -> COUNT(1, () -> Optional.empty()));
    }
    void subtypeWild_() throws Exception {
        Function<String, List<? extends Number>> q = x -> COUNT(1, () -> ints(x));
    }
    void newInner_() throws Exception {
        Supplier<Inner> q = () -> COUNT(1, () -> new Inner());
    }
    void newOuterInner_() throws Exception {
        Supplier<Inner> q = () -> COUNT(1, () -> this.new Inner());
    }
    void genCtor_() throws Exception {
        Function<String, Box<String>> q = x -> COUNT(1, () -> new Box<>(x));
    }
    void genCtorInfer_() throws Exception {
        List<Box<String>> q = l2.stream().map(x -> COUNT(1, () -> new Box<>(x))).collect(Collectors.toList());
    }
    void byteRet_() throws Exception {
        IntSupplier q = () -> COUNT(1, () -> by());
    }
    void byteS_() throws Exception {
        BS q = () -> COUNT(1, () -> by());
    }
    void shortFromByte_() throws Exception {
        SS q = () -> COUNT(1, () -> by());
    }
    void listOfMixed_() throws Exception {
        List<? extends Object> q = l2.stream().map(x -> COUNT(1, () -> pick(x, 1))).collect(Collectors.toList());
    }
    void selfRefGen_() throws Exception {
        Supplier<Enum<?>> q = () -> COUNT(1, () -> en());
    }
    // Where lambdas can stand.
    class FieldInit_ {
        private final Supplier<String> ff = () -> COUNT(1, () -> str());
    }
    static class FieldInitStatic_ {
        private static final Supplier<String> ff = () -> COUNT(1, () -> sstr());
    }
    static class FieldTypeVar_ {
        static <T> Supplier<T> sup(Class<T> c) throws Exception { return () -> COUNT(1, () -> mk(c));
                } static <T> T mk(Class<T> c) { return null; }
    }
    static class CtorThis_ {
        CtorThis_(int i) { this(() -> COUNT(1, () -> sstr())); } CtorThis_(Supplier<String> s) { }
    }
    static class CtorSuper_ {
        static class S2 extends CtorSuper_ { S2(String a) { super(() -> COUNT(1, () -> a.trim()));
                } } CtorSuper_(Supplier<String> s) { } CtorSuper_() {}
    }
    class FinalParam_ {
        Supplier<String> m(final String a) { return () -> COUNT(1, () -> a.trim()); }
    }
    class Definite_ {
        void m(boolean b) { final String s; if (b) s = ""; else s = "x"; Runnable r = () -> COUNT(1, () -> v1(s)); }
    }
    class ReturnPoly_ {
        <T> Function<T, List<T>> rp() { return x -> COUNT(1, () -> Collections.singletonList(x)); }
    }
    class GenThrowsDecl_ {
        <R, X extends Exception> Supplier<R> w(Thrower2<R, X> t) { return () -> { try { return t.go();
                } catch (Exception e) { throw new RuntimeException(e); } }; } Supplier<String> uw = w(() -> COUNT(1, () -> io()));
    }
    class SwitchY_ {
        Supplier<String> sw(int i) { Supplier<String> s = null; switch (i) { case 1: s = () -> COUNT(1, () -> str());
                } return s; }
    }
    enum EC { A(x -> COUNT(1, () -> x.trim())), B(x -> COUNT(1, () -> x.concat("b"))); EC(Function<String,String> f) { } }
    interface IF { Supplier<String> S = () -> COUNT(1, () -> sstr()); default Supplier<Object> d() { return () -> COUNT(1,
            () -> toString()); } }
    class Rec2_ {
        final Runnable rf2 = () -> COUNT(1, () -> this.rf2.run());
    }
    class Rec3_ {
        final Function<Integer,Integer> fac = n -> COUNT(1, () -> this.fac.apply(n - 1));
    }
    // Variables and methods that they use.
    List<String> l2;
    int field;
    int[] arr;
    String sf;
    Runnable rf;
    ExecutorService es;
    void v() {}
    void v1(Object o) {}
    String str() { return ""; }
    static String sstr() { return ""; }
    String io() throws IOException { return ""; }
    void ioV() throws IOException { }
    String two() throws IOException, InterruptedException { return ""; }
    void twoV() throws IOException, InterruptedException { }
    String fnf() throws FileNotFoundException { return ""; }
    String fnfAndIo() throws FileNotFoundException, IOException { return ""; }
    interface Two { String x() throws IOException, InterruptedException; }
    interface TwoV { void x() throws IOException, InterruptedException; }
    interface IoC { String x() throws IOException; }
    interface Thrower<X extends Exception> { void go() throws X; }
    interface Thrower2<R, X extends Exception> { R go() throws X; }
    static class GT { static <R, X extends Exception> R call(Thrower2<R, X> t) throws X { return t.go();
            } static <X extends Exception> void run(Thrower<X> t) throws X { t.go(); } }
    List<Integer> ints(String s) { return null; }
    Integer boxedInt(String s) { return 1; }
    Boolean boxedBool() { return true; }
    static <R> R gen() { return null; }
    static <R> R id(R r) { return r; }
    <M extends Comparable<M>> M max(M a, M b) { return a; }
    String nul() { return null; }
    private Object priv() { return null; }
    private static class Priv { private Priv() {} }
    class Inner {}
    interface Executable { void execute() throws Throwable; }
    interface TSupplier<R> { R get() throws Throwable; }
    <X extends Throwable> X assertThrows(Class<X> c, Executable e) { return null; }
    <X extends Throwable> X assertT2(Class<X> c, Executable e) { return null; }
    <X extends Throwable> X assertT2(Class<X> c, TSupplier<?> e) { return null; }
    <A> A cat(A a, A b) { return a; }
    List rawList() { return null; }
    static <R> R infer(Supplier<R> s) { return s.get(); }
    void take(List<String> l) {}
    void over(Function<String,Integer> f) {}
    void over(Consumer<String> f) {}
    void over2(ToIntFunction<String> f) {}
    <R> R unchecked(Callable<R> c) { return null; }
    void uncheckedR(Thrower<?> t) {}
    void amb(Runnable r) {}
    <R> void amb(Supplier<R> s) {}
    static class Chain<A> { <B> Chain<B> with(Function<? super A, ? extends B> f) { return null;
            } List<A> get() { return null; } }
    static class Box<A> { Box(A a) {} }
    byte by() { return 1; }
    interface BS { byte g(); }
    interface SS { short g(); }
    <P> P pick(P a, P b) { return a; }
    Thread.State en() { return null; }
}
