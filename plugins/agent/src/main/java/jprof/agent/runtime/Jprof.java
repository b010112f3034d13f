package jprof.agent.runtime;

import java.util.function.Function;
import java.util.jar.JarFile;

/** The methods that woven code calls, and the links to the agent. */
public final class Jprof {

    /** Exceptions that woven code could not count for lack of memory or stack; an approximate number. */
    public static int lost;

    /** The caller of the agents of users, or null. */
    private static volatile JprofVisitor visitor;

    /** The action before the JVM ends without hooks, or null. */
    private static volatile Runnable halting;

    /** The weaver of hidden classes, or null. */
    private static volatile Function<Object[], byte[]> hiding;

    /** Receives the jars that other agents append to class paths, or null. */
    private static volatile Function<String, Boolean> appending;

    /** The reader of stacks, or null. */
    private static volatile Function<String, Boolean> constructing;

    private Jprof() {
    }

    /**
     * Finds the record of the current thread.
     *
     * @return the record, never null
     */
    public static JprofThread thread() {
        return JprofCurrent.thread();
    }

    /**
     * Stops recording in this thread. Methods that have begun go on counting their own code. A thread without woven
     * code, such as one that ends the JVM, gets no tree for that.
     *
     * @return whether it was recording
     */
    public static boolean off() {
        JprofThread record = JprofCurrent.known(Thread.currentThread()) ? thread() : JprofThreads.NOBODY;
        if (record.cur == JprofNumbers.OFF) {
            return false;
        }
        JprofCurrent.set(Thread.currentThread(), record.off());
        return true;
    }

    /** Keeps this thread, which is one of the agent's own, from ever recording. */
    public static void never() {
        JprofCurrent.set(Thread.currentThread(), JprofThreads.NOBODY);
    }

    /** Starts recording again in this thread, in the context where it has stopped. */
    public static void on() {
        JprofThread record = thread().on;
        if (record != null) {
            JprofCurrent.set(Thread.currentThread(), record);
        }
    }

    /**
     * Starts recording again where {@link #off} has stopped it.
     *
     * @param was what that has returned
     */
    public static void back(boolean was) {
        if (was) {
            on();
        }
    }

    /** Starts recording in all threads. */
    public static void start() {
        JprofNumbers.start();
        JprofCurrent.start();
    }

    /**
     * Says whether an agent has begun to record.
     *
     * @return whether it has
     */
    public static boolean begun() {
        return halting != null;
    }

    /**
     * Forgets all that was recorded, and the links to the agent. No method is woven any more: a thread that is about to
     * enter one as it was counts in nodes that nobody reads.
     */
    public static void forget() {
        halting = null;
        hiding = null;
        appending = null;
        constructing = null;
        visitor = null;
        JprofNumbers.forget();
        JprofThreads.forget();
        JprofLimit.forget();
        lost = 0;
    }

    /**
     * Records nothing of a thread that has not started, where java.base is instrumented.
     *
     * @param t the thread
     */
    public static void silence(Thread t) {
        JprofCurrent.hold(t);
    }

    /**
     * Ends the recording of a thread. An instrumented java.base calls it.
     *
     * @param t the current thread, which ends
     */
    public static void ended(Thread t) {
        JprofCurrent.end(t);
    }

    /**
     * Says what weaves hidden classes.
     *
     * @param weave takes the class loader, the class that the hidden one is for, its name and its class file; returns
     *     the class file to load
     */
    public static void hiding(Function<Object[], byte[]> weave) {
        hiding = weave;
    }

    /**
     * Weaves a hidden class: no transformer sees those. An instrumented java.base calls it.
     *
     * @param loader its class loader
     * @param host the class that it is for
     * @param name its name
     * @param code its class file
     * @return the class file to load
     */
    public static byte[] hidden(ClassLoader loader, Class<?> host, String name, byte[] code) {
        Function<Object[], byte[]> weave = hiding;
        if (weave == null) {
            return code;
        }
        JprofCurrent.pin();
        try {
            return weave.apply(new Object[] {loader, host, name, code});
        } finally {
            JprofCurrent.unpin();
        }
    }

    /**
     * Says what learns of jars that other agents append.
     *
     * @param learn takes the path of a jar
     */
    public static void appending(Function<String, Boolean> learn) {
        appending = learn;
    }

    /**
     * Notes a jar that another agent is about to append to a class path. Classes of agents call it.
     *
     * @param jar the jar, or null
     */
    public static void appends(JarFile jar) {
        Function<String, Boolean> learn = appending;
        boolean was = off();
        try {
            if (jar != null && learn != null) {
                learn.apply(jar.getName());
            }
        } finally {
            back(was);
        }
    }

    /**
     * Says what reads stacks.
     *
     * @param read takes the name of a class; returns whether a constructor of it has called, through code that is not
     *     woven, the woven method which runs
     */
    public static void constructing(Function<String, Boolean> read) {
        constructing = read;
    }

    /**
     * Reports whether a constructor has called the current method through code that is not woven.
     *
     * @param type the class of the constructor, with dots
     * @return whether it has
     */
    static boolean constructs(String type) {
        Function<String, Boolean> read = constructing;
        boolean was = off();
        try {
            return read == null || read.apply(type).booleanValue();
        } finally {
            if (was) {
                on();
            }
        }
    }

    /**
     * Says who calls the agents of users.
     *
     * @param agents them
     */
    public static void visitor(JprofVisitor agents) {
        visitor = agents;
    }

    /**
     * Begins the agents of users in a thread, where there are some.
     *
     * @param t the current thread
     * @param record its record
     */
    static void begin(Thread t, JprofThread record) {
        JprofVisitor agents = visitor;
        if (agents != null && record.agents == null) {
            boolean was = off();
            try {
                record.budget = agents.begin(t, record);
            } finally {
                if (was) {
                    on();
                }
            }
        }
    }

    /**
     * Visits a thread, where it has executed as many bytecodes as an agent of the user has asked for.
     *
     * @param record the record of the current thread
     * @param current its context
     */
    public static void poll(JprofThread record, JprofNode current) {
        if (record.budget <= 0) {
            visit(record, current);
        }
    }

    private static void visit(JprofThread record, JprofNode current) {
        JprofVisitor agents = visitor;
        if (agents == null || record.agents == null || current.method < 0) {
            record.budget = Long.MAX_VALUE;
            return;
        }
        boolean was = off();
        try {
            record.budget = agents.visit(record, current);
        } finally {
            if (was) {
                on();
            }
        }
    }

    /**
     * Says what to do before the JVM ends without hooks.
     *
     * @param write writes all that was recorded
     */
    public static void halting(Runnable write) {
        halting = write;
    }

    /** Writes all that was recorded: the next call is that of Runtime.halt. */
    public static void halting() {
        Runnable write = halting;
        if (write != null) {
            boolean was = off();
            try {
                write.run();
            } finally {
                if (was) {
                    on();
                }
            }
        }
    }

    /**
     * Counts what a multianewarray instruction has made. All arrays of a dimension have the same length.
     *
     * @param array the result
     * @param dims the dimensions that the instruction has made
     * @param slots the values of the context
     * @param at the place of the first value: a sum of lengths for each dimension
     */
    public static void multi(Object array, int dims, long[] slots, int at) {
        long elements = 1;
        Object part = array;
        for (int i = 0; i < dims && part != null; i++) {
            Object[] references = part instanceof Object[] ? (Object[]) part : null;
            int length = references != null ? references.length : length(part);
            elements *= length;
            slots[at + i] += elements;
            part = references != null && length > 0 ? references[0] : null;
        }
    }

    /**
     * Returns the length of an array of a basic type. That of java.lang.reflect.Array is a native method.
     *
     * @param array the array
     * @return its length
     */
    private static int length(Object array) {
        return array instanceof int[] ? ((int[]) array).length
                : array instanceof byte[] ? ((byte[]) array).length
                : array instanceof char[] ? ((char[]) array).length
                : array instanceof long[] ? ((long[]) array).length
                : array instanceof double[] ? ((double[]) array).length
                : array instanceof float[] ? ((float[]) array).length
                : array instanceof short[] ? ((short[]) array).length
                : array instanceof boolean[] ? ((boolean[]) array).length : 0;
    }

    /**
     * Counts the elements that System.arraycopy has copied.
     *
     * @param array the source
     * @param length the number of elements
     * @param slots the values of the context
     * @param basic the place of the sum for elements of basic types
     * @param refs the place of the sum for references
     */
    public static void copied(Object array, int length, long[] slots, int basic, int refs) {
        slots[array instanceof Object[] ? refs : basic] += length;
    }

    /**
     * Counts an object whose type is only known at run time. An array that reflection has made of several dimensions
     * holds others, as many as it has elements; one of a single dimension holds null.
     *
     * @param n the context that has called a native method
     * @param instruction the index of that call
     * @param made the result
     */
    public static void made(JprofNode n, int instruction, Object made) {
        if (made == null || n.method < 0) {
            return;
        }
        boolean was = off();
        try {
            long count = 1;
            Object part = made;
            while (part != null) {
                JprofRare.Made to = n.rare().made(instruction, part.getClass().getName());
                if (to == null) {
                    return;
                }
                if (!part.getClass().isArray()) {
                    to.objects++;
                    return;
                }
                Object[] references = part instanceof Object[] ? (Object[]) part : null;
                to.arrays += count;
                count *= references != null ? references.length : length(part);
                to.elements += count;
                part = references != null && references.length > 0 ? references[0] : null;
            }
        } finally {
            if (was) {
                on();
            }
        }
    }
}
