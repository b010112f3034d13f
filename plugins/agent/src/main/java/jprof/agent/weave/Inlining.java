package jprof.agent.weave;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has HotSpot compile what each woven method calls into its callers, and nothing more. Its own rules do the opposite:
 * the search for a child that was not called last is long and called often, which makes the methods around it too
 * large. It obeys to these annotations in classes of the boot loader, where the runtime classes are.
 */
public final class Inlining {

    /** The names in Java 9 and later, and in Java 8. */
    private static final String[] PACKAGES = {"Ljdk/internal/vm/annotation/", "Ljava/lang/invoke/"};
    private static final Set<String> ALWAYS = new HashSet<>(Arrays.asList(
            "java/lang/Jprof.thread", "java/lang/JprofCurrent.thread",
            "java/lang/JprofThread.leaf", "java/lang/JprofThread.leafAt", "java/lang/JprofThread.enter",
            "java/lang/JprofThread.enterAt", "java/lang/JprofThread.exit", "java/lang/JprofThread.current",
            "java/lang/JprofNumbers.get", "java/lang/JprofNode.child", "java/lang/JprofReached.ran"));
    private static final Set<String> NEVER = new HashSet<>(Arrays.asList(
            "java/lang/JprofNode.find", "java/lang/JprofNode.cut"));

    private Inlining() {
    }

    /**
     * Adds the annotations.
     *
     * @param code one of the runtime classes
     * @return the class file to define
     */
    public static byte[] annotated(byte[] code) {
        ClassReader reader = new ClassReader(code);
        final String owner = reader.getClassName();
        // Not made from the reader: it would copy methods together with their annotations.
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String signature,
                    String[] throwing) {
                MethodVisitor method = super.visitMethod(access, name, desc, signature, throwing);
                String key = owner + "." + name;
                String annotation = ALWAYS.contains(key) ? "ForceInline;" : NEVER.contains(key) ? "DontInline;" : null;
                for (int i = 0; annotation != null && i < PACKAGES.length; i++) {
                    method.visitAnnotation(PACKAGES[i] + annotation, true).visitEnd();
                }
                return method;
            }
        }, 0);
        return writer.toByteArray();
    }
}
