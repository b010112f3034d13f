package jprof.agent.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofNumbers;
import jprof.agent.runtime.JprofThread;
import jprof.agent.runtime.JprofThreads;
import jprof.agent.runtime.JprofTree;

/**
 * The places of threads when the JVM ends: code that they have not reached is not counted. The contexts of a thread
 * have the methods, its stack trace the lines; methods that call nothing are no current context, and in the trace only.
 * Both are written as they are: jprof finds the context of each frame, as it knows the names of all methods.
 *
 * <p>The {@link Barrier} is shut meanwhile, so most threads that run come to rest: those are read first.
 */
final class Stopped {

    /** The number of times that running threads are examined, with pauses of 1, 2, 4... milliseconds. */
    private static final int LOOKS = 8;
    /** The number of times that a thread is examined that has not come to rest until the last time. */
    private static final int TRIES = 3;
    /** Nanoseconds for all threads: there may be very many virtual ones. */
    private static final long PATIENCE = 2_000_000_000L;
    /** The contexts whose counts are copied at most. */
    private static final int COPIES = 200_000;

    /** The frames from which on a stack trace may not be the whole stack. */
    private static final int DEPTH = 1000;

    private final boolean folded;
    private final Barrier barrier;
    /** Knows the names of methods where frames may be older than the recording; else null. */
    private final Classes later;
    /** The records. */
    private final List<Bytes> stacks = new ArrayList<>();
    /** The counts of the trees of these threads at that moment. */
    private final Map<JprofTree, Held> held = new IdentityHashMap<>();
    private int copies;

    /**
     * Looks at all threads.
     *
     * @param folded whether a method that is on the stack already is its own context there
     * @param barrier what has shut out all threads
     * @param later knows the names of methods where frames may be older than the recording; else null
     */
    Stopped(boolean folded, Barrier barrier, Classes later) {
        this.folded = folded;
        this.later = later;
        this.barrier = barrier;
        ArrayList<Thread> threads = new ArrayList<>();
        ArrayList<JprofThread> records = new ArrayList<>();
        JprofThreads.live(threads, records);
        long end = System.nanoTime() + PATIENCE;
        int left = threads.size();
        for (int k = 1; k <= LOOKS && left > 0; k++) {
            int n = left;
            left = 0;
            for (int i = 0; i < n && System.nanoTime() < end; i++) {
                boolean done = false;
                for (int again = k == LOOKS ? TRIES : 1; again > 0 && !done; again--) {
                    done = look(threads.get(i), records.get(i), k == LOOKS);
                }
                if (!done) {
                    threads.set(left, threads.get(i));
                    records.set(left++, records.get(i));
                }
            }
            try {
                Thread.sleep(left == 0 || k == LOOKS ? 0 : 1 << k - 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // then without a pause
            }
        }
    }

    /**
     * Looks at a thread, and notes where it stands if it rests there.
     *
     * @param thread the thread
     * @param record its record
     * @param last whether to note that of a thread which runs, too
     * @return whether that is all
     */
    private boolean look(Thread thread, JprofThread record, boolean last) {
        barrier.step();
        JprofTree tree = record.tree;
        int number = record.cur;
        int waiting = record.waiting;
        Thread.State state = thread.getState();
        JprofNode current = JprofNumbers.of(number);
        if (current == null) {
            return false; // the thread has ended meanwhile
        }
        StackTraceElement[] trace = trace(thread, current);
        if (!last && !rests(thread, state, waiting, trace)) {
            return false;
        }
        current = JprofThread.context(current, trace);
        JprofNode root = current;
        int depth = 0;
        for (; root.caller != null; root = root.caller) {
            depth++;
        }
        boolean path = !folded && tree != null && root == tree.root; // else callers of a context are not its method's
        Held copy = path && copies + depth <= COPIES ? new Held(current, depth) : null;
        if (record.cur != number || record.tree != tree || record.waiting != waiting
                || !last && thread.getState() != state) {
            return false;
        }
        if (tree != null && trace.length > 0) {
            add(tree, current, path ? depth : 0, waiting, trace);
            if (copy != null) {
                held.put(tree, copy);
                copies += depth;
            }
        }
        return true;
    }

    /** Reports whether a thread does not go on: it waits at the barrier, or elsewhere, or runs native code. */
    private static boolean rests(Thread thread, Thread.State state, int waiting, StackTraceElement[] trace) {
        if (thread == Thread.currentThread() || trace.length == 0) {
            return true;
        }
        if (trace[0].getClassName().startsWith("java.lang.Jprof")) {
            return waiting != 0 && state == Thread.State.BLOCKED;
        }
        return state != Thread.State.RUNNABLE || trace[0].isNativeMethod();
    }

    /**
     * Returns the stack of a thread, innermost first. Many ways to ask for it end at -XX:MaxJavaStackTraceDepth, which
     * is 1,024; asking for those of all threads does not. It omits virtual threads: their stacks may be cut short.
     */
    private static StackTraceElement[] trace(Thread thread, JprofNode current) {
        StackTraceElement[] trace = thread.getStackTrace();
        int depth = 0;
        for (JprofNode n = current; n.caller != null; n = n.caller) {
            depth++;
        }
        if (trace.length > 0 && (trace.length >= DEPTH || trace.length < depth)) {
            StackTraceElement[] whole = Thread.getAllStackTraces().get(thread);
            return whole == null ? trace : whole;
        }
        return trace;
    }

    /**
     * Adds the stack of a thread.
     *
     * @param tree the tree of the thread
     * @param current its current context
     * @param depth the depth of that; 0 where it is not the path of the thread
     * @param waiting the ID, plus 1, of the method that it is about to enter, or 0
     * @param trace its stack, innermost first
     */
    private void add(JprofTree tree, JprofNode current, int depth, int waiting, StackTraceElement[] trace) {
        JprofNode[] path = new JprofNode[depth];
        JprofNode n = current;
        for (int i = depth - 1; i >= 0; i--) {
            path[i] = n;
            n = n.caller;
        }
        int frames = later == null ? trace.length : own(path, trace);
        if (frames == 0) {
            return;
        }
        Bytes stack = new Bytes();
        stack.u8('S');
        stack.text(tree.name);
        stack.number(1);
        stack.number(depth);
        for (int i = 0; i < depth; i++) {
            stack.number(path[i].method);
            stack.number(path[i].site() + 1);
        }
        stack.number(waiting);
        for (int i = frames - 1; i >= 0; i--) {
            stack.text(trace[i].getClassName());
            stack.text(trace[i].getMethodName());
            stack.number(Math.max(0, trace[i].getLineNumber() + 1));
        }
        stacks.add(stack);
    }

    /**
     * Returns how many frames of a stack are of the recording. Those that were there before it began have no contexts,
     * although their methods may have some. It is 0 where that is not known: the contexts count as if they had ended.
     *
     * @param path the contexts of the thread, the outermost first
     * @param trace its stack, innermost first
     * @return the number of the innermost frames
     */
    private int own(JprofNode[] path, StackTraceElement[] trace) {
        int k = path.length;
        for (int i = 0; i < trace.length && k > 0; i++) {
            if (later.is(path[k - 1].method, trace[i]) && --k == 0) {
                return i + 1;
            }
        }
        return 0;
    }

    /**
     * Returns what contexts had when their thread was read.
     *
     * @param tree the tree of the thread
     * @return their counts, or null
     */
    Held held(JprofTree tree) {
        return held.get(tree);
    }

    /**
     * Writes the stacks.
     *
     * @param file where to
     * @throws IOException if they cannot be written
     */
    void write(RecordFile file) throws IOException {
        for (int i = 0; i < stacks.size(); i++) {
            file.item(stacks.get(i));
        }
    }
}
