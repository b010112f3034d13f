package jprof.agent.record;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import jprof.agent.runtime.Jprof;
import jprof.agent.runtime.JprofControl;
import jprof.agent.runtime.JprofThreads;
import jprof.agent.runtime.JprofVisitor;

/** The thread that writes now and then, and what writes when the JVM ends. */
final class Recorder implements Runnable {

    /** Milliseconds between two looks at threads that have ended. */
    private static final int LOOK = 250;
    /** The first and the longest pause between two files, in milliseconds. */
    private static final int FIRST = 1000;
    private static final int LONGEST = 30_000;
    /** Writing takes at most this part of the time. */
    private static final int PART = 50;

    private final ContextsFile file;
    private final Classes classes;
    private final WovenCache cache;
    /** The JVM or the recording ends: the last file is there. */
    private boolean ended;
    /** When recording ends by itself (System.nanoTime), and what ends it; null where it does not. */
    private long limit;
    private volatile Runnable expiry;
    /** The thread. */
    private Thread writer;
    /** The next time at which the thread writes. */
    private volatile long next;
    private boolean reported;
    /** The caller of the agents of users, or null. */
    private JprofVisitor visitor;

    /**
     * Makes it; {@link #begin} starts it.
     *
     * @param file the file to write
     * @param classes the classes that were woven
     * @param cache what is kept of them for other JVMs
     */
    Recorder(ContextsFile file, Classes classes, WovenCache cache) {
        this.cache = cache;
        this.file = file;
        this.classes = classes;
    }

    /**
     * Has the agents of users end with the JVM.
     *
     * @param agents who calls them, or null
     */
    void visitor(JprofVisitor agents) {
        visitor = agents;
        file.visitor(agents);
    }

    /**
     * Has recording end by itself, also if it has begun.
     *
     * @param time milliseconds from now on
     * @param end what ends it, in the thread of this object
     */
    void expire(long time, Runnable end) {
        limit = System.nanoTime() + time * 1_000_000L;
        expiry = end;
    }

    /**
     * Starts the thread, and has the JVM write at its end.
     *
     * @param stoppable recording may end before: then the JVM calls {@link JprofControl}
     * @throws IOException if nothing can be written
     */
    void begin(boolean stoppable) throws IOException {
        classes.begin();
        // So that this JVM is known from now on. The JDK keeps a list of open files: one that the other thread opens
        // while the program begins would change what the program's own code does with that list.
        snapshot();
        ThreadGroup group = outermost();
        Runnable end = new Runnable() {
            @Override
            public void run() {
                end();
            }
        };
        if (stoppable) {
            endWithJvm(group);
        } else {
            endWithJvm(group, end);
        }
        Jprof.halting(end);
        writer = new Thread(group, this, "jprof-contexts");
        writer.setDaemon(true);
        writer.setContextClassLoader(null);
        Jprof.silence(writer);
        writer.start();
    }

    /**
     * Has the JVM call what ends the recording of that time, once for all recordings.
     *
     * @param group the group of the agent's threads
     */
    static void endWithJvm(ThreadGroup group) {
        if (!JprofControl.last) {
            JprofControl.last = true;
            endWithJvm(group, new JprofControl());
        }
    }

    private static void endWithJvm(ThreadGroup group, Runnable end) {
        if (!last(end)) {
            Thread hook = new Thread(group, end, "jprof-contexts-end");
            hook.setContextClassLoader(null);
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    /**
     * Returns the group of the agent's threads: tests look for forgotten threads in their own groups.
     *
     * @return the outermost group
     */
    static ThreadGroup outermost() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = group.getParent(); parent != null; parent = group.getParent()) {
            group = parent;
        }
        return group;
    }

    /**
     * Has the JVM call something behind all shutdown hooks of the program, which run at the same time.
     *
     * @param end what to call
     * @return whether it does
     */
    private static boolean last(Runnable end) {
        try {
            Method add = Class.forName("java.lang.Shutdown")
                    .getDeclaredMethod("add", int.class, boolean.class, Runnable.class);
            add.setAccessible(true);
            for (int slot = 9; slot > 2; slot--) {
                try {
                    add.invoke(null, slot, false, end);
                    return true;
                } catch (ReflectiveOperationException e) {
                    // the slot is taken
                }
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // a JVM that ends in another way
        }
        return false;
    }

    @Override
    public void run() {
        Jprof.never();
        long pause = FIRST;
        next = System.nanoTime() + FIRST * 1_000_000L;
        while (true) {
            try {
                Thread.sleep(LOOK);
                if (expiry != null && System.nanoTime() - limit >= 0) {
                    expiry.run();
                }
                synchronized (this) {
                    if (ended) {
                        return;
                    }
                    JprofThreads.clean();
                }
                if (System.nanoTime() - next >= 0) {
                    long begin = System.nanoTime();
                    snapshot();
                    long took = System.nanoTime() - begin;
                    pause = Math.min(LONGEST, 2 * pause);
                    next = System.nanoTime() + Math.max(pause * 1_000_000L, took * PART);
                }
            } catch (InterruptedException e) {
                // No code has a reason to interrupt it.
            } catch (Throwable e) {
                // Tried again, and reported, at the end.
            }
        }
    }

    private synchronized void snapshot() {
        try {
            if (!ended && file.changed()) {
                file.snapshot();
            }
        } catch (IOException | OutOfMemoryError e) {
            // Tried again, and reported, at the end.
        }
    }

    /**
     * Writes the files as at the end of the JVM, which goes on.
     *
     * @throws IOException if they cannot be written
     */
    synchronized void now() throws IOException {
        if (!ended) {
            classes.end();
            file.end();
            next = System.nanoTime() + LONGEST * 1_000_000L; // whoever has asked for it reads it meanwhile
        }
    }

    /** Writes the last files, and ends the thread. */
    void finish() {
        end();
        if (Thread.currentThread() != writer) {
            try {
                writer.join(LONGEST);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes the last file. Where a hook halts the JVM, it may be written twice. */
    void end() {
        boolean was = Jprof.off();
        try {
            synchronized (this) {
                if (!ended && visitor != null) {
                    visitor.end();
                }
                Flight.end();
                ended = true;
                classes.end();
                JprofThreads.clean(); // there may be as many trees as threads that have lived at the same time
                file.end();
                cache.end();
            }
        } catch (Throwable e) {
            report("cannot write the contexts of this JVM", e);
        } finally {
            if (was) {
                Jprof.on();
            }
        }
    }

    private void report(String what, Throwable why) {
        if (!reported) {
            reported = true;
            say(what + ": " + why);
        }
    }

    /**
     * Prints a line on standard error. The program may have replaced System.err.
     *
     * @param text the line
     */
    static void say(String text) {
        try {
            new FileOutputStream(FileDescriptor.err)
                    .write(("jprof: " + text.replace('\n', ' ') + System.lineSeparator()).getBytes());
        } catch (IOException | RuntimeException e) {
            // There is nowhere to report it.
        }
    }
}
