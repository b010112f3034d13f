package jprof.agent.weave;

/** Classes that are never woven, whatever the user asks for. */
public final class Exclusions {

    private Exclusions() {
    }

    /**
     * Says whether a superclass that is not woven is an exception of the JDK. Their constructors do not throw, but they
     * call fillInStackTrace, and there are many of them.
     *
     * @param name its name with slashes
     */
    static boolean harmless(String name) {
        return name.startsWith("java/")
                && (name.endsWith("Exception") || name.endsWith("Error") || name.equals("java/lang/Throwable"));
    }

    /**
     * Says why a class is never woven.
     *
     * @param name its name with slashes
     * @return the reason as outputs print it, or null: it may be woven
     */
    public static String reason(String name) {
        if (name.startsWith("java/lang/Jprof") || name.startsWith("jprof/agent/")) {
            return "jprof's own";
        }
        if (name.equals("java/lang/Object")) {
            return "its constructor would be a context for each allocation";
        }
        if (name.equals("java/lang/VirtualThread") || name.startsWith("java/lang/VirtualThread$")
                || name.equals("java/lang/ThreadBuilders$BoundVirtualThread")
                || name.startsWith("jdk/internal/vm/Continuation")
                || name.startsWith("jdk/internal/vm/StackChunk")) {
            return "it changes the thread that code runs in";
        }
        if (name.startsWith("sun/instrument/")) {
            return "it runs while classes are woven";
        }
        return null;
    }
}
