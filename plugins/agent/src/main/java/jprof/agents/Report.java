package jprof.agents;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import jprof.api.Context;

/**
 * Common parts of the examples. They print to the file that the system property {@code jprof.agents.out} names, else to
 * standard error.
 */
final class Report {

    private Report() {
    }

    /**
     * Prints lines.
     *
     * @param lines the lines, all at once
     */
    static synchronized void print(List<String> lines) {
        String path = System.getProperty("jprof.agents.out", "");
        if (path.isEmpty()) {
            lines.forEach(System.err::println);
            return;
        }
        try (PrintStream out = new PrintStream(new FileOutputStream(path, true), false, "UTF-8")) {
            lines.forEach(out::println);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the methods of a context.
     *
     * @param context the context
     * @param depth how many at most, from the root
     * @return class and method of each, with semicolons in between
     */
    static String path(Context context, int depth) {
        Deque<String> path = new ArrayDeque<>();
        for (Context c = context; c.caller() != null; c = c.caller()) {
            path.addFirst(c.className() + "." + c.method());
            if (path.size() > depth) {
                path.removeLast();
            }
        }
        return String.join(";", path);
    }

    /**
     * Walks through a tree, without recursion: it may be deep.
     *
     * @param root the root, which is not shown
     * @param show gets each context, callers first
     */
    static void walk(Context root, Consumer<Context> show) {
        Deque<Context> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            Context c = open.removeLast();
            if (c.caller() != null) {
                show.accept(c);
            }
            List<Context> callees = new ArrayList<>();
            c.callees().forEach(callees::add);
            open.addAll(callees);
        }
    }
}
