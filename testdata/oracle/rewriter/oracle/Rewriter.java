package oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Counts at each line number entry of a class: the call stands before the first instruction of the
 * entry, behind its stack map frame, so that jumps to the entry are counted. Before NEW it would
 * stand between the instruction and the label by which frames refer to it: there it follows. Control
 * flow and frames stay as they are.
 */
public final class Rewriter implements BiFunction<String, byte[], byte[]> {
  private final ToIntFunction<String> ids;

  /** ids gives an entry, its name in the format of the agent, a counter. */
  public Rewriter(ToIntFunction<String> ids) {
    this.ids = ids;
  }

  @Override
  public byte[] apply(String name, byte[] bytes) {
    ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(bytes).accept(new Lines(name, w), 0);
    return w.toByteArray();
  }

  private final class Lines extends ClassVisitor {
    private final String name;
    private String file;

    Lines(String name, ClassVisitor next) {
      super(Opcodes.ASM9, next);
      this.name = name;
      file = name;
    }

    @Override
    public void visitSource(String source, String debug) {
      super.visitSource(source, debug);
      if (source != null) {
        file = name.substring(0, name.lastIndexOf('/') + 1) + source;
      }
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
      return new Entries(file + "\t" + name + "." + method + descriptor + "\t", next);
    }
  }

  private final class Entries extends MethodVisitor {
    private final String method;
    private final Map<Integer, Integer> seen = new HashMap<>();
    private int line = -1; // of an entry whose first instruction comes next

    Entries(String method, MethodVisitor next) {
      super(Opcodes.ASM9, next);
      this.method = method;
    }

    @Override
    public void visitLineNumber(int line, Label start) {
      hit();
      super.visitLineNumber(line, start);
      this.line = line;
    }

    private void hit() {
      if (line < 0) {
        return;
      }
      int id = ids.applyAsInt(method + line + "\t" + seen.merge(line, 1, Integer::sum));
      line = -1;
      super.visitLdcInsn(id);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/LineOracleHits", "hit", "(I)V", false);
    }

    @Override
    public void visitInsn(int opcode) {
      hit();
      super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      hit();
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      hit();
      super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode != Opcodes.NEW) {
        hit();
      }
      super.visitTypeInsn(opcode, type);
      hit();
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      hit();
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
      hit();
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
      hit();
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      hit();
      super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
      hit();
      super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
      hit();
      super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
      hit();
      super.visitTableSwitchInsn(min, max, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
      hit();
      super.visitLookupSwitchInsn(other, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      hit();
      super.visitMultiANewArrayInsn(descriptor, dimensions);
    }
  }
}
