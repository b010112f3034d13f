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
    private final boolean folded;
    /** The records. */
    private final List<Bytes> stacks = new ArrayList<>();

    /**
     * Looks at all threads.
     *
     * @param classes the classes that were woven
     * @param folded whether a method that is on the stack already is its own context there
     */
    Stopped(Classes classes, boolean folded) {
        this.classes = classes;
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
            JprofNode current = record.cur;
            StackTraceElement[] trace = thread.getStackTrace();
            if (record.cur == current && record.tree == tree) {
                if (tree != null && trace.length > 0) {
                    match(tree, current, trace);
                }
                return;
            }
        }
    }

    /**
     * Finds the contexts of frames. They go from caller to callee, but with folded recursion also back to a context
     * above, and beyond the limit to one of the nodes there, which have no callers.
     *
     * @param tree the tree of the thread
     * @param current its current context
     * @param trace its stack, innermost first
     */
    private void match(JprofTree tree, JprofNode current, StackTraceElement[] trace) {
        Bytes stack = new Bytes();
        stack.u8('S');
        stack.text(tree.name);
        stack.number(1);
        int begin = stack.size;
        ArrayList<JprofNode> path = new ArrayList<>();
        for (JprofNode n = current; n.caller != null; n = n.caller) {
            path.add(n);
        }
        int left = path.size();
        boolean whole = !folded && left > 0 && path.get(left - 1).caller == tree.root;
        JprofNode at = tree.root;
        for (int i = trace.length - 1; i >= 0; i--) {
            JprofNode node;
            if (whole && left > 0) {
                node = is(path.get(left - 1), trace[i]) ? path.get(--left) : null;
            } else {
                node = callee(at, trace[i]);
                for (JprofNode n = at; folded && node == null && n.caller != null; n = n.caller) {
                    node = is(n, trace[i]) ? n : null;
                }
                if (node == null) {
                    node = callee(tree.beyond, trace[i]);
                }
            }
            if (node != null) {
                stack.number(node.method);
                stack.number(Math.max(0, trace[i].getLineNumber() + 1));
                stack.text(i == 0 ? "" : trace[i - 1].getClassName());
                stack.text(i == 0 ? "" : trace[i - 1].getMethodName());
                at = node;
            }
        }
        if (stack.size > begin && (!whole || left == 0)) { // else the thread has moved
            stacks.add(stack);
        }
    }

    private boolean is(JprofNode n, StackTraceElement frame) {
        return frame.getMethodName().equals(classes.name(n.method))
                && frame.getClassName().equals(classes.owner(n.method));
    }

    /**
     * Finds the context of a frame by its name.
     *
     * @param caller the context of the frame that calls
     * @param frame the frame
     * @return its context, null if the caller has none of that name
     */
    private JprofNode callee(JprofNode caller, StackTraceElement frame) {
        JprofWalk walk = new JprofWalk(caller);
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            if (is(n, frame)) {
                return n;
            }
            walk.skip();
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
