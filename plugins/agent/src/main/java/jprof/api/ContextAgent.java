package jprof.api;

/**
 * A profiling agent of yours: jprof calls it while the program runs, in the threads of the program. When depends only
 * on what was executed: two runs of a deterministic program have the same visits. A class that implements this needs a
 * public constructor without parameters. A program runs with it by
 * {@code jprof run --agent CLASS --agent-path JAR Main.java}.
 *
 * <p>Nothing that an agent does is recorded. An exception out of it switches it off, and the result says so. Threads
 * may call it at the same time.
 */
public interface ContextAgent {

    /**
     * Called once in each thread, before the first method of the program.
     *
     * @param thread the thread
     * @param root the root of its tree
     * @return the number of bytecodes until the first visit, Long.MAX_VALUE for never
     */
    long begin(Thread thread, Context root);

    /**
     * Called when a thread has executed as many bytecodes as were asked for, at the next start of a method that calls
     * others, or head of a loop.
     *
     * @param current the context that the thread is in
     * @return the number of bytecodes until the next visit
     */
    long visit(Context current);

    /** Called once, when the JVM ends. */
    default void end() {
    }
}
