package jprof.agent.record;

import java.io.Closeable;
import jprof.agent.runtime.Jprof;
import jprof.agent.runtime.JprofBarrier;

/**
 * Keeps threads out of woven methods while the last file is written. A thread that waits may have a lock that the
 * writer needs, so the barrier opens where writing does not go on.
 */
final class Barrier implements Runnable, Closeable {

    /** Milliseconds: as long as this, nothing may be written. */
    private static final int PATIENCE = 2000;

    /** It is shut, or was. */
    private boolean shut;
    /** It is to be open. */
    private boolean open;
    /** Steps that writing has made. */
    private volatile int steps;

    /** Shuts the barrier, if there is the memory for it. */
    Barrier() {
        try {
            Thread holder = thread(this);
            holder.setDaemon(true);
            holder.setContextClassLoader(null);
            Jprof.silence(holder);
            holder.start();
            await(true);
        } catch (OutOfMemoryError e) {
            close(); // contexts of threads that run may contradict themselves
        }
    }

    /** Makes a thread that inherits nothing: the thread locals of the program have code of their own for that. */
    private static Thread thread(Runnable of) {
        ThreadGroup group = Recorder.outermost();
        String name = "jprof-contexts-barrier";
        try {
            return Thread.class
                    .getConstructor(ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class)
                    .newInstance(group, of, name, 0L, false);
        } catch (ReflectiveOperationException e) {
            return new Thread(group, of, name); // Java 8
        }
    }

    /** Has the thread of the barrier wait until it may open, or the writer until it is shut, but not for ever. */
    private synchronized void await(boolean begin) {
        long end = System.nanoTime() + PATIENCE * 1_000_000L;
        int known = steps;
        while (!open && !(begin && shut)) {
            long left = (end - System.nanoTime()) / 1_000_000L;
            if (left <= 0 && (begin || known == steps)) {
                open = true;
                return;
            }
            if (left <= 0) {
                known = steps;
                end = System.nanoTime() + PATIENCE * 1_000_000L;
                continue;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                // No code has a reason to interrupt it.
            }
        }
    }

    @Override
    public void run() {
        Jprof.never();
        try {
            JprofBarrier.shut(new Runnable() {
                @Override
                public void run() {
                    shut();
                    await(false);
                }
            });
        } catch (OutOfMemoryError e) {
            close();
        }
    }

    private synchronized void shut() {
        shut = true;
        notifyAll();
    }

    /** Says that writing goes on. */
    void step() {
        steps++;
    }

    /** Opens the barrier. */
    @Override
    public synchronized void close() {
        open = true;
        notifyAll();
    }
}
