package jprof.agent.runtime;

/** The numbers of a context that agents of users read: see jprof.api.Context. */
public interface JprofFacts {

    /**
     * Returns what identifies a method.
     *
     * @param method its ID
     * @return the name of its class, its name, and its descriptor
     */
    String[] method(int method);

    /**
     * Returns the bytecodes that a context has executed.
     *
     * @param n the context
     * @return their number
     */
    long bytecodes(JprofNode n);

    /**
     * Lists the classes of the objects that a context has made.
     *
     * @param n the context
     * @return their names with dots, each once
     */
    Iterable<String> types(JprofNode n);

    /**
     * Returns the objects that a context has made.
     *
     * @param n the context
     * @param type the name of their class with dots
     * @return their number
     */
    long objects(JprofNode n, String type);

    /**
     * Returns the arrays that a context has made, or their elements.
     *
     * @param n the context
     * @param letter the type of the elements, R for references
     * @param elements whether to add up elements
     * @return their number
     */
    long arrays(JprofNode n, char letter, boolean elements);
}
