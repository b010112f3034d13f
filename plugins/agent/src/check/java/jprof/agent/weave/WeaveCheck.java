package jprof.agent.weave;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Runs programs three times: as they are, with naive counters, and woven. Output, exceptions with their stack traces,
 * and the executions of each instruction in each context have to be equal.
 *
 * <p>Arguments: folders of classes; in each, the file "mains" has a line for each program: main class and arguments.
 * The runtime classes stand in java.lang, by --patch-module.
 */
public final class WeaveCheck {

    /** The loader of a program. */
    private static final class Loader extends ClassLoader {

        private final Map<String, byte[]> classes;

        private final UnaryOperator<byte[]> change;

        Loader(Map<String, byte[]> classes, UnaryOperator<byte[]> change) {
            super(WeaveCheck.class.getClassLoader());
            this.classes = classes;
            this.change = change;
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                byte[] code = classes.get(name);
                if (code == null) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                if (known == null) {
                    byte[] changed = change.apply(code);
                    known = defineClass(name, changed, 0, changed.length);
                }
                return known;
            }
        }
    }

    private static final List<WovenMethod> METHODS = new ArrayList<>();
    private static final List<String> KEYS = new ArrayList<>();
    private static final List<Solver> SOLVERS = new ArrayList<>();
    /** Counts are upper bounds only. */
    private static boolean bounds;
    /** There are calls only. */
    private static boolean callsOnly;
    private static int failures;
    private static long contexts;
    private static long executed;

    private WeaveCheck() {
    }

    /** Checks programs; ends with 1 if something differs. */
    public static void main(String[] args) throws Exception {
        Options options = new Options();
        options.woven = name -> !name.startsWith("java/");
        for (String arg : args) {
            if (arg.equals("--calls")) {
                options.calls = true;
                callsOnly = true;
            } else if (arg.equals("--fast")) {
                options.fast = true;
                bounds = true;
            } else if (arg.equals("--sites")) {
                options.callSites = true;
            } else if (arg.equals("--agents")) {
                options.agents = true;
            } else {
                for (String name : Files.readAllLines(Paths.get(arg, "mains"))) {
                    check(Paths.get(arg), name, options);
                }
            }
        }
        System.out.println(failures + " failures, " + contexts + " contexts, " + executed + " instructions, "
                + Jprof.visits + " visits");
        System.exit(failures > 0 ? 1 : 0);
    }

    private static void check(Path dir, String main, Options options) throws Exception {
        Map<String, byte[]> classes = new HashMap<>();
        for (Path file : files(dir)) {
            byte[] code = Files.readAllBytes(file);
            classes.put(new ClassReader(code).getClassName().replace('/', '.'), code);
        }
        String plain = run(new Loader(classes, code -> code), main);
        Loader counted = new Loader(classes, Naive::instrument);
        Naive.start(counted);
        String naively = run(counted, main);
        Loader loader = new Loader(classes, code -> weave(code, options));
        Tree.start();
        String result = run(loader, main);
        lines(main + ", naively", plain, naively);
        lines(main + ", woven", plain, result);
        compare(main, Naive.counts(), Tree.counts());
    }

    private static List<Path> files(Path dir) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walk(dir).filter(p -> p.toString().endsWith(".class")).sorted().forEach(files::add);
        return files;
    }

    private static byte[] weave(byte[] code, Options options) {
        Woven woven = Weaver.weave(code, options);
        ClassNode node = new ClassNode();
        new ClassReader(code).accept(node, ClassReader.EXPAND_FRAMES);
        String name = node.name.replace('/', '.');
        for (Loss loss : woven.losses) {
            fail(name + "." + loss.method + ": " + loss.reason);
        }
        Map<String, MethodNode> methods = new HashMap<>();
        for (MethodNode method : node.methods) {
            methods.put(method.name + method.desc, method);
        }
        int first = METHODS.size();
        for (WovenMethod method : woven.methods) {
            Jprof.SLOTS[METHODS.size()] = method.kind.length;
            Jprof.POINTS[METHODS.size()] = method.points.length;
            METHODS.add(method);
            KEYS.add(name + "." + method.name + method.desc);
            SOLVERS.add(new Solver(methods.get(method.name + method.desc), method));
        }
        return woven.code(first);
    }

    /** Runs a program and returns what it prints, and how it ends. */
    private static String run(Loader loader, String main) throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(bytes, true, "UTF-8");
        System.setOut(to);
        System.setErr(to);
        Thread thread = new Thread(() -> {
            try {
                String[] words = main.split(" ");
                String[] rest = Arrays.copyOfRange(words, 1, words.length);
                loader.loadClass(words[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
            } catch (InvocationTargetException e) {
                e.getCause().printStackTrace(to);
            } catch (Throwable e) {
                e.printStackTrace(to);
            }
        }, "main");
        thread.start();
        thread.join();
        System.setOut(out);
        System.setErr(out);
        return bytes.toString("UTF-8").replaceAll("\\s+at (jprof\\.|java\\.|jdk\\.).*", "")
                .replaceAll("@[0-9a-f]+|\\$\\$Lambda[^ (]*|Thread-[0-9]+", "");
    }

    /** Compares what a program prints, line by line. */
    private static void lines(String what, String expected, String actual) {
        String[] first = expected.split("\n");
        String[] second = actual.split("\n");
        for (int i = 0; i < Math.max(first.length, second.length); i++) {
            String x = i < first.length ? first[i] : "(end)";
            String y = i < second.length ? second[i] : "(end)";
            expect(what + ": line " + (i + 1), x, y);
            if (!x.equals(y)) {
                return;
            }
        }
    }

    private static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            fail(what + " differs\nexpected " + expected + "\nactual   " + actual);
        }
    }

    private static void fail(String message) {
        if (failures++ < 30) {
            System.out.println(message);
        }
    }

    private static void compare(String main, Map<String, Map<Integer, Long>> naive,
            Map<String, Map<Integer, Long>> woven) {
        for (String path : naive.keySet()) {
            if (!woven.containsKey(path)) {
                fail(main + ": no context " + path);
            }
        }
        for (Map.Entry<String, Map<Integer, Long>> entry : woven.entrySet()) {
            contexts++;
            for (long count : entry.getValue().values()) {
                executed += count;
            }
            Map<Integer, Long> expected = naive.getOrDefault(entry.getKey(), new TreeMap<>());
            if (callsOnly) { // a method's first instruction runs once for each call, in the programs of this option
                expected = Collections.singletonMap(0, expected.get(0));
            }
            if (!bounds || !atMost(expected, entry.getValue())) {
                expect(main + ": " + entry.getKey(), expected, entry.getValue());
            }
        }
    }

    private static boolean atMost(Map<Integer, Long> counts, Map<Integer, Long> bounds) {
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            if (entry.getValue() > bounds.getOrDefault(entry.getKey(), 0L)) {
                return false;
            }
        }
        return true;
    }

    /** The tree that the runtime has recorded. */
    private static final class Tree {

        static void start() {
            Jprof.ALL.clear();
        }

        static Map<String, Map<Integer, Long>> counts() {
            Map<String, Map<Integer, Long>> all = new TreeMap<>();
            for (Map.Entry<Thread, JprofThread> entry : Jprof.ALL.entrySet()) {
                if (entry.getValue().cur != entry.getValue().root.number) {
                    fail("not at the root at the end: " + entry.getKey());
                }
                walk(Naive.thread(entry.getKey()), entry.getValue().root, all);
            }
            return all;
        }

        private static void walk(String path, JprofNode node, Map<String, Map<Integer, Long>> all) {
            for (JprofNode child : node.children.values()) {
                String key = path + " " + KEYS.get(child.method);
                Map<Integer, Long> solved = all.computeIfAbsent(key, k -> new TreeMap<>());
                long[] counts = callsOnly ? new long[] {child.calls}
                        : SOLVERS.get(child.method).executions(child.calls, child.slots, child.cuts);
                for (int i = 0; i < counts.length; i++) {
                    if (counts[i] != 0) {
                        solved.merge(i, counts[i], Long::sum);
                    }
                }
                WovenMethod method = METHODS.get(child.method);
                for (int i = 0; i < method.kind.length; i++) {
                    if (method.kind[i] >= Slots.ELEMENTS && child.slots[i] != 0) {
                        int kind = Naive.kind(method.kind[i], method.b[i]);
                        solved.merge(Naive.key(method.a[i], kind), child.slots[i], Long::sum);
                    }
                }
                walk(key, child, all);
            }
        }
    }
}
