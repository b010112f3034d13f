package jprof.agent.weave;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The places at which a constructor calls this(...) or super(...), and the instructions that may run before. There may
 * be several such calls, behind conditions. No handler can cover them: it would find an object that is initialised or
 * not.
 */
final class Prologue {

    /** The instruction cannot be reached. */
    static final byte DEAD = 0;
    /** The instruction runs before this(...) or super(...) has ended; so does that call itself. */
    static final byte BEFORE = 1;
    /** The instruction runs behind it. */
    static final byte BEHIND = 2;

    /** For each instruction one of the constants. */
    final byte[] when;
    /** Marks the calls of this(...) and super(...). */
    final boolean[] delegates;
    /** Marks those that end a block: all but the calls of Object's constructor, which does not throw. */
    final boolean[] passed;
    private final Code code;

    /** Looks at a method. One that is no constructor has no prologue. */
    Prologue(Code code, boolean constructor) {
        this.code = code;
        when = new byte[code.size()];
        delegates = new boolean[code.size()];
        passed = new boolean[code.size()];
        if (!constructor) {
            Arrays.fill(when, BEHIND);
            return;
        }
        Blocks blocks = new Blocks(code, passed);
        if (!straight(blocks)) {
            follow(blocks);
        }
    }

    /** The common case: the first block has the call, and no handler and no jump has anything to do with it. */
    private boolean straight(Blocks blocks) {
        int last = blocks.last(0);
        Values values = start();
        for (int i = 0; i <= last; i++) {
            values.throwing(code.insns[i]);
            if (values.delegated) {
                for (TryCatchBlockNode block : code.method.tryCatchBlocks) {
                    if (code.number(block.start) <= i) {
                        return false;
                    }
                }
                if (blocks.reaching[0] > 0) {
                    return false;
                }
                delegates(i);
                Arrays.fill(when, 0, i + 1, BEFORE);
                Arrays.fill(when, i + 1, when.length, BEHIND);
                return true;
            }
        }
        return false;
    }

    private Values start() {
        Values values = new Values(code.method.maxStack, code.method.maxLocals);
        values.forget(true);
        return values;
    }

    private void delegates(int i) {
        delegates[i] = true;
        passed[i] = !((MethodInsnNode) code.insns[i]).owner.equals("java/lang/Object");
    }

    /** Follows control from block to block. All ways to a block agree on what this method looks for. */
    private void follow(Blocks blocks) {
        Values[] entry = new Values[blocks.count()];
        byte[] state = new byte[blocks.count()];
        Deque<Integer> open = new ArrayDeque<>();
        entry[0] = start();
        state[0] = BEFORE;
        open.add(0);
        while (!open.isEmpty()) {
            int block = open.remove();
            Values values = new Values(entry[block]);
            byte now = state[block];
            int last = blocks.last(block);
            for (int i = blocks.first[block]; i <= last; i++) {
                when[i] = now;
                for (TryCatchBlockNode handler : code.method.tryCatchBlocks) {
                    if (code.number(handler.start) <= i && i < code.number(handler.end)) {
                        Values caught = new Values(values);
                        caught.caught();
                        reach(blocks.of[code.number(handler.handler)], caught, now, entry, state, open);
                    }
                }
                values.throwing(code.insns[i]);
                if (values.delegated && now == BEFORE) {
                    delegates(i);
                    now = BEHIND;
                }
            }
            LabelNode[] targets = Code.targets(code.insns[last]);
            if (targets != null) {
                for (LabelNode target : targets) {
                    reach(blocks.of[code.number(target)], values, now, entry, state, open);
                }
            }
            if (!Code.ends(code.insns[last].getOpcode()) && block + 1 < blocks.count()) {
                reach(block + 1, values, now, entry, state, open);
            }
        }
    }

    private void reach(int block, Values values, byte now, Values[] entry, byte[] state, Deque<Integer> open) {
        if (entry[block] == null) {
            entry[block] = new Values(values);
            state[block] = now;
            open.add(block);
        }
    }
}
