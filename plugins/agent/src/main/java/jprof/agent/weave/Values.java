package jprof.agent.weave;

import java.util.Arrays;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The known values on the stack and in locals while instructions run one after another: enough to see that an
 * instruction cannot throw, and which constructor call is that of this(...) or super(...). A long or a double has two
 * places. The stack before the first instruction is unknown, and has any number of values.
 */
final class Values {

    /** Nothing is known. */
    private static final int ANY = 0;
    /** The object that the method was called for; never null. */
    private static final int THIS = 1;
    /** Not null; as a number, not 0. */
    private static final int SURE = 2;
    /** This and above: what local 0, 1, ... holds. */
    private static final int LOCAL = 3;

    /** The last instruction was a call of a constructor for this object, by this(...) or super(...). */
    boolean delegated;
    private int[] stack;
    private int top;
    private final int[] locals;

    Values(int maxStack, int maxLocals) {
        stack = new int[maxStack + 8];
        locals = new int[maxLocals];
    }

    Values(Values other) {
        stack = other.stack.clone();
        top = other.top;
        locals = other.locals.clone();
    }

    /** Forgets all but this, which local 0 holds if so said. */
    void forget(boolean hasThis) {
        top = 0;
        Arrays.fill(locals, ANY);
        if (hasThis) {
            locals[0] = THIS;
        }
    }

    /** Has the stack of a handler that was just entered. */
    void caught() {
        top = 0;
        push(SURE);
    }

    /** Runs an instruction and reports whether it may throw, errors of linking a class apart. */
    boolean throwing(AbstractInsnNode insn) {
        delegated = false;
        int opcode = insn.getOpcode();
        switch (insn.getType()) {
            case AbstractInsnNode.INT_INSN:
                return integer(opcode, ((IntInsnNode) insn).operand);
            case AbstractInsnNode.VAR_INSN:
                variable(opcode, ((VarInsnNode) insn).var);
                return false;
            case AbstractInsnNode.IINC_INSN:
                return false;
            case AbstractInsnNode.TYPE_INSN:
                return type(opcode);
            case AbstractInsnNode.FIELD_INSN:
                return field(opcode, Type.getType(((FieldInsnNode) insn).desc).getSize());
            case AbstractInsnNode.METHOD_INSN:
                return call((MethodInsnNode) insn);
            case AbstractInsnNode.INVOKE_DYNAMIC_INSN:
                return called(((InvokeDynamicInsnNode) insn).desc);
            case AbstractInsnNode.LDC_INSN:
                return constant(((LdcInsnNode) insn).cst);
            case AbstractInsnNode.MULTIANEWARRAY_INSN:
                pop(((MultiANewArrayInsnNode) insn).dims);
                push(SURE);
                return true;
            case AbstractInsnNode.JUMP_INSN:
                jump(opcode);
                return false;
            case AbstractInsnNode.TABLESWITCH_INSN:
            case AbstractInsnNode.LOOKUPSWITCH_INSN:
                pop(1);
                return false;
            default:
                return simple(opcode);
        }
    }

    private boolean integer(int opcode, int operand) {
        if (opcode == Opcodes.NEWARRAY) {
            pop(1);
            push(SURE);
            return true;
        }
        push(operand == 0 ? ANY : SURE);
        return false;
    }

    private void variable(int opcode, int index) {
        switch (opcode) {
            case Opcodes.ALOAD:
                push(locals[index] == ANY ? LOCAL + index : locals[index]);
                break;
            case Opcodes.LLOAD:
            case Opcodes.DLOAD:
                push(ANY);
                push(ANY);
                break;
            case Opcodes.ILOAD:
            case Opcodes.FLOAD:
                push(ANY);
                break;
            case Opcodes.ASTORE:
                int value = pop();
                store(index, value == THIS ? THIS : sure(value) ? SURE : ANY);
                break;
            case Opcodes.LSTORE:
            case Opcodes.DSTORE:
                pop(2);
                store(index, ANY);
                store(index + 1, ANY);
                break;
            case Opcodes.ISTORE:
            case Opcodes.FSTORE:
                pop(1);
                store(index, ANY);
                break;
            default:
                break;
        }
    }

    private void store(int index, int value) {
        for (int i = 0; i < top; i++) {
            if (stack[i] == LOCAL + index) {
                stack[i] = locals[index] == ANY ? ANY : SURE;
            }
        }
        locals[index] = value;
    }

    private boolean type(int opcode) {
        switch (opcode) {
            case Opcodes.NEW:
                push(SURE);
                return true;
            case Opcodes.ANEWARRAY:
                pop(1);
                push(SURE);
                return true;
            case Opcodes.INSTANCEOF:
                pop(1);
                push(ANY);
                return false;
            default:
                return true;
        }
    }

    private boolean field(int opcode, int size) {
        boolean throwing = false;
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
            pop(size);
        }
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.GETFIELD) {
            throwing = dereferenced(pop());
        }
        if (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) {
            unknown(size);
        }
        return throwing;
    }

    private boolean call(MethodInsnNode call) {
        int sizes = Type.getArgumentsAndReturnSizes(call.desc);
        pop((sizes >> 2) - 1);
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            int receiver = pop();
            delegated = receiver == THIS && call.name.equals("<init>");
            if (receiver >= LOCAL) {
                locals[receiver - LOCAL] = SURE;
            }
        }
        unknown(sizes & 3);
        return !(call.owner.equals("java/lang/Object") && call.name.equals("<init>"));
    }

    private boolean called(String desc) {
        int sizes = Type.getArgumentsAndReturnSizes(desc);
        pop((sizes >> 2) - 1);
        unknown(sizes & 3);
        return true;
    }

    private boolean constant(Object constant) {
        if (constant instanceof ConstantDynamic) {
            unknown(((ConstantDynamic) constant).getSize());
            return true;
        }
        if (constant instanceof Long || constant instanceof Double) {
            push(ANY);
            push(constant instanceof Long && (Long) constant != 0 ? SURE : ANY);
            return false;
        }
        boolean zero = constant instanceof Integer && (Integer) constant == 0 || constant instanceof Float;
        push(zero ? ANY : SURE);
        return !(constant instanceof Integer || constant instanceof Float || constant instanceof String);
    }

    private void jump(int opcode) {
        if (opcode == Opcodes.JSR) {
            push(ANY);
        } else if (opcode != Opcodes.GOTO) {
            boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
            int value = pop();
            if (two) {
                pop();
            } else if (opcode == Opcodes.IFNULL && value >= LOCAL) {
                locals[value - LOCAL] = SURE;
            }
        }
    }

    /** Instructions without operands. */
    private boolean simple(int opcode) {
        if (opcode <= Opcodes.DCONST_1) {
            return simpleConstant(opcode);
        }
        if (opcode <= Opcodes.SALOAD) {
            pop(1);
            dereferenced(pop());
            unknown(opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD ? 2 : 1);
            return true;
        }
        if (opcode <= Opcodes.SASTORE) {
            pop(opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE ? 3 : 2);
            dereferenced(pop());
            return true;
        }
        if (opcode <= Opcodes.SWAP) {
            shuffle(opcode);
            return false;
        }
        if (opcode <= Opcodes.LXOR) {
            return arithmetic(opcode);
        }
        if (opcode <= Opcodes.DCMPG) {
            convert(opcode);
            return false;
        }
        switch (opcode) {
            case Opcodes.ARRAYLENGTH:
                boolean throwing = dereferenced(pop());
                push(ANY);
                return throwing;
            case Opcodes.MONITORENTER:
                return dereferenced(pop());
            case Opcodes.MONITOREXIT:
                pop();
                return true;
            case Opcodes.ATHROW:
                return true;
            default:
                return false;
        }
    }

    private boolean simpleConstant(int opcode) {
        if (opcode == Opcodes.NOP) {
            return false;
        }
        boolean wide = opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1 || opcode >= Opcodes.DCONST_0;
        if (wide) {
            push(ANY);
        }
        boolean zero = opcode == Opcodes.ACONST_NULL || opcode == Opcodes.ICONST_0 || opcode == Opcodes.LCONST_0
                || opcode >= Opcodes.FCONST_0;
        push(zero ? ANY : SURE);
        return false;
    }

    private void shuffle(int opcode) {
        if (opcode == Opcodes.POP || opcode == Opcodes.POP2) {
            pop(opcode == Opcodes.POP ? 1 : 2);
            return;
        }
        int w = pop();
        if (opcode == Opcodes.DUP) {
            push(w);
            push(w);
            return;
        }
        int v = pop();
        switch (opcode) {
            case Opcodes.SWAP:
                push(w);
                push(v);
                break;
            case Opcodes.DUP2:
                push(v, w);
                push(v, w);
                break;
            case Opcodes.DUP_X1:
                push(w);
                push(v, w);
                break;
            default:
                int u = pop();
                if (opcode == Opcodes.DUP_X2) {
                    push(w);
                    push(u);
                    push(v, w);
                } else if (opcode == Opcodes.DUP2_X1) {
                    push(v, w);
                    push(u);
                    push(v, w);
                } else {
                    int t = pop();
                    push(v, w);
                    push(t, u);
                    push(v, w);
                }
                break;
        }
    }

    private boolean arithmetic(int opcode) {
        int divisor = pop();
        boolean shift = opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR;
        boolean wide = (opcode & 1) != 0;
        if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG) {
            pop(wide ? 1 : 0);
        } else {
            pop(!wide ? 1 : shift ? 2 : 3);
        }
        unknown(wide ? 2 : 1);
        boolean divides = opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM
                || opcode == Opcodes.LREM;
        return divides && !sure(divisor);
    }

    private void convert(int opcode) {
        boolean fromWide = opcode >= Opcodes.L2I && opcode <= Opcodes.L2D
                || opcode >= Opcodes.D2I && opcode <= Opcodes.D2F;
        if (opcode >= Opcodes.LCMP) {
            pop(opcode == Opcodes.FCMPL || opcode == Opcodes.FCMPG ? 2 : 4);
            push(ANY);
            return;
        }
        pop(fromWide ? 2 : 1);
        boolean toWide = opcode == Opcodes.I2L || opcode == Opcodes.I2D || opcode == Opcodes.L2D
                || opcode == Opcodes.F2L || opcode == Opcodes.F2D || opcode == Opcodes.D2L;
        unknown(toWide ? 2 : 1);
    }

    /** Says whether to dereference a value may throw. From then on the local that it came from is not null. */
    private boolean dereferenced(int value) {
        boolean throwing = !sure(value);
        if (value >= LOCAL) {
            locals[value - LOCAL] = SURE;
        }
        return throwing;
    }

    private boolean sure(int value) {
        return value == THIS || value == SURE || value >= LOCAL && locals[value - LOCAL] != ANY;
    }

    private void unknown(int size) {
        for (int i = 0; i < size; i++) {
            push(ANY);
        }
    }

    private void push(int value) {
        if (top == stack.length) {
            stack = Arrays.copyOf(stack, 2 * top);
        }
        stack[top++] = value;
    }

    private void push(int v, int w) {
        push(v);
        push(w);
    }

    private int pop() {
        return top == 0 ? ANY : stack[--top];
    }

    private void pop(int count) {
        top = Math.max(0, top - count);
    }
}
