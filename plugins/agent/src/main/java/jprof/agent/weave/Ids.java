package jprof.agent.weave;

/** Gives out the numbers of methods. */
public interface Ids {

    /** Returns the next number that no method has. */
    int next();
}
