package jprof.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The parts to weave into a method: its slots and its points, with their places. Made before anything is changed. */
final class Plan {

    /** A counter on the way of jumps from an instruction to labels of one block. */
    static final class Detour {

        final AbstractInsnNode from;
        final List<LabelNode> labels = new ArrayList<>();
        final int block;
        final int slot;

        Detour(AbstractInsnNode from, int block, int slot) {
            this.from = from;
            this.block = block;
            this.slot = slot;
        }
    }

    final Code code;
    final Blocks blocks;
    final Prologue prologue;
    final boolean constructor;
    /** Nothing that is recorded can run below the method. */
    final boolean leaf;
    final Slots slots = new Slots();
    /** Slot to count in front of each instruction, where its block starts; behind code of a handler. -1: none. */
    final int[] starting;
    /** Slot to count in front of each instruction that ends its block. -1: none. */
    final int[] ending;
    /** Slot to count behind each instruction, where control goes to the next one. -1: none. */
    final int[] through;
    /** Slot of the handler that starts at each instruction. -1: none. */
    final int[] caught;
    /** First slot of the sums of each instruction. -1: none. */
    final int[] sums;
    final List<Detour> detours = new ArrayList<>();
    /** Point of each instruction, from 1; 0: it has none; -1: the point has to be 0 there. */
    final int[] point;
    /** The instruction of each point. */
    final int[] points;
    /** Handlers that normal control enters as well: their code for exceptions has to stand elsewhere. */
    final boolean[] shared;
    /** Marks what may throw. */
    private final boolean[] throwing;

    Plan(ClassNode owner, MethodNode method, Options options) {
        code = new Code(method);
        constructor = method.name.equals("<init>");
        prologue = new Prologue(code, constructor);
        blocks = new Blocks(code, prologue.passed);
        throwing = throwing(owner);
        leaf = leaf(owner, options);
        starting = none();
        ending = none();
        through = none();
        caught = none();
        sums = none();
        shared = new boolean[blocks.count()];
        point = new int[code.size()];
        int[] exact = points();
        points = options.fast || options.calls ? new int[0] : exact;
        if (points.length == 0) {
            Arrays.fill(point, 0);
        }
        if (options.calls) {
            for (int block = 0; block < blocks.count(); block++) {
                shared[block] = blocks.handler[block] && (code.subroutines || entered(block));
            }
            return;
        }
        // Without points, what enters a block need not leave it.
        if (code.subroutines || options.agents || exact.length > points.length) {
            countBlocks();
        } else {
            countEdges(options.fast);
        }
        for (int i = 0; i < code.size(); i++) {
            sum(i);
        }
    }

    private int[] none() {
        int[] none = new int[code.size()];
        Arrays.fill(none, -1);
        return none;
    }

    private boolean[] throwing(ClassNode owner) {
        MethodNode method = code.method;
        boolean[] throwing = new boolean[code.size()];
        boolean hasThis = (method.access & Opcodes.ACC_STATIC) == 0;
        for (AbstractInsnNode insn : code.insns) {
            hasThis &= insn.getOpcode() != Opcodes.ASTORE || ((VarInsnNode) insn).var != 0;
        }
        boolean[] follows = follows();
        Values values = new Values(method.maxStack, method.maxLocals);
        for (int block = 0; block < blocks.count(); block++) {
            if (!follows[block]) {
                values.forget(hasThis);
                if (blocks.handler[block] && blocks.reaching[block] == 0 && !code.subroutines) {
                    values.caught();
                }
            }
            for (int i = blocks.first[block]; i <= blocks.last(block); i++) {
                throwing[i] = values.throwing(code.insns[i]) | Calls.calls(code.insns[i], owner);
            }
        }
        return throwing;
    }

    /** Marks the blocks that control enters from the block in front of them only. */
    private boolean[] follows() {
        boolean[] follows = new boolean[blocks.count()];
        for (Blocks.Edge edge : blocks.edges) {
            follows[edge.to] |= edge.falls && !edge.jumps && blocks.reaching[edge.to] == 1 && !blocks.handler[edge.to];
        }
        return follows;
    }

    private boolean leaf(ClassNode owner, Options options) {
        for (int i = 0; i < code.size(); i++) {
            boolean exception = throwing[i] && code.insns[i].getOpcode() != Opcodes.RETURN
                    && (constructor || options.all); // the JVM then calls the constructor of the exception
            if (exception || Calls.calls(code.insns[i], owner)) {
                return false;
            }
        }
        return true;
    }

    /** Gives points to the instructions that may throw, but those that end the method anyway. */
    private int[] points() {
        int[] points = new int[code.size()];
        int n = 0;
        boolean stale = false;
        for (int i = 0; i < code.size(); i++) {
            if (throwing[i] && !prologue.delegates[i] && prologue.when[i] != Prologue.DEAD) {
                if (code.insns[i].getOpcode() == Opcodes.ATHROW) {
                    point[i] = -1;
                } else {
                    points[n++] = i;
                    point[i] = n;
                    stale = true;
                }
            }
        }
        if (!stale) {
            Arrays.fill(point, 0);
        }
        return Arrays.copyOf(points, n);
    }

    /** Says whether anything can throw where a handler for the method's own end can stand. */
    boolean throwsIn(byte when) {
        for (int i = 0; i < code.size(); i++) {
            if (throwing[i] && prologue.when[i] == when && !prologue.delegates[i]) {
                return true;
            }
        }
        return false;
    }

    private void countBlocks() {
        for (int block = 0; block < blocks.count(); block++) {
            starting[blocks.first[block]] = slots.add(Slots.BLOCK, blocks.first[block], 0);
            shared[block] = blocks.handler[block] && (code.subroutines || entered(block));
        }
        for (int i = 0; i < code.size(); i++) {
            if (prologue.passed[i]) {
                through[i] = slots.add(Slots.PASSED, i, 0);
            }
        }
    }

    private boolean entered(int block) {
        return block == 0 || blocks.reaching[block] > 0 || prologue.passed[blocks.first[block] - 1];
    }

    private void countEdges(boolean fast) {
        boolean[] exits = new boolean[blocks.count()];
        for (int block = 0; block < blocks.count(); block++) {
            int last = blocks.last(block);
            exits[block] = blocks.exits(block) || prologue.passed[last];
            if (prologue.passed[last]) {
                through[last] = slots.add(Slots.PASSED, last, 0);
            }
            if (blocks.handler[block]) {
                int start = blocks.first[block];
                caught[start] = slots.add(Slots.HANDLER, start, 0);
                shared[block] = entered(block);
            }
        }
        for (Blocks.Edge edge : Counters.choose(blocks, exits, fast)) {
            place(edge);
        }
    }

    private void place(Blocks.Edge edge) {
        int last = blocks.last(edge.from);
        int start = blocks.first[edge.to];
        int slot = slots.add(Slots.EDGE, last, start);
        boolean alone = blocks.reaching[edge.to] == 1 && !blocks.handler[edge.to] && edge.to > 0
                && !prologue.passed[start - 1];
        if (blocks.leaving[edge.from] == 1 && edge.jumps) {
            ending[last] = slot;
        } else if (alone) {
            starting[start] = slot;
        } else {
            if (edge.falls) {
                through[last] = slot;
            }
            if (edge.jumps) {
                detour(last, edge.to, slot);
            }
        }
    }

    private void detour(int from, int block, int slot) {
        Detour detour = new Detour(code.insns[from], block, slot);
        for (LabelNode label : Code.targets(code.insns[from])) {
            if (blocks.of[code.number(label)] == block) {
                detour.labels.add(label);
            }
        }
        detours.add(detour);
    }

    private void sum(int i) {
        AbstractInsnNode insn = code.insns[i];
        switch (insn.getOpcode()) {
            case Opcodes.NEWARRAY:
            case Opcodes.ANEWARRAY:
                sums[i] = slots.add(Slots.ELEMENTS, i, 0);
                break;
            case Opcodes.MULTIANEWARRAY:
                sums[i] = slots.count();
                for (int dimension = 0; dimension < ((MultiANewArrayInsnNode) insn).dims; dimension++) {
                    slots.add(Slots.ELEMENTS, i, dimension);
                }
                break;
            case Opcodes.INVOKEVIRTUAL:
                if (Calls.clones(insn)) {
                    sums[i] = slots.add(Slots.CLONED, i, 0);
                }
                break;
            case Opcodes.INVOKESTATIC:
                if (Calls.copies((MethodInsnNode) insn)) {
                    sums[i] = slots.add(Slots.COPIED_BASIC, i, 0);
                    slots.add(Slots.COPIED_REFS, i, 0);
                }
                break;
            default:
                break;
        }
    }
}
