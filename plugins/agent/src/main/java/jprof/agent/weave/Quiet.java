package jprof.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Keeps the work of other agents out of the contexts of the program. Their classes get no counters. But the JDK does
 * most of their work while classes are loaded, below the methods of the program that load them: their transformers, and
 * the methods that start them, run without recording. And they report the jars that they append to class paths.
 */
public final class Quiet {

    private static final String CLASSES = "Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;"
            + "Ljava/security/ProtectionDomain;[B)[B";
    private static final String STARTS = "(Ljava/lang/String;Ljava/lang/instrument/Instrumentation;)V";
    /** The methods that run without recording. */
    private static final Set<String> METHODS = new HashSet<>(Arrays.asList(
            "transform(" + CLASSES, "transform(Ljava/lang/Module;" + CLASSES,
            "premain" + STARTS, "premain(Ljava/lang/String;)V", "agentmain" + STARTS,
            "agentmain(Ljava/lang/String;)V"));

    private Quiet() {
    }

    /**
     * Weaves a class of another agent.
     *
     * @param original the class file
     * @return the class file to load, null if it stays as it is
     */
    public static byte[] weave(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        boolean changed = false;
        for (MethodNode method : node.methods) {
            changed |= appends(method);
            if (METHODS.contains(method.name + method.desc) && method.instructions.size() > 0) {
                quiet(method, node.version);
                changed = true;
            }
        }
        if (!changed) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Has a method report the jars that it appends. */
    private static boolean appends(MethodNode method) {
        boolean found = false;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            MethodInsnNode call = insn instanceof MethodInsnNode ? (MethodInsnNode) insn : null;
            if (call != null && call.owner.equals("java/lang/instrument/Instrumentation")
                    && call.name.startsWith("appendTo") && call.desc.equals("(Ljava/util/jar/JarFile;)V")) {
                Emit says = new Emit().op(Opcodes.DUP).statics("appends", "(Ljava/util/jar/JarFile;)V");
                method.instructions.insertBefore(insn, says.list);
                method.maxStack++;
                found = true;
            }
        }
        return found;
    }

    /** Has a method switch recording off, and on where it ends. */
    private static void quiet(MethodNode method, int version) {
        Code code = new Code(method);
        Frames frames = new Frames(code, version, Collections.<Object>singletonList(Opcodes.INTEGER));
        int was = method.maxLocals++;
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        for (AbstractInsnNode insn : code.insns) {
            if (insn.getOpcode() == Opcodes.ARETURN || insn.getOpcode() == Opcodes.RETURN) {
                method.instructions.insertBefore(Frames.anchor(insn), back(was).list);
            }
        }
        Emit first = new Emit().statics("off", "()Z").load(Opcodes.ISTORE, was).add(start);
        method.instructions.insert(first.list);
        Emit last = new Emit().add(end);
        frames.bare(last, false, false);
        last.list.add(back(was).list);
        last.add(new InsnNode(Opcodes.ATHROW));
        method.instructions.add(last.list);
        List<TryCatchBlockNode> blocks = new ArrayList<>(method.tryCatchBlocks);
        blocks.add(new TryCatchBlockNode(start, end, end, null));
        method.tryCatchBlocks = blocks;
        method.maxStack = Math.max(method.maxStack + 1, 2);
    }

    private static Emit back(int was) {
        return new Emit().load(Opcodes.ILOAD, was).statics("back", "(Z)V");
    }
}
