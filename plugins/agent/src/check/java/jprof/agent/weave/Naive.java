package jprof.agent.weave;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/**
 * Counts each instruction by itself, in the context that a walk of the stack finds. It shares nothing with the weaver:
 * no blocks, no handlers, no current context.
 */
public final class Naive {

    /** The place of each counter: path of methods and instruction. */
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
        add(counter, 0, 1);
    }

    /** Counts what an instruction has made: an array, with the arrays in it that the instruction has made as well. */
    public static synchronized void made(Object array, int dims, int counter) {
        if (dims < 0) {
            add(counter, Slots.CLONED, Array.getLength(array));
        } else if (dims == 0) {
            add(counter, Slots.ELEMENTS, Array.getLength(array));
        } else {
            made(array, 0, dims, counter);
        }
    }

    private static void made(Object array, int dimension, int dims, int counter) {
        add(counter, kind(Slots.ELEMENTS, dimension), Array.getLength(array));
        for (int i = 0; dimension + 1 < dims && i < Array.getLength(array); i++) {
            made(Array.get(array, i), dimension + 1, dims, counter);
        }
    }

    /** Returns the kind of a sum, of one dimension. */
    static int kind(int kind, int dimension) {
        return kind + 16 * dimension;
    }

    /** Copies and counts elements. */
    public static void copy(Object from, int at, Object to, int start, int length, int counter) {
        System.arraycopy(from, at, to, start, length);
        synchronized (Naive.class) {
            add(counter, from instanceof Object[] ? Slots.COPIED_REFS : Slots.COPIED_BASIC, length);
        }
    }

    /** Adds to a value of an instruction: its executions, or what it has made, by kind of slot. */
    private static void add(int counter, int kind, long value) {
        if (value == 0) {
            return;
        }
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
        COUNTS.computeIfAbsent(key.toString(), k -> new TreeMap<>()).merge(key(INSTRUCTIONS.get(counter), kind), value,
                Long::sum);
    }

    /** Returns the key of a value: the number of an instruction for its executions. */
    static int key(int instruction, int kind) {
        return kind << 16 | instruction;
    }

    /** Puts a counter in front of each instruction of a class. */
    static byte[] instrument(byte[] original) {
        ClassNode owner = new ClassNode();
        new ClassReader(original).accept(owner, 0);
        for (MethodNode method : owner.methods) {
            String key = owner.name.replace('/', '.') + "." + method.name + method.desc;
            pin(method.instructions);
            int number = 0;
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() >= 0) {
                    instrument(method.instructions, insn, key, number++);
                }
            }
            method.maxStack += 3;
        }
        ClassWriter writer = new ClassWriter(0);
        owner.accept(writer);
        return writer.toByteArray();
    }

    private static void instrument(InsnList list, AbstractInsnNode insn, String key, int number) {
        int counter = counter(key, number);
        InsnList hit = new InsnList();
        hit.add(new LdcInsnNode(counter));
        hit.add(call("hit", "(I)V"));
        int dims = insn instanceof MultiANewArrayInsnNode ? ((MultiANewArrayInsnNode) insn).dims : 0;
        boolean clones = Calls.clones(insn);
        if (dims > 0 || clones || insn.getOpcode() == Opcodes.NEWARRAY || insn.getOpcode() == Opcodes.ANEWARRAY) {
            InsnList made = new InsnList();
            made.add(new InsnNode(Opcodes.DUP));
            made.add(new LdcInsnNode(clones ? -1 : dims));
            made.add(new LdcInsnNode(counter));
            made.add(call("made", "(Ljava/lang/Object;II)V"));
            list.insert(insn, made);
        } else if (Calls.copies(insn)) {
            hit.add(new LdcInsnNode(counter));
            MethodInsnNode copy = (MethodInsnNode) insn;
            copy.owner = "jprof/agent/weave/Naive";
            copy.name = "copy";
            copy.desc = "(Ljava/lang/Object;ILjava/lang/Object;III)V";
        }
        boolean pinned = insn.getOpcode() == Opcodes.NEW && insn.getPrevious() instanceof LabelNode;
        list.insertBefore(pinned ? insn.getPrevious() : insn, hit);
    }

    private static MethodInsnNode call(String name, String desc) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, "jprof/agent/weave/Naive", name, desc, false);
    }

    /** Gives each new a label of its own, and has frames that name an object by its place name that one. */
    private static void pin(InsnList list) {
        Map<LabelNode, LabelNode> labels = new HashMap<>();
        for (AbstractInsnNode insn : list.toArray()) {
            if (insn.getOpcode() == Opcodes.NEW) {
                LabelNode own = new LabelNode();
                for (AbstractInsnNode n = insn.getPrevious(); n != null && n.getOpcode() < 0; n = n.getPrevious()) {
                    if (n instanceof LabelNode) {
                        labels.put((LabelNode) n, own);
                    }
                }
                list.insertBefore(insn, own);
            }
        }
        for (AbstractInsnNode insn : list.toArray()) {
            if (insn instanceof FrameNode) {
                FrameNode frame = (FrameNode) insn;
                UnaryOperator<Object> own = type -> labels.containsKey(type) ? labels.get(type) : type;
                if (frame.local != null) {
                    frame.local.replaceAll(own);
                }
                if (frame.stack != null) {
                    frame.stack.replaceAll(own);
                }
            }
        }
    }

    private static synchronized int counter(String key, int number) {
        OWNERS.add(key);
        INSTRUCTIONS.add(number);
        return OWNERS.size() - 1;
    }
}
