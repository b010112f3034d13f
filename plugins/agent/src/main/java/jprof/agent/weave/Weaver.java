package jprof.agent.weave;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts the recording of calling contexts into class files. In goes a class file as it would be loaded, out comes one
 * that finds its context at the entry of each method, counts blocks there, and restores the caller's at each exit.
 */
public final class Weaver {

    private Weaver() {
    }

    /**
     * Weaves a class.
     *
     * @param original the class file
     * @param options how to weave
     * @return the class file and what it records
     */
    public static Woven weave(byte[] original, Options options) {
        Set<String> large = new HashSet<>();
        while (true) {
            try {
                return weave(original, options, large);
            } catch (MethodTooLargeException e) {
                if (!large.add(e.getMethodName() + e.getDescriptor())) {
                    return lost(original, "a method has more than 64 KB of code");
                }
            } catch (ClassTooLargeException e) {
                return lost(original, "its constants are more than a class file can hold");
            } catch (RuntimeException e) {
                return lost(original, "its class file cannot be read: " + e);
            }
        }
    }

    private static Woven lost(byte[] original, String reason) {
        List<Loss> losses = new ArrayList<>();
        losses.add(new Loss("", reason));
        return new Woven(original, new int[0], "", new ArrayList<WovenMethod>(), losses);
    }

    private static Woven weave(byte[] original, Options options, Set<String> large) {
        ClassReader reader = new ClassReader(original);
        String excluded = Exclusions.reason(reader.getClassName());
        if (excluded != null) {
            return lost(original, excluded);
        }
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        Ids ids = new Ids(reader, node.methods.size());
        String source = node.sourceFile == null ? "" : node.sourceFile;
        List<WovenMethod> methods = new ArrayList<>();
        List<Loss> losses = new ArrayList<>();
        for (MethodNode method : node.methods) {
            if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                continue;
            }
            if (large.contains(method.name + method.desc)) {
                losses.add(new Loss(method.name + method.desc, "with counters it has more than 64 KB of code"));
                continue;
            }
            if (options.patch && intrinsic(method)) {
                if (Exclusions.builtIn(node.name, method.name + method.desc)) {
                    losses.add(new Loss(method.name + method.desc, "the JVM runs code of its own for it"));
                    continue;
                }
                ordinary(method);
            }
            methods.add(new MethodWeaver(node, method, ids.next(), options).weave());
        }
        if (methods.isEmpty()) {
            return new Woven(original, new int[0], source, methods, losses);
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        node.accept(writer);
        byte[] code = writer.toByteArray();
        return new Woven(code, ids.places(code), source, methods, losses);
    }

    private static boolean intrinsic(AnnotationNode annotation) {
        return annotation.desc.equals("Ljdk/internal/vm/annotation/IntrinsicCandidate;")
                || annotation.desc.equals("Ljdk/internal/HotSpotIntrinsicCandidate;");
    }

    /** Reports whether compilers may use code of their own instead of a method's. */
    private static boolean intrinsic(MethodNode method) {
        boolean found = false;
        for (int i = 0; method.visibleAnnotations != null && i < method.visibleAnnotations.size(); i++) {
            found |= intrinsic(method.visibleAnnotations.get(i));
        }
        return found;
    }

    /** Has them use the method's. */
    private static void ordinary(MethodNode method) {
        List<AnnotationNode> kept = new ArrayList<>();
        for (AnnotationNode annotation : method.visibleAnnotations) {
            if (!intrinsic(annotation)) {
                kept.add(annotation);
            }
        }
        method.visibleAnnotations = kept;
    }
}
