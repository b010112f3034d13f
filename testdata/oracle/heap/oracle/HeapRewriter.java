package oracle;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Calls {@link Heap} at entries, exits and writes of the methods of a class. */
final class HeapRewriter {
  private static final String HEAP = "oracle/Heap";
  private static final String TO_OBJECT = "(Ljava/lang/Object;)V";

  private HeapRewriter() {
  }

  static byte[] rewrite(String name, byte[] bytes) {
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(bytes).accept(new ClassVisitor(Opcodes.ASM9, w) {
      @Override
      public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] e) {
        MethodVisitor next = super.visitMethod(access, method, descriptor, signature, e);
        int id = Heap.method(name.replace('/', '.') + "." + method + descriptor);
        return new Watched(next, id, (access & Opcodes.ACC_STATIC) == 0, descriptor);
      }
    }, ClassReader.SKIP_FRAMES);
    return w.toByteArray();
  }

  private static final class Watched extends MethodVisitor {
    private final int id;
    private final boolean receiver;
    private final String descriptor;
    private final Label start = new Label();

    Watched(MethodVisitor next, int id, boolean receiver, String descriptor) {
      super(Opcodes.ASM9, next);
      this.id = id;
      this.receiver = receiver;
      this.descriptor = descriptor;
    }

    private void heap(String hook, String of) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, HEAP, hook, of, false);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitLdcInsn(id);
      heap("enter", "(I)V");
      int at = 0;
      if (receiver) {
        super.visitVarInsn(Opcodes.ALOAD, at++);
        heap("operand", TO_OBJECT);
      }
      for (Type t : Type.getArgumentTypes(descriptor)) {
        if (t.getSort() >= Type.ARRAY) {
          super.visitVarInsn(Opcodes.ALOAD, at);
          heap("operand", TO_OBJECT);
        }
        at += t.getSize();
      }
      super.visitLabel(start);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      Label handler = new Label();
      super.visitLabel(handler);
      super.visitTryCatchBlock(start, handler, handler, null); // behind those of the program
      super.visitInsn(Opcodes.DUP);
      heap("thrown", TO_OBJECT);
      super.visitInsn(Opcodes.ATHROW);
      super.visitMaxs(stack, locals);
    }

    @Override
    public void visitInsn(int op) {
      if (op == Opcodes.ARETURN) {
        super.visitInsn(Opcodes.DUP);
        heap("returned", TO_OBJECT);
      } else if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
        super.visitInsn(Opcodes.ACONST_NULL);
        heap("returned", TO_OBJECT);
      } else if (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE) {
        String array = new String[] {"[I", "[J", "[F", "[D", "[Ljava/lang/Object;", "Ljava/lang/Object;", "[C",
            "[S"}[op - Opcodes.IASTORE];
        String value = new String[] {"I", "J", "F", "D", "Ljava/lang/Object;", "I", "C", "S"}[op - Opcodes.IASTORE];
        heap("store", "(" + array + "I" + value + ")V");
        return;
      }
      super.visitInsn(op);
    }

    @Override
    public void visitFieldInsn(int op, String owner, String name, String of) {
      boolean wide = Type.getType(of).getSize() == 2;
      if (op == Opcodes.PUTFIELD && wide) {
        super.visitInsn(Opcodes.DUP2_X1);
        super.visitInsn(Opcodes.POP2);
        super.visitInsn(Opcodes.DUP_X2);
        heap("wrote", TO_OBJECT);
      } else if (op == Opcodes.PUTFIELD) {
        super.visitInsn(Opcodes.DUP2);
        super.visitInsn(Opcodes.POP);
        heap("wrote", TO_OBJECT);
      }
      super.visitFieldInsn(op, owner, name, of);
      if (op == Opcodes.PUTSTATIC) {
        super.visitLdcInsn(Type.getObjectType(owner));
        heap("wroteStatic", "(Ljava/lang/Class;)V");
      }
    }

    @Override
    public void visitTypeInsn(int op, String type) {
      super.visitTypeInsn(op, type);
      if (op == Opcodes.NEW || op == Opcodes.ANEWARRAY) {
        super.visitInsn(Opcodes.DUP);
        heap("made", TO_OBJECT);
      }
    }

    @Override
    public void visitIntInsn(int op, int operand) {
      super.visitIntInsn(op, operand);
      if (op == Opcodes.NEWARRAY) {
        super.visitInsn(Opcodes.DUP);
        heap("made", TO_OBJECT);
      }
    }

    @Override
    public void visitMultiANewArrayInsn(String type, int dimensions) {
      super.visitMultiANewArrayInsn(type, dimensions);
      super.visitInsn(Opcodes.DUP);
      super.visitLdcInsn(dimensions);
      heap("madeAll", "(Ljava/lang/Object;I)V");
    }

    @Override
    public void visitMethodInsn(int op, String owner, String name, String of, boolean isInterface) {
      if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
        heap(name, of);
        return;
      }
      if (owner.equals("java/io/OutputStream") && name.equals("write") && of.equals("([B)V")) {
        super.visitInsn(Opcodes.DUP);
        heap("output", TO_OBJECT);
      }
      super.visitMethodInsn(op, owner, name, of, isInterface);
      boolean cloned = name.equals("clone") && of.equals("()Ljava/lang/Object;")
          && (owner.startsWith("[") || owner.equals("java/lang/Object"));
      if (of.endsWith(";") || Type.getReturnType(of).getSort() == Type.ARRAY) {
        super.visitInsn(Opcodes.DUP);
        heap(cloned ? "cloned" : "seen", TO_OBJECT);
      }
    }
  }
}
