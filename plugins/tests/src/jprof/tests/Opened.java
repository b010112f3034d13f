package jprof.tests;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Notes which files of the project each test opens, looks for or lists, with the code that does so; and which tests
 * start processes, as these may read anything. The classes of the platform through which all of this goes call an
 * object of this class, by fields of another class: see {@link Pools}. On systems other than Linux and macOS the
 * platform has other classes: nothing is noted there.
 *
 * <p>The file is text. Each line has a type and values, with tabs between: "s" for a stack, numbered from 0, with
 * class, method and line of each frame; "f" for a file, with owner (see {@link Counts}), stack (-1 if it is not known)
 * and path; "end" when the JVM ends. The path is relative to the project, and ends with a slash where a folder is
 * listed. It is "*" for a process.
 */
final class Opened implements BiConsumer<Object, Object> {

    /** The variable of the environment with the folder for the counts of the test step. */
    private static final String FOLDER = "JPROF_COUNTS";
    /** The file beside that folder with the paths of the project, one on each line. */
    private static final String ROOTS = "files.roots";
    /** The most stacks for one file and owner, and the most frames of a stack. */
    private static final int STACKS = 200;
    private static final int FRAMES = 1000;
    /** Notes may take one part of the heap, of so many; and the bytes that a frame and a text take. */
    private static final int HEAP_PARTS = 16;
    private static final int FRAME_BYTES = 60;
    private static final int TEXT_BYTES = 200;
    private static final String PROCESS = "*";
    private static final String FILE = "java.io.File";
    /** The class by which Surefire looks whether Maven still runs, with a process. */
    private static final String SUREFIRE_CHECK = "org.apache.maven.surefire.booter.PpidChecker";

    private static volatile State state;

    private final String what;

    /** Holds the notes. */
    private static final class State {

        final String[] roots;
        /** The current folder when the JVM has started. */
        final String folder;
        final ThreadLocal<Object> busy = new ThreadLocal<>();
        final Map<List<StackTraceElement>, Integer> stacks = new ConcurrentHashMap<>();
        final AtomicInteger stackNumbers = new AtomicInteger();
        /** The number of notes of a file for an owner, and of each line. */
        final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
        /** The bytes that notes may still take. */
        final AtomicLong left = new AtomicLong(Runtime.getRuntime().maxMemory() / HEAP_PARTS);
        /** Lines that were not written yet. */
        final Queue<String> lines = new ConcurrentLinkedQueue<>();
        volatile Recording recording;
        volatile FileOutputStream out;

        State(String[] roots, String folder) {
            this.roots = roots;
            this.folder = folder;
        }
    }

    /**
     * Makes what the platform calls.
     *
     * @param what the field that holds it: what happens to files
     */
    private Opened(String what) {
        this.what = what;
    }

    /**
     * Changes the classes of the platform, if the run is to know files. It never throws.
     *
     * @param instrumentation the JVM's
     */
    static void change(Instrumentation instrumentation) {
        try {
            String folder = System.getenv(FOLDER);
            File file = folder == null ? null : new File(new File(folder).getParentFile(), ROOTS);
            if (file == null || !file.isFile()) {
                return;
            }
            State made = new State(read(file), new File("").getAbsolutePath());
            state = made;
            new Opened(Pools.LISTED).accept(file, new File(made.roots[0], "jprof")); // loads what it needs
            made.lines.clear();
            made.seen.clear();
            made.stacks.clear();
            made.stackNumbers.set(0);
            for (String what : new String[] {Pools.OPENED, Pools.LISTED, Pools.STARTED}) {
                ThreadPoolExecutor.class.getField(what).set(null, new Opened(what));
            }
            List<ClassDefinition> changed = new ArrayList<>();
            changed.add(changed(FILE, 0, Pools.OPENED, "exists()Z isFile()Z isDirectory()Z isHidden()Z length()J "
                    + "lastModified()J canRead()Z canWrite()Z canExecute()Z renameTo(Ljava/io/File;)Z",
                    "list()[Ljava/lang/String; normalizedList()[Ljava/lang/String;"));
            changed.add(changed("java.io.FileInputStream", 1, Pools.OPENED, "open(Ljava/lang/String;)V", ""));
            changed.add(changed("java.io.RandomAccessFile", 1, Pools.OPENED, "open(Ljava/lang/String;I)V", ""));
            changed.add(changed("sun.nio.fs.UnixNativeDispatcher", 0, Pools.OPENED,
                    "copyToNativeBuffer(Lsun/nio/fs/UnixPath;)Lsun/nio/fs/NativeBuffer;", ""));
            changed.add(changed("sun.nio.fs.UnixFileSystemProvider", 1, "", "", "newDirectoryStream("
                    + "Ljava/nio/file/Path;Ljava/nio/file/DirectoryStream$Filter;)Ljava/nio/file/DirectoryStream;"));
            changed.add(changed("java.lang.ProcessImpl", 0, Pools.STARTED, "toCString(Ljava/lang/String;)[B", ""));
            instrumentation.redefineClasses(changed.toArray(new ClassDefinition[0]));
            noteClassPath();
        } catch (Throwable t) {
            state = null; // the files of this JVM are not known
        }
    }

    /**
     * Returns a class with calls at the start of methods, which get the variable with a number: of some methods what a
     * field holds, of others what {@link Pools#LISTED} does. Versions of the platform lack some of the methods.
     */
    private static ClassDefinition changed(String name, int variable, String field, String methods, String listing)
            throws Exception {
        Class<?> type = Class.forName(name, false, null);
        String has = "";
        for (Method method : type.getDeclaredMethods()) {
            has += " " + method.getName() + "(" + method.getParameterTypes().length;
        }
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] part = new byte[8192];
            for (int n = in.read(part); n > 0; n = in.read(part)) {
                code.write(part, 0, n);
            }
        }
        Patch patch = new Patch(code.toByteArray());
        boolean patched = false;
        for (String method : (methods + " " + listing).trim().split(" ")) {
            String called = method.substring(0, method.indexOf('('));
            String descriptor = method.substring(method.indexOf('('));
            int parameters = descriptor.startsWith("()") ? 0
                    : descriptor.endsWith("I)V") || descriptor.contains(";L") ? 2 : 1;
            if (has.contains(" " + called + "(" + parameters)) {
                String holder = listing.contains(method) ? Pools.LISTED : field;
                if (name.equals(FILE)) { // a class of the program may override methods that return the path
                    patch.callWithText(called, descriptor, name.replace('.', '/'), "path", Pools.POOL, holder);
                } else {
                    patch.call(called, descriptor, variable, Pools.POOL, holder);
                }
                patched = true;
            }
        }
        if (!patched) {
            throw new IOException("no such methods");
        }
        return new ClassDefinition(type, patch.file());
    }

    /** Notes the archives of the project on the class path: the JVM has opened them to find the agent. */
    private static void noteClassPath() throws IOException {
        Opened opened = new Opened(Pools.OPENED);
        for (String key : new String[] {"java.class.path", "jdk.module.path"}) {
            for (String path : System.getProperty(key, "").split(File.pathSeparator)) {
                opened.accept(null, path.isEmpty() ? null : new File(path));
                if (path.endsWith(".jar") && inProject(state, path) != null && new File(path).isFile()) {
                    noteClassPath(opened, new File(path));
                }
            }
        }
    }

    /** Notes the archives that an archive names as a part of the class path, as Surefire has one that only does so. */
    private static void noteClassPath(Opened opened, File archive) throws IOException {
        Manifest manifest;
        try (JarFile jar = new JarFile(archive)) {
            manifest = jar.getManifest();
        }
        String path = manifest == null ? null : manifest.getMainAttributes().getValue("Class-Path");
        for (String entry : path == null ? new String[0] : path.split(" +")) {
            opened.accept(null, new File(archive.toURI().resolve(entry)));
        }
    }

    private static String[] read(File file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line + "/");
            }
        }
        return lines.toArray(new String[0]);
    }

    /**
     * Notes files for the owners that a recording knows, from now on. Before, they are opened outside of tests.
     *
     * @param recording the newest recording
     */
    static void report(Recording recording) {
        State s = state;
        if (s != null) {
            s.recording = recording;
        }
    }

    /**
     * Begins the file.
     *
     * @param path where it goes
     */
    static void open(File path) {
        State s = state;
        if (s == null) {
            return;
        }
        try {
            s.out = new FileOutputStream(path);
        } catch (IOException e) {
            state = null;
        }
    }

    /**
     * Writes what was noted. The recorder has to have written all owners before.
     *
     * @param last whether the JVM is ending
     */
    static void flush(boolean last) {
        State s = state;
        if (s == null || s.out == null) {
            return;
        }
        try {
            StringBuilder text = new StringBuilder();
            for (String line = s.lines.poll(); line != null; line = s.lines.poll()) {
                text.append(line).append('\n');
            }
            s.left.addAndGet(text.length());
            if (last) {
                text.append("end\n");
            }
            s.out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            state = null; // the end is missing, so jprof does not take what is there for all
        }
    }

    /**
     * The platform calls it. It runs in the middle of the program, and never throws.
     *
     * @param caller the object that opens a file, or the file
     * @param file its path
     */
    @Override
    public void accept(Object caller, Object file) {
        try {
            State s = state;
            if (s == null || file == null) {
                return;
            }
            String path = what.equals(Pools.STARTED) ? PROCESS : inProject(s, file.toString());
            if (path == null || s.busy.get() != null) {
                return;
            }
            s.busy.set(path);
            try {
                note(s, what.equals(Pools.LISTED) ? path + "/" : path);
            } finally {
                s.busy.remove();
            }
            if (s.left.get() < 0) {
                state = null; // the tests need the memory; the end is missing, so jprof knows that not all is there
            }
        } catch (Throwable e) {
            // the end of the stack or of the memory, and so of the test
        }
    }

    /** Returns a path relative to the project; null for one outside of it, and for classes, which counts know. */
    private static String inProject(State s, String path) {
        if (path.endsWith(".class")) {
            return null;
        }
        String full = path.startsWith("/") ? path : s.folder + "/" + path;
        for (String root : s.roots) {
            if (full.startsWith(root)) {
                return full.substring(root.length());
            }
            if (full.length() == root.length() - 1 && root.startsWith(full)) {
                return "";
            }
        }
        return null;
    }

    private static void note(State s, String path) {
        Recording recording = s.recording;
        long owner = recording == null ? Counts.OUTSIDE : recording.owner();
        String of = owner + "\t" + path;
        int times = count(s, of);
        if (times > STACKS + 1) {
            return;
        }
        int stack = -1;
        if (times <= STACKS) {
            StackTraceElement[] frames = new Throwable().getStackTrace();
            if (frames.length < FRAMES) {
                List<StackTraceElement> kept = Arrays.asList(frames);
                if (path.equals(PROCESS) && isSurefire(kept)) {
                    return;
                }
                stack = number(s, kept);
            }
        }
        String line = owner + "\t" + stack + "\t" + path;
        if (count(s, line) == 1) {
            add(s, "f\t" + line.replace("\n", "\\n"));
        }
    }

    private static void add(State s, String line) {
        s.left.addAndGet(-line.length());
        s.lines.add(line);
    }

    private static int count(State s, String what) {
        AtomicInteger times = s.seen.get(what);
        if (times == null) {
            AtomicInteger made = new AtomicInteger();
            s.left.addAndGet(-TEXT_BYTES - 2L * what.length());
            times = s.seen.putIfAbsent(what, made);
            times = times == null ? made : times;
        }
        return times.get() > STACKS + 1 ? STACKS + 2 : times.incrementAndGet();
    }

    private static boolean isSurefire(List<StackTraceElement> frames) {
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().equals(SUREFIRE_CHECK)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of a stack. Its line is there before the first that names it. */
    private static int number(State s, List<StackTraceElement> frames) {
        Integer known = s.stacks.get(frames);
        if (known != null) {
            return known;
        }
        synchronized (s.stacks) {
            known = s.stacks.get(frames);
            if (known == null) {
                StringBuilder line = new StringBuilder("s");
                for (StackTraceElement frame : frames) {
                    line.append('\t').append(frame.getClassName()).append(' ').append(frame.getMethodName())
                            .append(' ').append(frame.getLineNumber());
                }
                known = s.stackNumbers.getAndIncrement();
                add(s, line.toString());
                s.stacks.put(frames, known);
                s.left.addAndGet(-TEXT_BYTES - (long) FRAME_BYTES * frames.size());
            }
        }
        return known;
    }
}
