package jprof.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds the record of the current thread in a method. It compares with the first two threads itself, in place of a
 * call: so compilers see which of them runs the method, and take its record as a constant. Then they know as well that
 * the context which a callee reads there is the one that its caller has just stored.
 */
final class Lookup {

    /**
     * Methods of more instructions call the runtime: the look-up is little of their work, and HotSpot compiles none of
     * more than 8,000 bytes of code. So this one never makes a method too large.
     */
    private static final int LONG = 500;
    private static final String CURRENT = "java/lang/JprofCurrent";
    private static final String RECORD_TYPE = "L" + Emit.THREAD + ";";
    private static final String THREAD = "java/lang/Thread";
    private static final String THREAD_TYPE = "L" + THREAD + ";";

    private final ClassNode owner;
    private final MethodNode method;
    private final Frames frames;

    Lookup(ClassNode owner, MethodNode method, Frames frames) {
        this.owner = owner;
        this.method = method;
        this.frames = frames;
    }

    /**
     * Writes it.
     *
     * @param emit gets what pushes the record
     * @param size the number of instructions of the method
     * @param all the JDK is woven as well: the thread has its record in a field
     */
    void write(Emit emit, int size, boolean all) {
        if (all || size > LONG || method.name.equals("<clinit>")) {
            emit.statics("thread", "()" + RECORD_TYPE);
            return;
        }
        List<Object> arguments = arguments();
        LabelNode found = new LabelNode();
        calls(emit, THREAD, "currentThread", "()" + THREAD_TYPE);
        compare(emit, arguments, "first", "FIRST", found);
        compare(emit, arguments, "second", "SECOND", found);
        calls(emit, CURRENT, "other", "(" + THREAD_TYPE + ")" + RECORD_TYPE);
        emit.add(found);
        frames.entering(emit, arguments, Emit.THREAD);
    }

    /** Writes what replaces the thread on the stack by its record, if it is the one that has that. */
    private void compare(Emit emit, List<Object> arguments, String thread, String record, LabelNode found) {
        LabelNode other = new LabelNode();
        emit.op(Opcodes.DUP).add(new FieldInsnNode(Opcodes.GETSTATIC, CURRENT, thread, THREAD_TYPE));
        emit.add(new JumpInsnNode(Opcodes.IF_ACMPNE, other)).op(Opcodes.POP);
        emit.add(new FieldInsnNode(Opcodes.GETSTATIC, CURRENT, record, RECORD_TYPE)).jump(found);
        emit.add(other);
        frames.entering(emit, arguments, THREAD);
    }

    private static void calls(Emit emit, String owner, String name, String desc) {
        emit.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, desc, false));
    }

    /** Returns what the method's locals hold when it is entered, as frames name it. */
    private List<Object> arguments() {
        List<Object> types = new ArrayList<>();
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            types.add(method.name.equals("<init>") ? Opcodes.UNINITIALIZED_THIS : owner.name);
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            switch (type.getSort()) {
                case Type.LONG:
                    types.add(Opcodes.LONG);
                    break;
                case Type.DOUBLE:
                    types.add(Opcodes.DOUBLE);
                    break;
                case Type.FLOAT:
                    types.add(Opcodes.FLOAT);
                    break;
                case Type.ARRAY:
                case Type.OBJECT:
                    types.add(type.getInternalName());
                    break;
                default:
                    types.add(Opcodes.INTEGER);
            }
        }
        return types;
    }
}
