package jprof.agent.weave;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The instructions of a method with their numbers, taken before anything is woven, and where labels stand between them.
 * Labels, lines and frames are no instructions.
 */
final class Code {

    final MethodNode method;
    /** The instructions by number. */
    final AbstractInsnNode[] insns;
    /** The method has jsr or ret: its blocks have edges that the code does not name. */
    final boolean subroutines;
    private final InsnList list;
    private final int[] numbers;

    Code(MethodNode method) {
        this.method = method;
        this.list = method.instructions;
        AbstractInsnNode[] nodes = list.toArray();
        numbers = new int[nodes.length + 1];
        int n = 0;
        boolean jsr = false;
        for (int i = 0; i < nodes.length; i++) {
            numbers[i] = n;
            int opcode = nodes[i].getOpcode();
            if (opcode >= 0) {
                n++;
                jsr |= opcode == Opcodes.JSR || opcode == Opcodes.RET;
            }
        }
        numbers[nodes.length] = n;
        subroutines = jsr;
        insns = new AbstractInsnNode[n];
        n = 0;
        for (AbstractInsnNode node : nodes) {
            if (node.getOpcode() >= 0) {
                insns[n++] = node;
            }
        }
    }

    int size() {
        return insns.length;
    }

    /**
     * Returns the number of the first instruction at or behind a label; size() if none follows. Only before weaving.
     */
    int number(AbstractInsnNode node) {
        return numbers[list.indexOf(node)];
    }

    /** Says whether control never goes from an instruction to the next one. */
    static boolean ends(int opcode) {
        return opcode == Opcodes.GOTO || opcode == Opcodes.RET || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH || leaves(opcode);
    }

    /** Says whether an instruction returns or throws. */
    static boolean leaves(int opcode) {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
    }

    /** Returns the labels that an instruction may jump to, with repetitions; null if it is no jump. */
    static LabelNode[] targets(AbstractInsnNode insn) {
        if (insn instanceof JumpInsnNode) {
            return new LabelNode[] {((JumpInsnNode) insn).label};
        }
        if (insn instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode table = (TableSwitchInsnNode) insn;
            return join(table.labels, table.dflt);
        }
        if (insn instanceof LookupSwitchInsnNode) {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) insn;
            return join(lookup.labels, lookup.dflt);
        }
        return null;
    }

    private static LabelNode[] join(List<LabelNode> labels, LabelNode last) {
        LabelNode[] all = labels.toArray(new LabelNode[labels.size() + 1]);
        all[all.length - 1] = last;
        return all;
    }

    /** Has a jump go to another label wherever it went to one. */
    static void redirect(AbstractInsnNode insn, LabelNode from, LabelNode to) {
        if (insn instanceof JumpInsnNode) {
            ((JumpInsnNode) insn).label = to;
            return;
        }
        List<LabelNode> labels;
        if (insn instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode table = (TableSwitchInsnNode) insn;
            labels = table.labels;
            table.dflt = table.dflt == from ? to : table.dflt;
        } else {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) insn;
            labels = lookup.labels;
            lookup.dflt = lookup.dflt == from ? to : lookup.dflt;
        }
        for (int i = 0; i < labels.size(); i++) {
            if (labels.get(i) == from) {
                labels.set(i, to);
            }
        }
    }

    /** Marks the instructions where handlers start. */
    boolean[] handlers() {
        boolean[] starts = new boolean[insns.length + 1];
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            starts[number(block.handler)] = true;
        }
        return starts;
    }
}
