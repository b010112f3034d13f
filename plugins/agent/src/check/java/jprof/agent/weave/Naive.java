package jprof.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Counts each instruction by itself, in the context that a walk of the stack finds. It shares nothing with the weaver:
 * no blocks, no handlers, no current context. A new is counted behind itself, because frames name its place.
 */
public final class Naive {

    /** Where each counter belongs: path of methods and instruction. */
    private static final List<String> OWNERS = new ArrayList<>();
    private static final List<Integer> INSTRUCTIONS = new ArrayList<>();
    private static final Map<String, Map<Integer, Long>> COUNTS = new TreeMap<>();
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static ClassLoader loader;

    private Naive() {
    }

    /** Starts to count what a loader's classes do. */
    static synchronized void start(ClassLoader watched) {
        loader = watched;
        COUNTS.clear();
    }

    /** Returns the counts: by thread and path of methods, executions by instruction. */
    static synchronized Map<String, Map<Integer, Long>> counts() {
        return COUNTS;
    }

    /** Returns the name of a thread without the number that the JVM gives it. */
    static String thread(Thread thread) {
        return thread.getName().replaceAll("[0-9]+", "N");
    }

    /** Counts an instruction. */
    public static synchronized void hit(int counter) {
        List<String> path = WALKER.walk(frames -> frames.filter(f -> f.getDeclaringClass().getClassLoader() == loader)
                .map(f -> f.getDeclaringClass().getName() + "." + f.getMethodName() + f.getDescriptor())
                .collect(Collectors.toList()));
        if (!path.get(0).equals(OWNERS.get(counter))) {
            throw new AssertionError(path + " is not in " + OWNERS.get(counter));
        }
        StringBuilder key = new StringBuilder(thread(Thread.currentThread()));
        for (int i = path.size() - 1; i >= 0; i--) {
            key.append(' ').append(path.get(i));
        }
        COUNTS.computeIfAbsent(key.toString(), k -> new TreeMap<>()).merge(INSTRUCTIONS.get(counter), 1L, Long::sum);
    }

    /** Puts a counter in front of each instruction of a class. */
    static byte[] instrument(byte[] original) {
        ClassNode owner = new ClassNode();
        new ClassReader(original).accept(owner, 0);
        for (MethodNode method : owner.methods) {
            String key = owner.name.replace('/', '.') + "." + method.name + method.desc;
            int number = 0;
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() >= 0) {
                    instrument(method.instructions, insn, key, number++);
                }
            }
            method.maxStack += 1;
        }
        ClassWriter writer = new ClassWriter(0);
        owner.accept(writer);
        return writer.toByteArray();
    }

    private static void instrument(InsnList list, AbstractInsnNode insn, String key, int number) {
        InsnList hit = new InsnList();
        hit.add(new LdcInsnNode(counter(key, number)));
        hit.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "jprof/agent/weave/Naive", "hit", "(I)V", false));
        if (insn.getOpcode() == Opcodes.NEW) {
            list.insert(insn, hit);
        } else {
            list.insertBefore(insn, hit);
        }
    }

    private static synchronized int counter(String key, int number) {
        OWNERS.add(key);
        INSTRUCTIONS.add(number);
        return OWNERS.size() - 1;
    }
}
