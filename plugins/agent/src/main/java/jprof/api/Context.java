package jprof.api;

import java.util.Collections;

/**
 * A context: one stack of methods in a thread. It is a live view: its numbers grow while the program runs. Two views of
 * a context are equal.
 */
public interface Context {

    /**
     * Returns the context that calls this one.
     *
     * @return the context, null in a root
     */
    Context caller();

    /**
     * Returns the name of the class.
     *
     * @return its name with dots, empty in a root
     */
    String className();

    /**
     * Returns the name of the method.
     *
     * @return its name, empty in a root
     */
    String method();

    /**
     * Returns the types of the parameters and of the result.
     *
     * @return the descriptor, as class files have it, empty in a root
     */
    String descriptor();

    /**
     * Lists the contexts that this one calls.
     *
     * @return those with at least one call
     */
    Iterable<Context> callees();

    /**
     * Returns the number of calls.
     *
     * @return the calls of the method in this context
     */
    long calls();

    /**
     * Returns the bytecodes that the method has executed, without those of callees.
     *
     * @return the number of instructions
     */
    long bytecodes();

    /**
     * Lists the classes of the objects that the method has made, for {@link #objects}.
     *
     * @return their names with dots, in the order of the code; each once
     */
    default Iterable<String> types() {
        return Collections.emptyList(); // of contexts that tests make
    }

    /**
     * Returns the objects of a class that the method has made.
     *
     * @param className the name of the class, with dots; null for all classes
     * @return the number of objects
     */
    long objects(String className);

    /**
     * Returns the arrays that the method has made.
     *
     * @param element the type of their elements: B C D F I J S Z, or R for references
     * @return the number of arrays
     */
    long arrays(char element);

    /**
     * Returns the elements of the arrays that the method has made.
     *
     * @param element their type: B C D F I J S Z, or R for references
     * @return the sum of the lengths
     */
    long elements(char element);

    /** Sets all numbers of this context to 0. */
    void clear();
}
