package jprof.agent.weave;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Separates instructions that may run other methods from those that cannot. */
final class Calls {

    private Calls() {
    }

    /**
     * Says whether an instruction may run a method that is recorded: a call, or the initialiser of another class. Class
     * loaders that load a class because of the instruction are ignored.
     */
    static boolean calls(AbstractInsnNode insn, ClassNode owner) {
        switch (insn.getOpcode()) {
            case Opcodes.INVOKEDYNAMIC:
                return true;
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKESPECIAL:
            case Opcodes.INVOKESTATIC:
            case Opcodes.INVOKEINTERFACE:
                return !innocent((MethodInsnNode) insn);
            case Opcodes.NEW:
                return !((TypeInsnNode) insn).desc.equals(owner.name);
            case Opcodes.GETSTATIC:
            case Opcodes.PUTSTATIC:
                return !declared((FieldInsnNode) insn, owner);
            case Opcodes.LDC:
                Object constant = ((LdcInsnNode) insn).cst;
                return constant instanceof ConstantDynamic || constant instanceof Handle
                        || constant instanceof Type && ((Type) constant).getSort() == Type.METHOD;
            default:
                return false;
        }
    }

    /** Reports whether a call is to a native that calls nothing, or to the constructor of Object. */
    private static boolean innocent(MethodInsnNode call) {
        boolean trivial = call.name.equals("<init>") || call.name.equals("getClass");
        return copies(call) || clones(call) || trivial && call.owner.equals("java/lang/Object");
    }

    /** Says whether a call is that of System.arraycopy. */
    static boolean copies(AbstractInsnNode insn) {
        if (insn.getOpcode() != Opcodes.INVOKESTATIC) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) insn;
        return call.name.equals("arraycopy") && call.owner.equals("java/lang/System")
                && call.desc.equals("(Ljava/lang/Object;ILjava/lang/Object;II)V");
    }

    /** Says whether a call clones an array. */
    static boolean clones(AbstractInsnNode insn) {
        if (insn.getOpcode() != Opcodes.INVOKEVIRTUAL) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) insn;
        return call.owner.charAt(0) == '[' && call.name.equals("clone");
    }

    /** Says whether a call ends the JVM at once: hooks do not run. */
    static boolean halts(AbstractInsnNode insn) {
        if (insn.getOpcode() != Opcodes.INVOKEVIRTUAL) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) insn;
        return call.owner.equals("java/lang/Runtime") && call.name.equals("halt");
    }

    /** Says whether a native makes an object whose class the call does not name. */
    static boolean makes(AbstractInsnNode insn, boolean all) {
        if (!(insn instanceof MethodInsnNode)) {
            return false;
        }
        MethodInsnNode call = (MethodInsnNode) insn;
        switch (call.name) {
            case "clone":
                return call.getOpcode() == Opcodes.INVOKESPECIAL && call.owner.equals("java/lang/Object");
            case "newArray":
            case "multiNewArray":
                return all && call.owner.equals("java/lang/reflect/Array");
            case "allocateInstance":
                return all && call.owner.equals("jdk/internal/misc/Unsafe");
            case "newInstance0":
                return all && call.owner.startsWith("jdk/internal/reflect/") && call.owner.contains("Native");
            default:
                return false;
        }
    }

    private static boolean declared(FieldInsnNode access, ClassNode owner) {
        if (!access.owner.equals(owner.name)) {
            return false;
        }
        for (FieldNode field : owner.fields) {
            if (field.name.equals(access.name) && field.desc.equals(access.desc)) {
                return true;
            }
        }
        return false;
    }
}
