package jprof.agent.weave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes class files that javac does not make: each has a method main. */
public final class Made {

    private static final String ODD = "java/lang/IllegalStateException";

    private Made() {
    }

    /** Writes the classes, and the file "mains", into a folder. */
    public static void main(String[] args) throws IOException {
        Path dir = Files.createDirectories(Paths.get(args[0]));
        List<String> mains = new ArrayList<>();
        for (int version : new int[] {Opcodes.V1_1, Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_8, Opcodes.V17}) {
            int major = version & 0xFFFF;
            write(dir, mains, "Appendix" + major, new Appendix(), version);
            write(dir, mains, "Shared" + major, new Shared(), version);
            write(dir, mains, "Start" + major, new Start(), version);
            write(dir, mains, "Prologue" + major, new Handled(), version);
            write(dir, mains, "Dead" + major, new Dead(), version);
            if (major < 50) {
                write(dir, mains, "Subroutine" + major, new Subroutine(), version);
            }
        }
        write(dir, mains, "NoFrames50", new Shared(), -Opcodes.V1_6);
        Files.write(dir.resolve("mains"), mains);
    }

    private static void write(Path dir, List<String> mains, String name, Shape shape, int version) throws IOException {
        boolean frames = version > Opcodes.V1_5 && (version & 0xFFFF) >= 50;
        ClassWriter writer = new ClassWriter(frames ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
        writer.visit(Math.abs(version), Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, "java/lang/Object", null);
        shape.fill(writer, name);
        writer.visitEnd();
        Files.write(dir.resolve(name + ".class"), writer.toByteArray());
        mains.add(name);
    }

    /** Fills a class. */
    private interface Shape {
        void fill(ClassWriter writer, String name);
    }

    private static MethodVisitor method(ClassWriter writer, int access, String name, String desc) {
        MethodVisitor code = writer.visitMethod(access, name, desc, null, null);
        code.visitCode();
        return code;
    }

    private static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Writes main: calls run(0), ... run(5), prints the results, or the exceptions. */
    private static void main(ClassWriter writer, String name) {
        MethodVisitor code = method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "main", "([Ljava/lang/String;)V");
        Label loop = new Label();
        Label end = new Label();
        Label next = new Label();
        Label from = new Label();
        Label to = new Label();
        Label caught = new Label();
        code.visitTryCatchBlock(from, to, caught, "java/lang/RuntimeException");
        code.visitInsn(Opcodes.ICONST_0);
        code.visitVarInsn(Opcodes.ISTORE, 1);
        code.visitLabel(loop);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitIntInsn(Opcodes.BIPUSH, 6);
        code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
        code.visitLabel(from);
        code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, name, "run", "(I)I", false);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(I)V", false);
        code.visitLabel(to);
        code.visitJumpInsn(Opcodes.GOTO, next);
        code.visitLabel(caught);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/Object;)V", false);
        code.visitLabel(next);
        code.visitIincInsn(1, 1);
        code.visitJumpInsn(Opcodes.GOTO, loop);
        code.visitLabel(end);
        code.visitInsn(Opcodes.RETURN);
        end(code);
    }

    /** Writes odd: returns its argument, or throws if it is odd. */
    private static void odd(ClassWriter writer) {
        MethodVisitor code = method(writer, Opcodes.ACC_STATIC, "odd", "(I)I");
        Label even = new Label();
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IAND);
        code.visitJumpInsn(Opcodes.IFEQ, even);
        code.visitTypeInsn(Opcodes.NEW, ODD);
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, ODD, "<init>", "()V", false);
        code.visitInsn(Opcodes.ATHROW);
        code.visitLabel(even);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.IRETURN);
        end(code);
    }

    private static void odd(MethodVisitor code, String name, int local) {
        code.visitVarInsn(Opcodes.ILOAD, local);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, name, "odd", "(I)I", false);
    }

    /** Writes run, which makes an object of the class and returns 1. */
    private static void makes(ClassWriter writer, String name) {
        MethodVisitor code = method(writer, Opcodes.ACC_STATIC, "run", "(I)I");
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "(I)V", false);
        code.visitInsn(Opcodes.POP);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IRETURN);
        end(code);
    }

    private static void delegates(MethodVisitor code, String owner, String desc) {
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", desc, false);
    }

    /** A constructor that calls super() or this(...), by its argument, and goes on behind both in one place. */
    private static final class Appendix implements Shape {

        @Override
        public void fill(ClassWriter writer, String name) {
            main(writer, name);
            odd(writer);
            makes(writer, name);
            MethodVisitor code = method(writer, 0, "<init>", "(I)V");
            Label small = new Label();
            Label end = new Label();
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitInsn(Opcodes.ICONST_2);
            code.visitJumpInsn(Opcodes.IF_ICMPLT, small);
            code.visitVarInsn(Opcodes.ASTORE, 2);
            code.visitVarInsn(Opcodes.ALOAD, 2);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitInsn(Opcodes.ICONST_2);
            code.visitInsn(Opcodes.ISUB);
            odd(code, name, 1);
            code.visitInsn(Opcodes.POP);
            delegates(code, name, "(I)V");
            code.visitJumpInsn(Opcodes.GOTO, end);
            code.visitLabel(small);
            delegates(code, "java/lang/Object", "()V");
            code.visitLabel(end);
            odd(code, name, 1);
            code.visitInsn(Opcodes.POP);
            code.visitInsn(Opcodes.RETURN);
            end(code);
        }
    }

    /** A handler that jumps and the code in front of it enter as well, and that covers itself. */
    private static final class Shared implements Shape {

        @Override
        public void fill(ClassWriter writer, String name) {
            main(writer, name);
            odd(writer);
            MethodVisitor code = method(writer, Opcodes.ACC_STATIC, "run", "(I)I");
            Label from = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.visitTryCatchBlock(from, end, handler, null);
            code.visitLabel(from);
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitJumpInsn(Opcodes.IFEQ, handler);
            code.visitInsn(Opcodes.POP);
            odd(code, name, 0);
            code.visitInsn(Opcodes.POP);
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitLabel(handler);
            code.visitInsn(Opcodes.POP);
            code.visitIincInsn(0, 3);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitIntInsn(Opcodes.BIPUSH, 20);
            Label done = new Label();
            code.visitJumpInsn(Opcodes.IF_ICMPGT, done);
            odd(code, name, 0);
            code.visitInsn(Opcodes.IRETURN);
            code.visitLabel(end);
            code.visitLabel(done);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.IRETURN);
            end(code);
        }
    }

    /** A loop whose head is the first instruction of the method. */
    private static final class Start implements Shape {

        @Override
        public void fill(ClassWriter writer, String name) {
            main(writer, name);
            odd(writer);
            MethodVisitor code = method(writer, Opcodes.ACC_STATIC, "run", "(I)I");
            Label start = new Label();
            code.visitLabel(start);
            code.visitIincInsn(0, 2);
            odd(code, name, 0);
            code.visitIntInsn(Opcodes.BIPUSH, 9);
            code.visitJumpInsn(Opcodes.IF_ICMPLT, start);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.IRETURN);
            end(code);
        }
    }

    /** A constructor with a handler in front of its call of another one. */
    private static final class Handled implements Shape {

        @Override
        public void fill(ClassWriter writer, String name) {
            main(writer, name);
            odd(writer);
            makes(writer, name);
            MethodVisitor code = method(writer, 0, "<init>", "(I)V");
            Label from = new Label();
            Label to = new Label();
            Label handler = new Label();
            Label go = new Label();
            code.visitTryCatchBlock(from, to, handler, ODD);
            code.visitLabel(from);
            odd(code, name, 1);
            code.visitVarInsn(Opcodes.ISTORE, 1);
            code.visitLabel(to);
            code.visitJumpInsn(Opcodes.GOTO, go);
            code.visitLabel(handler);
            code.visitInsn(Opcodes.POP);
            code.visitIincInsn(1, 2);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitInsn(Opcodes.ICONST_5);
            code.visitJumpInsn(Opcodes.IF_ICMPNE, go);
            odd(code, name, 1);
            code.visitVarInsn(Opcodes.ISTORE, 1);
            code.visitLabel(go);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            odd(code, name, 1);
            code.visitInsn(Opcodes.POP);
            delegates(code, "java/lang/Object", "()V");
            odd(code, name, 1);
            code.visitInsn(Opcodes.POP);
            code.visitInsn(Opcodes.RETURN);
            end(code);
        }
    }

    /** Code that nothing reaches, and objects whose constructor is called behind a condition. */
    private static final class Dead implements Shape {

        @Override
        public void fill(ClassWriter writer, String name) {
            main(writer, name);
            odd(writer);
            MethodVisitor code = method(writer, Opcodes.ACC_STATIC, "run", "(I)I");
            Label over = new Label();
            Label other = new Label();
            Label both = new Label();
            code.visitJumpInsn(Opcodes.GOTO, over);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.IRETURN);
            code.visitLabel(over);
            code.visitTypeInsn(Opcodes.NEW, "java/lang/Integer");
            code.visitInsn(Opcodes.DUP);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.ICONST_3);
            code.visitJumpInsn(Opcodes.IF_ICMPGT, other);
            odd(code, name, 0);
            code.visitJumpInsn(Opcodes.GOTO, both);
            code.visitLabel(other);
            code.visitIntInsn(Opcodes.SIPUSH, 300);
            code.visitLabel(both);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Integer", "<init>", "(I)V", false);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Integer", "intValue", "()I", false);
            code.visitInsn(Opcodes.IRETURN);
            end(code);
        }
    }

    /** A subroutine that is called from two places, once in a handler. */
    private static final class Subroutine implements Shape {

        @Override
        public void fill(ClassWriter writer, String name) {
            main(writer, name);
            odd(writer);
            MethodVisitor code = method(writer, Opcodes.ACC_STATIC, "run", "(I)I");
            Label from = new Label();
            Label to = new Label();
            Label handler = new Label();
            Label sub = new Label();
            code.visitTryCatchBlock(from, to, handler, null);
            code.visitLabel(from);
            odd(code, name, 0);
            code.visitInsn(Opcodes.POP);
            code.visitJumpInsn(Opcodes.JSR, sub);
            code.visitLabel(to);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.IRETURN);
            code.visitLabel(handler);
            code.visitVarInsn(Opcodes.ASTORE, 2);
            code.visitJumpInsn(Opcodes.JSR, sub);
            code.visitVarInsn(Opcodes.ALOAD, 2);
            code.visitInsn(Opcodes.ATHROW);
            code.visitLabel(sub);
            code.visitVarInsn(Opcodes.ASTORE, 3);
            code.visitIincInsn(0, 1);
            Label small = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.ICONST_4);
            code.visitJumpInsn(Opcodes.IF_ICMPNE, small);
            code.visitIincInsn(0, 1);
            odd(code, name, 0);
            code.visitInsn(Opcodes.POP);
            code.visitLabel(small);
            code.visitVarInsn(Opcodes.RET, 3);
            end(code);
        }
    }
}
