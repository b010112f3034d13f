package jprof.agent.runtime;

/** A context where call sites are recorded: two calls of one method in a caller have two contexts. */
final class JprofSite extends JprofNode {

    /** The index of the instruction that calls. */
    private final int site;

    /**
     * Makes a context.
     *
     * @param method the ID of its method
     * @param site the index of the instruction that calls
     * @param slots room for the values of the method, or null
     * @param caller the context that calls
     */
    JprofSite(int method, int site, long[] slots, JprofNode caller) {
        super(method, slots, caller);
        this.site = site;
    }

    @Override
    public int site() {
        return site;
    }
}
