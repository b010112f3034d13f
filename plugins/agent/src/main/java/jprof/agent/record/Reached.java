package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jprof.agent.runtime.JprofReached;

/**
 * Notes which methods ran, each once. Classes get a call at the start of each method; now and then, classes are changed
 * again, without the calls of methods that ran. So the program soon runs as it is.
 */
final class Reached extends Session implements Runnable {

    /** Milliseconds between two looks at what ran. */
    private static final int LOOK = 1000;
    /** The first and the longest pause between two files, in milliseconds. */
    private static final int FIRST = 1000;
    private static final int LONGEST = 60_000;
    /** The longest pause between two changes of classes: each has the JVM compile them again. */
    private static final int LONGEST_CHANGE = 3_600_000;
    private static final int FACTOR = 6;

    private final Settings settings;
    private final Instrumentation instrumentation;
    private final ReachedClasses classes;
    private final ReachedFile file;
    private long end;
    private Thread thread;
    private volatile boolean ended;

    private Reached(Settings settings, Process process, Instrumentation instrumentation, boolean attached)
            throws IOException, ReflectiveOperationException {
        super(settings, process.stem(), instrumentation);
        this.settings = settings;
        this.instrumentation = instrumentation;
        classes = new ReachedClasses(settings);
        file = new ReachedFile(new File(settings.out, process.stem() + ".reached"), process, classes, attached);
    }

    /**
     * Begins.
     *
     * @param settings what to note
     * @param instrumentation of this JVM
     * @param attached the JVM runs already
     * @throws IOException if there is nowhere to write to
     * @throws ReflectiveOperationException never
     */
    static void begin(Settings settings, Instrumentation instrumentation, boolean attached)
            throws IOException, ReflectiveOperationException {
        settings.makeOut();
        Reached r = new Reached(settings, new Process(settings.named), instrumentation, attached);
        r.file.write(false);
        r.classes.warm();
        instrumentation.addTransformer(r.classes, true);
        ThreadGroup group = Recorder.outermost();
        Recorder.endWithJvm(group);
        r.begin();
        if (attached) {
            r.changeLoaded();
            r.classes.running();
        }
        r.end = settings.time == 0 ? 0 : System.nanoTime() + settings.time * 1_000_000L;
        r.thread = new Thread(group, r, "jprof-reached");
        r.thread.setDaemon(true);
        r.thread.setContextClassLoader(null);
        r.thread.start();
    }

    @Override
    public void run() {
        long now = System.nanoTime();
        long pause = FIRST;
        long next = now + FIRST * 1_000_000L;
        long change = settings.change;
        long nextChange = now + change * 1_000_000L;
        while (!ended) {
            try {
                Thread.sleep(LOOK);
                now = System.nanoTime();
                if (end != 0 && now - end >= 0) {
                    apply("stop");
                }
                synchronized (this) {
                    if (!ended && now - next >= 0) {
                        file.write(false);
                        pause = Math.min(LONGEST, 2 * pause);
                        next = now + pause * 1_000_000L;
                    }
                }
                if (!ended && now - nextChange >= 0) {
                    change(finished(), false);
                    change = Math.min(LONGEST_CHANGE, FACTOR * change);
                    nextChange = now + change * 1_000_000L;
                }
            } catch (InterruptedException e) {
                // It is to end.
            } catch (Throwable e) {
                // Tried again, and reported, at the end.
            }
        }
    }

    /** Lists the classes whose code has calls of methods that ran. */
    private List<Class<?>> finished() {
        List<Class<?>> list = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (classes.finished(type)) {
                list.add(type);
            }
        }
        return list;
    }

    @Override
    boolean takes(Class<?> type) {
        return classes.takes(type.getClassLoader(), type.getName().replace('.', '/'), type.getProtectionDomain());
    }

    @Override
    boolean has(Class<?> type) {
        return classes.changed(type);
    }

    @Override
    void lost(Class<?> type, Throwable why) {
        classes.lost(type.getName(), "it was loaded before, and the JVM does not change it: " + why);
    }

    @Override
    synchronized void snapshot() throws IOException {
        file.write(true);
    }

    @Override
    void finish() throws IOException {
        synchronized (this) {
            ended = true;
            file.write(true);
        }
        if (Thread.currentThread() != thread && thread != null) {
            thread.interrupt();
            try {
                thread.join(LONGEST);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    void leave() {
        classes.stop();
        instrumentation.removeTransformer(classes);
    }

    @Override
    void forget() {
        // The numbers of methods are not used again.
    }
}
