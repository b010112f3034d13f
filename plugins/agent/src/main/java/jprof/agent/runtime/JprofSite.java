package jprof.agent.runtime;

/** A context where call sites are recorded: two calls of one method in a caller have two contexts. */
final class JprofSite extends JprofNode {

    /** The index of the instruction that calls. */
    private final int site;

    private JprofSite(int method, int site, long[] slots, JprofNode caller) {
        super(method, slots, caller);
        this.site = site;
    }

    /**
     * Makes a context, as a node.
     *
     * @param method the ID of its method
     * @param site the index of the instruction that calls
     * @param slots room for the values of the method, or null
     * @param caller the context that calls
     * @return the context
     */
    static JprofNode of(int method, int site, long[] slots, JprofNode caller) {
        return new JprofSite(method, site, slots, caller);
    }

    @Override
    public int site() {
        return site;
    }
}
