package jprof.agent.weave;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Classes that are never woven, whatever the user asks for. */
public final class Exclusions {

    /** Methods for which the interpreter of HotSpot has code of its own. */
    private static final Set<String> BUILT_IN = new HashSet<>(Arrays.asList(
            "java/lang/ref/Reference.get()Ljava/lang/Object;",
            "java/lang/Math.sin(D)D", "java/lang/Math.cos(D)D", "java/lang/Math.tan(D)D", "java/lang/Math.sinh(D)D",
            "java/lang/Math.tanh(D)D", "java/lang/Math.cbrt(D)D", "java/lang/Math.abs(D)D", "java/lang/Math.sqrt(D)D",
            "java/lang/Math.log(D)D", "java/lang/Math.log10(D)D", "java/lang/Math.exp(D)D", "java/lang/Math.pow(DD)D",
            "java/lang/Math.fma(DDD)D", "java/lang/Math.fma(FFF)F", "java/lang/StrictMath.sqrt(D)D",
            "java/lang/Float.float16ToFloat(S)F", "java/lang/Float.floatToFloat16(F)S",
            "java/util/zip/CRC32C.updateBytes(I[BII)I", "java/util/zip/CRC32C.updateDirectByteBuffer(IJII)I"));

    private Exclusions() {
    }

    /**
     * Reports whether the JVM has code of its own for a method, also where it interprets. Whether the method's own runs
     * then depends on what is compiled, and when. And only that of the JVM reads the referent of a Reference so that
     * collectors know of it.
     *
     * @param type the name of its class with slashes
     * @param method its name and descriptor
     * @return whether it has
     */
    static boolean builtIn(String type, String method) {
        return BUILT_IN.contains(type + "." + method);
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
