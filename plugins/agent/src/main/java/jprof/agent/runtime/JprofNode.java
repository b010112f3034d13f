package jprof.agent.runtime;

/** A context: one stack of methods below a name of threads. */
public class JprofNode {

    /** The ID of the method. */
    public final int method;
    /** The child that was called last, or null. */
    public JprofNode hot;
    /** How often the method was entered. */
    public long calls;
    /** The counted values of the method, null if it has none. */
    public final long[] slots;

    /**
     * Makes a context.
     *
     * @param method the ID of its method
     * @param slots room for the values of the method, or null
     */
    JprofNode(int method, long[] slots) {
        this.method = method;
        this.slots = slots;
    }

    /**
     * Finds or makes the context of a method that this one calls.
     *
     * @param id the ID of the method
     * @return the context, never null
     */
    public JprofNode child(int id) {
        JprofNode n = hot;
        return n != null && n.method == id ? n : this;
    }

    /**
     * Counts that an exception has left an instruction which had begun to execute.
     *
     * @param point its number in the list of points of the method, from 1; 0 does nothing
     */
    public void cut(int point) {
    }
}
