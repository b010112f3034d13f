package jprof.agent.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A piece of woven code while it is written. */
final class Emit {

    /** The runtime classes as woven code names them. */
    static final String JPROF = "java/lang/Jprof";
    static final String THREAD = "java/lang/JprofThread";
    static final String NODE = "java/lang/JprofNode";

    final InsnList list = new InsnList();

    Emit add(AbstractInsnNode node) {
        list.add(node);
        return this;
    }

    Emit op(int opcode) {
        return add(new InsnNode(opcode));
    }

    Emit load(int opcode, int local) {
        return add(new VarInsnNode(opcode, local));
    }

    Emit aload(int local) {
        return load(Opcodes.ALOAD, local);
    }

    Emit astore(int local) {
        return load(Opcodes.ASTORE, local);
    }

    Emit jump(LabelNode label) {
        return add(new JumpInsnNode(Opcodes.GOTO, label));
    }

    /** Pushes an int. */
    Emit push(int value) {
        if (value >= -1 && value <= 5) {
            return op(Opcodes.ICONST_0 + value);
        }
        if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            return add(new IntInsnNode(Opcodes.BIPUSH, value));
        }
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            return add(new IntInsnNode(Opcodes.SIPUSH, value));
        }
        return add(new LdcInsnNode(value));
    }

    Emit get(String owner, String name, String desc) {
        return add(new FieldInsnNode(Opcodes.GETFIELD, owner, name, desc));
    }

    Emit put(String owner, String name, String desc) {
        return add(new FieldInsnNode(Opcodes.PUTFIELD, owner, name, desc));
    }

    Emit virtual(String owner, String name, String desc) {
        return add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, desc, false));
    }

    Emit statics(String name, String desc) {
        return add(new MethodInsnNode(Opcodes.INVOKESTATIC, JPROF, name, desc, false));
    }

    /** Adds 1 to a slot. */
    Emit count(int array, int slot) {
        return aload(array).push(slot).op(Opcodes.DUP2).op(Opcodes.LALOAD).op(Opcodes.LCONST_1).op(Opcodes.LADD)
                .op(Opcodes.LASTORE);
    }

    /** Adds an int local to a slot. */
    Emit sum(int array, int slot, int local) {
        return aload(array).push(slot).op(Opcodes.DUP2).op(Opcodes.LALOAD).load(Opcodes.ILOAD, local).op(Opcodes.I2L)
                .op(Opcodes.LADD).op(Opcodes.LASTORE);
    }
}
