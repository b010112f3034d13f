package jprof.agent.weave;

/** A method, or a class, that is not recorded. */
public final class Loss {

    /** Name and descriptor of the method; empty for a whole class. */
    public final String method;
    /** Why, as outputs print it. */
    public final String reason;

    /**
     * Makes a loss.
     *
     * @param method and the other one are the fields
     */
    public Loss(String method, String reason) {
        this.method = method;
        this.reason = reason;
    }
}
