package jprof.agent.record;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import jprof.agent.runtime.JprofControl;

/**
 * A recording that goes on. It takes the commands stop, snapshot and end, the last one when the JVM ends, and answers
 * by lines of keys and values, which jprof reads. A recording that was begun with the JVM may end before it, if its
 * settings say so.
 */
abstract class Session implements Function<String, String> {

    /** The rounds to find classes that are loaded while others are changed. */
    private static final int ROUNDS = 4;
    /** The seconds for which the end of the JVM waits for the last files. */
    private static final int PATIENCE = 10;

    private final Settings settings;
    private final String stem;
    private final Instrumentation instrumentation;
    /** Where to write the answer when recording ends by itself, or null. */
    private final File answer;
    /** It ends, or has ended; and has written its last files. */
    private final AtomicBoolean over = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);
    /** Classes that the JVM has changed, and did not change; and the milliseconds that it took for that. */
    private int changed;
    private int refused;
    private long took;

    /**
     * Makes it.
     *
     * @param settings what is recorded
     * @param stem the name of this JVM's files
     * @param instrumentation of this JVM
     */
    Session(Settings settings, String stem, Instrumentation instrumentation) {
        this.settings = settings;
        this.stem = stem;
        this.instrumentation = instrumentation;
        answer = settings.answer.isEmpty() ? null : new File(settings.answer);
    }

    /** Reports whether a class is to be changed that was loaded before. */
    abstract boolean takes(Class<?> type);

    /** Reports whether a class is changed. */
    abstract boolean has(Class<?> type);

    /** Names a class that the JVM does not change. */
    abstract void lost(Class<?> type, Throwable why);

    /** Writes the last files, and ends the threads. */
    abstract void finish() throws IOException;

    /** Has no class be changed from now on. */
    abstract void leave();

    /** Forgets all that was recorded. */
    abstract void forget();

    /** Writes the files as they are now. */
    abstract void snapshot() throws IOException;

    /** Begins: whoever attaches from now on finds it. */
    void begin() {
        JprofControl.recording = this;
    }

    @Override
    public String apply(String command) {
        try {
            switch (command) {
                case "snapshot":
                    snapshot();
                    return state("recording");
                case "state":
                    return state("recording");
                case "stop":
                    return settings.stoppable && !settings.all ? stop() : "error=fixed\n" + state("recording");
                default:
                    end();
                    return "";
            }
        } catch (Throwable e) {
            return "error=" + line(e) + "\n" + state("recording");
        }
    }

    /** Writes the last files at the end of the JVM, or waits until they are written. */
    private void end() throws IOException, InterruptedException {
        if (over.compareAndSet(false, true)) {
            finish();
        } else {
            written.await(PATIENCE, TimeUnit.SECONDS);
        }
    }

    private String stop() throws IOException {
        if (!over.compareAndSet(false, true)) {
            return state("stopped");
        }
        try {
            finish();
        } finally {
            written.countDown();
            leave();
            changed = 0;
            refused = 0;
            took = 0;
            change(loaded(true), false);
            JprofControl.recording = null;
            forget();
        }
        String state = state("stopped");
        if (answer != null) {
            write(answer, state);
        }
        return state;
    }

    /** Changes the classes that were loaded before. */
    void changeLoaded() {
        Set<Class<?>> done = Collections.newSetFromMap(new IdentityHashMap<Class<?>, Boolean>());
        for (int round = 0; round < ROUNDS; round++) {
            List<Class<?>> more = new ArrayList<>();
            for (Class<?> type : loaded(false)) {
                if (done.add(type)) {
                    more.add(type);
                }
            }
            change(more, true);
        }
    }

    /**
     * Lists classes, superclasses before those that extend them.
     *
     * @param changed list those that are changed; else those that are not, and are to be
     */
    private List<Class<?>> loaded(boolean changed) {
        List<Class<?>> list = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            boolean plain = !type.isArray() && !type.isPrimitive() && instrumentation.isModifiableClass(type);
            if (plain && (changed ? has(type) : !has(type) && takes(type))) {
                list.add(type);
            }
        }
        final Map<Class<?>, Integer> depths = new IdentityHashMap<>();
        for (Class<?> type : list) {
            int depth = 0;
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                depth++;
            }
            depths.put(type, depth);
        }
        Collections.sort(list, new Comparator<Class<?>>() {
            @Override
            public int compare(Class<?> a, Class<?> b) {
                return depths.get(a) - depths.get(b);
            }
        });
        return list;
    }

    /**
     * Has the JVM change classes: all at once, so that each thread sees all or none of it, and in parts where it
     * refuses one of them.
     */
    void change(List<Class<?>> list, boolean name) {
        if (list.isEmpty()) {
            return;
        }
        long begin = System.nanoTime();
        try {
            instrumentation.retransformClasses(list.toArray(new Class<?>[0]));
            changed += list.size();
            took += (System.nanoTime() - begin) / 1_000_000L;
        } catch (UnmodifiableClassException | RuntimeException | Error e) {
            if (list.size() == 1) {
                refused++;
                if (name) {
                    lost(list.get(0), e);
                }
                return;
            }
            change(list.subList(0, list.size() / 2), name);
            change(list.subList(list.size() / 2, list.size()), name);
        }
    }

    /**
     * Describes the recording.
     *
     * @param state what it does
     * @return lines of keys and values
     */
    String state(String state) {
        return "state=" + state + "\nout=" + settings.out.getPath() + "\nstem=" + stem + "\nreached="
                + settings.reached + "\nclasses=" + changed + "\nrefused=" + refused + "\ntook="
                + took + "\n";
    }

    /** Returns an error as one line. */
    static String line(Throwable e) {
        return e.toString().replace('\n', ' ').replace('\r', ' ');
    }

    /**
     * Writes an answer, which appears as a whole.
     *
     * @param file where to
     * @param text the lines
     * @throws IOException if it cannot be written
     */
    static void write(File file, String text) throws IOException {
        File part = new File(file.getPath() + ".part");
        try (FileOutputStream out = new FileOutputStream(part)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        if (!part.renameTo(file) && file.delete()) { // Windows replaces no file
            part.renameTo(file);
        }
    }
}
