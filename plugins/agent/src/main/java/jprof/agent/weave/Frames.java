package jprof.agent.weave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The stack map frames of a method. They are kept and get our locals, which have the numbers after its own; frames
 * for our own jumps and handlers are made from them, so that no class has to be loaded to find common superclasses.
 */
final class Frames {

    /** The frame at each instruction, null where there is none. */
    private final FrameNode[] at;
    /** The method needs frames. */
    private final boolean needed;
    private final int maxLocals;
    private final List<Object> ours;

    /**
     * Extends the frames of a method.
     *
     * @param version of the class file: below 50 there are no frames
     * @param ours the types of our locals
     */
    Frames(Code code, int version, List<Object> ours) {
        MethodNode method = code.method;
        this.maxLocals = method.maxLocals;
        this.ours = ours;
        at = new FrameNode[code.size()];
        boolean found = false;
        for (int i = 0; i < at.length; i++) {
            AbstractInsnNode node = code.insns[i].getPrevious();
            while (node != null && node.getOpcode() < 0) {
                if (node instanceof FrameNode) {
                    at[i] = (FrameNode) node;
                    found = true;
                }
                node = node.getPrevious();
            }
        }
        boolean branches = !method.tryCatchBlocks.isEmpty();
        for (AbstractInsnNode insn : code.insns) {
            branches |= Code.targets(insn) != null;
        }
        needed = (version & 0xFFFF) >= Opcodes.V1_6 && (found || !branches);
        if (found) {
            ours(method.instructions);
        }
    }

    private void ours(InsnList list) {
        for (AbstractInsnNode node = list.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof FrameNode) {
                FrameNode frame = (FrameNode) node;
                pin(frame.local, list);
                pin(frame.stack, list);
                frame.local = extended(frame.local);
            }
        }
    }

    /** Has an uninitialised type name a label directly at its new: what is woven in front of it stands before. */
    private static void pin(List<Object> types, InsnList list) {
        if (types == null) {
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i) instanceof LabelNode) {
                AbstractInsnNode insn = (LabelNode) types.get(i);
                while (insn.getOpcode() < 0) {
                    insn = insn.getNext();
                }
                if (!(insn.getPrevious() instanceof Pin)) {
                    list.insertBefore(insn, new Pin());
                }
                types.set(i, insn.getPrevious());
            }
        }
    }

    /** A label between what is woven in front of an instruction and the instruction itself. */
    private static final class Pin extends LabelNode {
    }

    /** Returns the place in front of which code for an instruction is inserted. */
    static AbstractInsnNode anchor(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        return before instanceof Pin ? before : insn;
    }

    private List<Object> extended(List<Object> locals) {
        List<Object> all = new ArrayList<>();
        int size = 0;
        if (locals != null) {
            for (Object type : locals) {
                all.add(type);
                size += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
            }
        }
        for (; size < maxLocals; size++) {
            all.add(Opcodes.TOP);
        }
        all.addAll(ours);
        return all;
    }

    /** Writes a frame equal to that of an instruction. */
    void same(Emit emit, int insn) {
        if (needed && at[insn] != null) {
            emit.add(frame(new ArrayList<>(at[insn].local), new ArrayList<>(at[insn].stack)));
        }
    }

    /** Writes a frame with the locals of a handler, one more that holds its exception, and a stack. */
    void holding(Emit emit, int handler, List<Object> stack) {
        if (needed && at[handler] != null) {
            List<Object> locals = new ArrayList<>(at[handler].local);
            locals.add(at[handler].stack.get(0));
            emit.add(frame(locals, stack));
        }
    }

    /**
     * Writes a frame with our locals only.
     *
     * @param uninitialised local 0 holds an object whose constructor has not called another one yet
     * @param exception one more local holds an exception
     */
    void bare(Emit emit, boolean uninitialised, boolean exception) {
        if (needed) {
            List<Object> locals = extended(uninitialised
                    ? Collections.<Object>singletonList(Opcodes.UNINITIALIZED_THIS) : Collections.emptyList());
            if (exception) {
                locals.add("java/lang/Throwable");
            }
            emit.add(frame(locals, throwable()));
        }
    }

    /**
     * Writes a frame of the method's entry: its arguments, and nothing of ours yet.
     *
     * @param arguments their types
     * @param held the type of the one value on the stack
     */
    void entering(Emit emit, List<Object> arguments, Object held) {
        if (needed) {
            emit.add(frame(arguments, Collections.singletonList(held)));
        }
    }

    static List<Object> throwable() {
        List<Object> stack = new ArrayList<>();
        stack.add("java/lang/Throwable");
        return stack;
    }

    private static FrameNode frame(List<Object> locals, List<Object> stack) {
        return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
    }
}
