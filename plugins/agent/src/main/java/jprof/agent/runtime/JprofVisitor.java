package jprof.agent.runtime;

/** Calls the profiling agents of users. Its class is known to the class path, which has those agents. */
public interface JprofVisitor {

    /**
     * Begins in a thread.
     *
     * @param thread the current thread
     * @param record its record
     * @return the bytecodes until the first visit
     */
    long begin(Thread thread, JprofThread record);

    /**
     * Visits a thread that has executed what it was asked for.
     *
     * @param record the record of the current thread
     * @param current its context
     * @return the bytecodes until the next visit
     */
    long visit(JprofThread record, JprofNode current);

    /** Ends, as the JVM does. */
    void end();

    /**
     * Lists what is to be known of the numbers: what went wrong, and who has cleared contexts.
     *
     * @return names of agents, each followed by its problem
     */
    String[] problems();
}
