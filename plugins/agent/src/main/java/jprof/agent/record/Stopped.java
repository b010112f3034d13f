package jprof.agent.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofThread;
import jprof.agent.runtime.JprofThreads;
import jprof.agent.runtime.JprofTree;
import jprof.agent.runtime.JprofWalk;

/**
 * Where threads stand when the JVM ends: code that they have not reached is not counted. The contexts of a thread have
 * the methods, its stack trace the lines. Methods that call nothing are no current context: they are in the trace only.
 */
final class Stopped {

    /** How often a thread that moves is examined. */
    private static final int LOOKS = 3;
    /** Nanoseconds for all threads: there may be very many virtual ones. */
    private static final long PATIENCE = 2_000_000_000L;

    private final Classes classes;
    /** The records. */
    private final List<Bytes> stacks = new ArrayList<>();

    /**
     * Looks at all threads.
     *
     * @param classes the classes that were woven
     */
    Stopped(Classes classes) {
        this.classes = classes;
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
            JprofNode current = record.cur;
            StackTraceElement[] trace = thread.getStackTrace();
            if (record.cur == current && record.tree == tree) {
                if (tree != null) {
                    match(tree, current, trace);
                }
                return;
            }
        }
    }

    /**
     * Finds the contexts of frames.
     *
     * @param tree the tree of the thread
     * @param current its current context
     * @param trace its stack, innermost first
     */
    private void match(JprofTree tree, JprofNode current, StackTraceElement[] trace) {
        ArrayList<JprofNode> path = new ArrayList<>();
        for (JprofNode n = current; n.caller != null; n = n.caller) {
            path.add(n);
        }
        if (path.isEmpty() || path.get(path.size() - 1).caller != tree.root) {
            return; // beyond the limit, where contexts have no path
        }
        Bytes frames = new Bytes();
        int left = path.size();
        for (int i = trace.length - 1; i >= 0; i--) {
            JprofNode node = null;
            if (left > 0 && is(path.get(left - 1), trace[i])) {
                node = path.get(--left);
            } else if (left == 0) {
                node = leaf(current, trace[i]);
            }
            if (node != null) {
                frames.number(node.method);
                frames.number(Math.max(0, trace[i].getLineNumber() + 1));
                frames.text(i == 0 ? "" : trace[i - 1].getClassName());
                frames.text(i == 0 ? "" : trace[i - 1].getMethodName());
            }
            if (node != null && left == 0 && node != current) {
                break;
            }
        }
        if (left > 0) {
            return; // the thread has moved
        }
        Bytes stack = new Bytes();
        stack.u8('S');
        stack.text(tree.name);
        stack.number(1);
        stack.raw(frames.data, frames.size);
        stacks.add(stack);
    }

    private boolean is(JprofNode n, StackTraceElement frame) {
        return frame.getMethodName().equals(classes.name(n.method))
                && frame.getClassName().equals(classes.owner(n.method));
    }

    /**
     * Finds the context of a frame whose method calls nothing.
     *
     * @param current the current context
     * @param frame the frame
     * @return its context, null if there is none
     */
    private JprofNode leaf(JprofNode current, StackTraceElement frame) {
        JprofWalk walk = new JprofWalk(current);
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            if (walk.depth() == 1 && is(n, frame)) {
                return n;
            }
        }
        return null;
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
