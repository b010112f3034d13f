package jprof.agent.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofNumbers;
import jprof.agent.runtime.JprofThread;
import jprof.agent.runtime.JprofThreads;
import jprof.agent.runtime.JprofTree;

/**
 * Where threads stand when the JVM ends: code that they have not reached is not counted. The contexts of a thread have
 * the methods, its stack trace the lines; methods that call nothing are no current context, and in the trace only. Both
 * are written as they are: jprof finds the context of each frame, as it knows the names of all methods.
 */
final class Stopped {

    /** How often a thread that moves is examined. */
    private static final int LOOKS = 3;
    /** Nanoseconds for all threads: there may be very many virtual ones. */
    private static final long PATIENCE = 2_000_000_000L;

    /** The frames from which on a stack trace may not be the whole stack. */
    private static final int DEPTH = 1000;

    private final boolean folded;
    /** The records. */
    private final List<Bytes> stacks = new ArrayList<>();

    /**
     * Looks at all threads.
     *
     * @param folded whether a method that is on the stack already is its own context there
     */
    Stopped(boolean folded) {
        this.folded = folded;
        ArrayList<Thread> threads = new ArrayList<>();
        ArrayList<JprofThread> records = new ArrayList<>();
        JprofThreads.live(threads, records);
        long end = System.nanoTime() + PATIENCE;
        for (int i = 0; i < threads.size() && System.nanoTime() < end; i++) {
            look(threads.get(i), records.get(i));
        }
    }

    private void look(Thread thread, JprofThread record) {
        for (int i = 0; i < LOOKS; i++) {
            JprofTree tree = record.tree;
            int number = record.cur;
            JprofNode current = JprofNumbers.of(number);
            if (current == null) {
                continue; // the thread has ended meanwhile
            }
            StackTraceElement[] trace = trace(thread, current);
            if (record.cur == number && record.tree == tree) {
                if (tree != null && trace.length > 0) {
                    add(tree, JprofThread.context(current, trace), trace);
                }
                return;
            }
        }
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
     * Adds the stack of a thread. With folded recursion, and beyond the limit, the callers of a context are not those
     * of its method: then there is no path.
     *
     * @param tree the tree of the thread
     * @param current its current context
     * @param trace its stack, innermost first
     */
    private void add(JprofTree tree, JprofNode current, StackTraceElement[] trace) {
        ArrayList<JprofNode> path = new ArrayList<>();
        JprofNode root = current;
        for (; root.caller != null; root = root.caller) {
            path.add(root);
        }
        if (folded || root != tree.root) {
            path.clear();
        }
        Bytes stack = new Bytes();
        stack.u8('S');
        stack.text(tree.name);
        stack.number(1);
        stack.number(path.size());
        for (int i = path.size() - 1; i >= 0; i--) {
            stack.number(path.get(i).method);
        }
        for (int i = trace.length - 1; i >= 0; i--) {
            stack.text(trace[i].getClassName());
            stack.text(trace[i].getMethodName());
            stack.number(Math.max(0, trace[i].getLineNumber() + 1));
        }
        stacks.add(stack);
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
