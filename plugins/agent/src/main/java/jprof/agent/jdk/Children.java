package jprof.agent.jdk;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets the runtime see the command of each process that the program starts, and its environment, where the JDK turns it
 * into a block of memory: see JprofChildren.
 */
public final class Children {

    /** The class of the JDK that starts processes. */
    static final String STARTS = "java/lang/ProcessImpl";

    private static final String RUNTIME = "java/lang/JprofChildren";
    private static final String ENVIRONMENT = "java/lang/ProcessEnvironment";

    private Children() {
    }

    /**
     * Changes the class when it is loaded, in a JDK that was not woven ahead of time. JDK 25 loads it when somebody
     * reads a variable of the environment.
     *
     * @param instrumentation of this JVM
     */
    public static void watch(final Instrumentation instrumentation) {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] code) {
                return loader == null && STARTS.equals(name) ? apply(code) : null;
            }
        });
    }

    /**
     * Changes the class.
     *
     * @param code its class file, woven or not
     * @return the class file to load; the same if it has not the place
     */
    static byte[] apply(byte[] code) {
        ClassReader reader = new ClassReader(code);
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        boolean found = false;
        for (MethodNode method : node.methods) {
            boolean starts = (method.access & Opcodes.ACC_STATIC) != 0 && method.name.equals("start")
                    && method.desc.startsWith("([Ljava/lang/String;Ljava/util/Map;");
            for (AbstractInsnNode insn : starts ? method.instructions.toArray() : new AbstractInsnNode[0]) {
                if (insn instanceof MethodInsnNode && blocks((MethodInsnNode) insn)) {
                    surround(method, insn);
                    found = true;
                }
            }
            if (starts) {
                lead(method);
                found = true;
            }
        }
        if (!found) {
            return code;
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean blocks(MethodInsnNode call) {
        return call.owner.equals(ENVIRONMENT) && call.name.equals("toEnvironmentBlock")
                && call.desc.startsWith("(Ljava/util/Map;");
    }

    /** The command is in the first local. */
    private static void lead(MethodNode method) {
        InsnList first = new InsnList();
        first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        first.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RUNTIME, "command",
                "([Ljava/lang/String;)[Ljava/lang/String;", false));
        first.add(new VarInsnNode(Opcodes.ASTORE, 0));
        method.instructions.insert(first);
    }

    /** The command is in the first local, its environment in the second one. */
    private static void surround(MethodNode method, AbstractInsnNode call) {
        int lent = method.maxLocals++;
        InsnList before = new InsnList();
        before.add(new VarInsnNode(Opcodes.ALOAD, 0));
        before.add(new VarInsnNode(Opcodes.ALOAD, 1));
        before.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RUNTIME, "lend",
                "([Ljava/lang/String;Ljava/util/Map;)[Ljava/lang/String;", false));
        before.add(new VarInsnNode(Opcodes.ASTORE, lent));
        method.instructions.insertBefore(call, before);
        InsnList behind = new InsnList();
        behind.add(new VarInsnNode(Opcodes.ALOAD, lent));
        behind.add(new VarInsnNode(Opcodes.ALOAD, 1));
        behind.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RUNTIME, "back",
                "([Ljava/lang/String;Ljava/util/Map;)V", false));
        method.instructions.insert(call, behind);
    }
}
