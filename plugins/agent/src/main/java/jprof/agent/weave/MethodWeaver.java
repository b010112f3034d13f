package jprof.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Weaves one method. Our locals have the numbers after those of the method. */
final class MethodWeaver {

    private static final String NODE_TYPE = "L" + Emit.NODE + ";";

    private final ClassNode owner;
    private final MethodNode method;
    private final Options options;
    private final Plan plan;
    private final Code code;
    /** The placeholder for the ID of the method: see {@link Ids}. */
    private final int id;
    private final InsnList list;
    private final int firstLine;
    private Frames frames;
    /** The code that is woven behind the method's own code. */
    private final Emit tail = new Emit();
    /** The code that is woven behind that, for failures of counting itself. */
    private final Emit failures = new Emit();
    private final List<TryCatchBlockNode> guards = new ArrayList<>();

    /** Our locals; -1: not needed. */
    private final List<Object> types = new ArrayList<>();
    private final int thread;
    private final int caller;
    private final int exit;
    private final int node;
    private final int slots;
    private final int reached;
    private final int site;
    private final int temporary;
    private int temporaries;
    /** Exceptions have something to undo, or to count. */
    private final boolean catching;
    private int room;

    MethodWeaver(ClassNode owner, MethodNode method, int id, Options options) {
        this.owner = owner;
        this.method = method;
        this.options = options;
        this.id = id;
        plan = new Plan(owner, method, options);
        code = plan.code;
        list = method.instructions;
        firstLine = firstLine();
        boolean current = !plan.leaf;
        boolean made = false;
        boolean delegates = false;
        for (int i = 0; i < code.size(); i++) {
            made |= makes(code.insns[i]);
            delegates |= plan.prologue.passed[i];
        }
        boolean cuts = plan.points.length > 0;
        thread = local(current || options.agents, Emit.THREAD);
        caller = local(current, Opcodes.INTEGER);
        exit = local(current && plan.constructor, Opcodes.INTEGER);
        node = local(cuts || made || options.agents || current && (delegates || !method.tryCatchBlocks.isEmpty()),
                Emit.NODE);
        slots = local(plan.slots.count() > 0, "[J");
        reached = local(cuts, Opcodes.INTEGER);
        site = local(current && options.callSites, Opcodes.INTEGER);
        temporary = method.maxLocals + types.size();
        catching = current || cuts;
    }

    private int local(boolean needed, Object type) {
        if (!needed) {
            return -1;
        }
        types.add(type);
        return method.maxLocals + types.size() - 1;
    }

    private int firstLine() {
        for (AbstractInsnNode n = list.getFirst(); n != null; n = n.getNext()) {
            if (n instanceof LineNumberNode) {
                return ((LineNumberNode) n).line;
            }
        }
        return 0;
    }

    /** Changes the method, and returns what it records. */
    WovenMethod weave() {
        frames = new Frames(code, owner.version, types);
        catches();
        for (int i = 0; i < code.size(); i++) {
            AbstractInsnNode insn = code.insns[i];
            Emit before = new Emit();
            Emit behind = new Emit();
            starts(before, i);
            inFront(before, behind, i);
            behind(behind, i);
            list.insertBefore(Frames.anchor(insn), before.list);
            list.insert(insn, behind.list);
        }
        for (Plan.Detour detour : plan.detours) {
            detour(detour);
        }
        list.insert(entry().list);
        list.add(tail.list);
        list.add(failures.list);
        method.tryCatchBlocks.addAll(0, guards);
        method.maxLocals = temporary + temporaries;
        method.maxStack = Math.max(method.maxStack + room, 4);
        return new WovenMethod(method.access, method.name, method.desc, firstLine, plan.slots, plan.points);
    }

    private Emit entry() {
        Emit emit = new Emit();
        if (firstLine > 0) {
            LabelNode start = new LabelNode();
            emit.add(start).add(new LineNumberNode(firstLine, start));
        }
        new Lookup(owner, method, frames).write(emit, code.size(), options.all);
        if (thread >= 0) {
            emit.op(Opcodes.DUP).astore(thread);
        }
        if (plan.leaf) {
            enter(emit, "leaf");
        } else {
            if (site >= 0) {
                emit.op(Opcodes.DUP).get(Emit.THREAD, "site", "I").load(Opcodes.ISTORE, site);
            }
            if (exit >= 0) {
                emit.op(Opcodes.DUP).virtual(Emit.THREAD, "exit", "()I").load(Opcodes.ISTORE, exit);
            }
            emit.op(Opcodes.DUP).get(Emit.THREAD, "cur", "I").load(Opcodes.ISTORE, caller);
            enter(emit, "enter");
        }
        keep(emit);
        if (reached >= 0) {
            emit.push(0).load(Opcodes.ISTORE, reached);
        }
        return emit;
    }

    private void enter(Emit emit, String name) {
        emit.add(new LdcInsnNode(id)).virtual(Emit.THREAD, options.callSites ? name + "At" : name, "(I)" + NODE_TYPE);
    }

    /** Keeps what is needed of the context, which is on the stack. */
    private void keep(Emit emit) {
        if (node >= 0) {
            emit.op(Opcodes.DUP).astore(node);
        }
        if (slots >= 0) {
            emit.get(Emit.NODE, "slots", "[J").astore(slots);
        } else {
            emit.op(Opcodes.POP);
        }
    }

    /** Writes what happens where a block starts. */
    private void starts(Emit emit, int i) {
        int block = plan.blocks.of[i];
        if (plan.blocks.first[block] != i) {
            return;
        }
        if (plan.blocks.handler[block]) {
            if (plan.shared[block]) {
                separateHandler(emit, i);
            } else {
                handler(emit, i);
            }
        }
        count(emit, plan.starting[i]);
        if (options.agents) {
            budget(emit, block);
        }
    }

    /**
     * Takes a block from the thread's budget, and asks for a visit where the block is an entry or the head of a loop.
     */
    private void budget(Emit emit, int block) {
        int first = plan.blocks.first[block];
        emit.aload(thread).op(Opcodes.DUP).get(Emit.THREAD, "budget", "J");
        emit.add(new LdcInsnNode((long) (plan.blocks.last(block) - first + 1))).op(Opcodes.LSUB);
        emit.put(Emit.THREAD, "budget", "J");
        if (plan.blocks.loop[block] || block == 0 && !plan.leaf) {
            if (reached >= 0) {
                emit.push(0).load(Opcodes.ISTORE, reached);
            }
            emit.aload(thread).aload(node).statics("poll", "(L" + Emit.THREAD + ";" + NODE_TYPE + ")V");
        }
        room = Math.max(room, 5);
    }

    private void count(Emit emit, int slot) {
        if (slot >= 0) {
            emit.count(slots, slot);
            room = Math.max(room, 6);
        }
    }

    /** Writes the code of a handler that jumps enter as well: exceptions come to the end of the method first. */
    private void separateHandler(Emit emit, int i) {
        LabelNode start = new LabelNode();
        LabelNode own = new LabelNode();
        emit.add(own);
        List<LabelNode> old = new ArrayList<>();
        AbstractInsnNode n = Frames.anchor(code.insns[i]).getPrevious();
        for (; n != null && n.getOpcode() < 0; n = n.getPrevious()) {
            if (n instanceof LabelNode) {
                old.add((LabelNode) n);
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (old.contains(block.handler)) {
                block.handler = start;
            }
        }
        tail.add(start);
        frames.same(tail, i);
        handler(tail, i);
        tail.jump(own);
    }

    /**
     * Writes what happens when an exception enters a handler: the method is the current one again, and a cut counts.
     */
    private void handler(Emit emit, int i) {
        if (!plan.leaf) {
            emit.aload(thread).aload(node).get(Emit.NODE, "number", "I").put(Emit.THREAD, "cur", "I");
            room = Math.max(room, 2);
        }
        count(emit, plan.caught[i]);
        if (reached < 0) {
            return;
        }
        emit.astore(temporary);
        LabelNode lost = cut(emit);
        LabelNode over = new LabelNode();
        emit.add(over);
        frames.holding(emit, i, new ArrayList<>());
        emit.aload(temporary);
        failures.add(lost);
        frames.holding(failures, i, Frames.throwable());
        lost().jump(over);
    }

    /** Calls cut, under a handler of its own that is returned: the call may end in an error for want of stack. */
    private LabelNode cut(Emit emit) {
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode lost = new LabelNode();
        emit.add(start).aload(node).load(Opcodes.ILOAD, reached).virtual(Emit.NODE, "cut", "(I)V").add(end);
        guards.add(new TryCatchBlockNode(start, end, lost, null));
        temporaries = Math.max(temporaries, 1);
        room = Math.max(room, 2);
        return lost;
    }

    private Emit lost() {
        failures.op(Opcodes.POP);
        failures.add(new FieldInsnNode(Opcodes.GETSTATIC, Emit.JPROF, "lost", "I")).push(1).op(Opcodes.IADD);
        failures.add(new FieldInsnNode(Opcodes.PUTSTATIC, Emit.JPROF, "lost", "I"));
        return failures;
    }

    /** Writes the handlers behind all others: exceptions leave the method. */
    private void catches() {
        byte now = Prologue.DEAD;
        LabelNode start = null;
        LabelNode[] leave = new LabelNode[3];
        for (int i = 0; i <= code.size(); i++) {
            byte when = i == code.size() || plan.prologue.delegates[i] ? Prologue.DEAD : plan.prologue.when[i];
            if (when == now) {
                continue;
            }
            LabelNode here = new LabelNode();
            if (i == code.size()) {
                list.add(here);
            } else {
                list.insertBefore(Frames.anchor(code.insns[i]), here);
            }
            if (now != Prologue.DEAD && (now == Prologue.BEHIND ? catching : plan.throwsIn(now))) {
                if (leave[now] == null) {
                    leave[now] = new LabelNode();
                    leave(leave[now], now == Prologue.BEFORE);
                }
                method.tryCatchBlocks.add(new TryCatchBlockNode(start, here, leave[now], null));
            }
            start = here;
            now = when;
        }
    }

    private void leave(LabelNode label, boolean uninitialised) {
        tail.add(label);
        frames.bare(tail, uninitialised, false);
        restore(tail, exit >= 0 ? exit : caller);
        if (reached >= 0) {
            tail.astore(temporary);
            LabelNode lost = cut(tail);
            tail.aload(temporary);
            failures.add(lost);
            frames.bare(failures, uninitialised, true);
            lost().aload(temporary).op(Opcodes.ATHROW);
        }
        tail.op(Opcodes.ATHROW);
    }

    private void restore(Emit emit, int to) {
        if (to >= 0) {
            emit.aload(thread).load(Opcodes.ILOAD, to).put(Emit.THREAD, "cur", "I");
            room = Math.max(room, 3);
            if (site >= 0) {
                emit.aload(thread).load(Opcodes.ILOAD, site).put(Emit.THREAD, "site", "I");
            }
        }
    }

    /** Writes what stands directly in front of an instruction. */
    private void inFront(Emit emit, Emit behind, int i) {
        AbstractInsnNode insn = code.insns[i];
        count(emit, plan.ending[i]);
        if (plan.point[i] != 0) {
            emit.push(Math.max(plan.point[i], 0)).load(Opcodes.ISTORE, reached);
            room = Math.max(room, 1);
        }
        if (site >= 0 && Calls.calls(insn, owner)) {
            emit.aload(thread).push(i).put(Emit.THREAD, "site", "I");
            room = Math.max(room, 2);
        }
        if (Calls.halts(insn)) {
            emit.statics("halting", "()V");
        }
        if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
            restore(emit, caller);
        }
        if (plan.prologue.passed[i]) {
            delegate(emit, behind, ((MethodInsnNode) insn).owner);
        }
    }

    /** Writes what stands around this(...) or super(...), which no handler can cover. */
    private void delegate(Emit emit, Emit behind, String to) {
        if (options.woven.woven(to)) {
            emit.aload(thread).aload(node).get(Emit.NODE, "number", "I").put(Emit.THREAD, "delegating", "I");
            emit.aload(thread).load(Opcodes.ILOAD, exit).put(Emit.THREAD, "escape", "I");
            behind.aload(thread).push(0).put(Emit.THREAD, "delegating", "I");
        } else if (!Exclusions.harmless(to)) {
            emit.aload(thread).aload(node).load(Opcodes.ILOAD, exit);
            emit.add(new LdcInsnNode(owner.name.replace('/', '.')));
            emit.virtual(Emit.THREAD, "outside", "(" + NODE_TYPE + "ILjava/lang/String;)V");
            behind.aload(thread).aload(node).get(Emit.NODE, "number", "I").put(Emit.THREAD, "cur", "I");
        }
        room = Math.max(room, 4);
    }

    private boolean makes(AbstractInsnNode insn) {
        return !options.calls && Calls.makes(insn, options.all);
    }

    /** Writes what stands directly behind an instruction. */
    private void behind(Emit emit, int i) {
        AbstractInsnNode insn = code.insns[i];
        if (plan.sums[i] >= 0) {
            sum(emit, insn, plan.sums[i]);
        }
        if (makes(insn)) {
            emit.op(Opcodes.DUP).astore(temporary).aload(node).push(i).aload(temporary);
            emit.statics("made", "(" + NODE_TYPE + "ILjava/lang/Object;)V");
            temporaries = Math.max(temporaries, 1);
            room = Math.max(room, 3);
        }
        count(emit, plan.through[i]);
    }

    /** Writes the sums of arrays made, cloned or copied. */
    private void sum(Emit behind, AbstractInsnNode insn, int slot) {
        room = Math.max(room, 6);
        switch (insn.getOpcode()) {
            case Opcodes.MULTIANEWARRAY:
                behind.op(Opcodes.DUP).push(((MultiANewArrayInsnNode) insn).dims).aload(slots).push(slot);
                behind.statics("multi", "(Ljava/lang/Object;I[JI)V");
                break;
            case Opcodes.INVOKESTATIC:
                copied(behind, insn, slot);
                break;
            default:
                behind.op(Opcodes.DUP);
                if (insn instanceof MethodInsnNode) {
                    behind.add(new TypeInsnNode(Opcodes.CHECKCAST, ((MethodInsnNode) insn).owner));
                }
                behind.op(Opcodes.ARRAYLENGTH).load(Opcodes.ISTORE, temporary).sum(slots, slot, temporary);
                temporaries = Math.max(temporaries, 1);
                break;
        }
    }

    /** Keeps the target and the length of System.arraycopy in locals, and counts them behind the call. */
    private void copied(Emit behind, AbstractInsnNode call, int slot) {
        int length = temporary;
        int at = temporary + 1;
        int target = temporary + 2;
        Emit before = new Emit();
        before.load(Opcodes.ISTORE, length).load(Opcodes.ISTORE, at).op(Opcodes.DUP).astore(target);
        before.load(Opcodes.ILOAD, at).load(Opcodes.ILOAD, length);
        list.insertBefore(call, before.list);
        behind.aload(target).load(Opcodes.ILOAD, length).aload(slots).push(slot).push(slot + 1);
        behind.statics("copied", "(Ljava/lang/Object;I[JII)V");
        temporaries = Math.max(temporaries, 3);
    }

    private void detour(Plan.Detour detour) {
        LabelNode start = new LabelNode();
        tail.add(start);
        frames.same(tail, plan.blocks.first[detour.block]);
        count(tail, detour.slot);
        tail.jump(detour.labels.get(0));
        for (LabelNode label : detour.labels) {
            Code.redirect(detour.from, label, start);
        }
    }
}
