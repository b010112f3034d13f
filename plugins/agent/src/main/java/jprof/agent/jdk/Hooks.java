package jprof.agent.jdk;

import jprof.agent.weave.Inlining;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Adds more than counters to classes of java.base: a field for the record of a thread, and calls of the runtime where
 * threads end and hidden classes are defined. A JDK that lacks one of the places has a loss: {@link #missing()}.
 */
final class Hooks {

    /** The field of java.lang.Thread. */
    static final String FIELD = "jprof$cx";

    private static final int API = Opcodes.ASM9;
    private static final String RUNTIME = "java/lang/Jprof";
    private static final String RECORD_TYPE = "Ljava/lang/JprofThread;";
    private static final String CURRENT = "java/lang/JprofCurrent"; // finds the record of a thread
    private static final String PATCHED = "java/lang/JprofPatched"; // the class that replaces it
    private static final String ACCESS = "java/lang/JprofField"; // calls that become accesses
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final String CONTINUATION = "jdk/internal/vm/Continuation";
    private static final String REFLECTION = "jdk/internal/reflect/Reflection";
    private static final String REGISTER = "registerFieldsToFilter";
    private static final String REGISTER_ARRAY = "(Ljava/lang/Class;[Ljava/lang/String;)V";
    private static final String PATCHER = "jdk/internal/module/ModulePatcher";
    private static final String DEFINE_HIDDEN = "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[B"
            + "Ljava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;";

    private boolean filters;
    /** Reflection takes an array of names that it hides, as before Java 12, and not a set. */
    private boolean arrays;
    private boolean ends;
    private boolean hides;
    /** Native methods keep virtual threads on their carriers; others would be recorded. */
    private boolean pins;
    private boolean starts;

    /**
     * Adds what a class needs.
     *
     * @param name its name with slashes
     * @param code the woven class file
     * @return the class file to load
     */
    byte[] apply(String name, byte[] code) {
        if (name.equals(CONTINUATION) || name.equals(REFLECTION)) {
            new ClassReader(code).accept(looking(), ClassReader.SKIP_CODE);
        }
        if (name.equals(Children.STARTS)) {
            byte[] changed = Children.apply(code);
            starts |= changed != code;
            return changed;
        }
        boolean implementsAccess = name.startsWith("java/lang/System$");
        if (!name.equals(THREAD) && !name.equals(VIRTUAL) && !name.equals(REFLECTION) && !name.equals(PATCHER)
                && !implementsAccess) {
            return code;
        }
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(API, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String desc, String signature,
                    String[] thrown) {
                MethodVisitor next = super.visitMethod(access, method, desc, signature, thrown);
                if ((name.equals(THREAD) && method.equals("exit") && desc.equals("()V"))
                        || (name.equals(VIRTUAL) && method.equals("run") && desc.equals("(Ljava/lang/Runnable;)V"))) {
                    ends |= name.equals(THREAD);
                    return ending(next);
                }
                if (name.equals(REFLECTION) && method.equals("<clinit>")) {
                    return filtering(next);
                }
                if (name.equals(PATCHER) && method.equals("patchIfNeeded")) {
                    return asItIs(next);
                }
                if (implementsAccess && desc.equals(DEFINE_HIDDEN)) {
                    hides = true;
                    return hiding(next);
                }
                return next;
            }

            @Override
            public void visitEnd() {
                if (name.equals(THREAD)) {
                    visitField(Opcodes.ACC_TRANSIENT, FIELD, RECORD_TYPE, null, null).visitEnd();
                }
                super.visitEnd();
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Looks for what keeps virtual threads on their carriers, and for how reflection gets names that it hides. */
    private ClassVisitor looking() {
        return new ClassVisitor(API) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String desc, String signature,
                    String[] thrown) {
                int wanted = Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE;
                pins |= method.equals("pin") && desc.equals("()V") && (access & wanted) == wanted;
                arrays |= method.equals(REGISTER) && desc.equals(REGISTER_ARRAY);
                return null;
            }
        };
    }

    /** The places that this JDK lacks, each as a reason of a loss; null where it lacks none. */
    String missing() {
        String missing = "";
        if (!ends) {
            missing += ", the end of threads";
        }
        if (!filters) {
            missing += ", the filter of reflection";
        }
        if (!hides) {
            missing += ", where hidden classes are defined";
        }
        if (!starts) {
            missing += ", where processes start";
        }
        return missing.isEmpty() ? null : "not found in this JDK: " + missing.substring(2);
    }

    /** Has the runtime know that a thread ends. */
    private static MethodVisitor ending(MethodVisitor next) {
        return new MethodVisitor(API, next) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.RETURN) {
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, RUNTIME, "ended", "(L" + THREAD + ";)V", false);
                }
                super.visitInsn(opcode);
            }
        };
    }

    /** Hides the field from reflection, as the JDK hides some of its own. */
    private MethodVisitor filtering(MethodVisitor next) {
        return new MethodVisitor(API, next) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.RETURN) {
                    filters = true;
                    super.visitLdcInsn(Type.getObjectType(THREAD));
                    if (arrays) {
                        super.visitInsn(Opcodes.ICONST_1);
                        super.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/String");
                        super.visitInsn(Opcodes.DUP);
                        super.visitInsn(Opcodes.ICONST_0);
                        super.visitLdcInsn(FIELD);
                        super.visitInsn(Opcodes.AASTORE);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, REFLECTION, REGISTER, REGISTER_ARRAY, false);
                    } else {
                        super.visitLdcInsn(FIELD);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/Set", "of",
                                "(Ljava/lang/Object;)Ljava/util/Set;", true);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, REFLECTION, REGISTER,
                                "(Ljava/lang/Class;Ljava/util/Set;)V", false);
                    }
                }
                super.visitInsn(opcode);
            }
        };
    }

    /**
     * Keeps the JDK from listing the packages of our jar, which are those of java.base: that takes half of the time
     * that a JVM needs to boot. Resources of java.base are those of the JDK then, as they are without us.
     */
    private static MethodVisitor asItIs(MethodVisitor next) {
        return new MethodVisitor(API, next) {
            @Override
            public void visitCode() {
                super.visitCode();
                Label other = new Label();
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/module/ModuleReference", "descriptor",
                        "()Ljava/lang/module/ModuleDescriptor;", false);
                super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/module/ModuleDescriptor", "name",
                        "()Ljava/lang/String;", false);
                super.visitLdcInsn("java.base");
                super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z",
                        false);
                super.visitJumpInsn(Opcodes.IFEQ, other);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                super.visitInsn(Opcodes.ARETURN);
                super.visitLabel(other);
                super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
        };
    }

    /** Lets the runtime weave a hidden class: no transformer sees those. */
    private static MethodVisitor hiding(MethodVisitor next) {
        return new MethodVisitor(API, next) {
            @Override
            public void visitCode() {
                super.visitCode();
                for (int parameter = 1; parameter <= 4; parameter++) {
                    super.visitVarInsn(Opcodes.ALOAD, parameter);
                }
                super.visitMethodInsn(Opcodes.INVOKESTATIC, RUNTIME, "hidden",
                        "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[B)[B", false);
                super.visitVarInsn(Opcodes.ASTORE, 4);
            }
        };
    }

    /**
     * Makes a class of the runtime use the field.
     *
     * @param name its name with slashes
     * @param code its class file, which serves JVMs without the field
     * @return the class file to load; null for none
     */
    byte[] runtime(String name, byte[] code) {
        if (name.equals(ACCESS) || name.equals(CURRENT)) {
            return null;
        }
        return Inlining.annotated(name.equals(PATCHED) ? current(code) : code);
    }

    /** The name of a class of the runtime in java.base. */
    static String runtimeName(String name) {
        return name.equals(PATCHED) ? CURRENT : name;
    }

    /** Turns JprofPatched into JprofCurrent. */
    private byte[] current(byte[] code) {
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(API, writer) {
            @Override
            public void visit(int version, int access, String name, String signature, String parent,
                    String[] interfaces) {
                super.visit(version, access, CURRENT, signature, parent, interfaces);
            }

            @Override
            public FieldVisitor visitField(int access, String field, String desc, String signature, Object value) {
                FieldVisitor next = super.visitField(access, field, desc, signature, value);
                if (field.equals("on")) {
                    next.visitAnnotation("Ljdk/internal/vm/annotation/Stable;", true).visitEnd();
                }
                return next;
            }

            @Override
            public MethodVisitor visitMethod(int access, String method, String desc, String signature,
                    String[] thrown) {
                return accessing(super.visitMethod(access, method, desc, signature, thrown));
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Replaces calls of JprofField by what they mean, and the name of the class. */
    private MethodVisitor accessing(MethodVisitor next) {
        return new MethodVisitor(API, next) {
            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String desc) {
                super.visitFieldInsn(opcode, owner.equals(PATCHED) ? CURRENT : owner, name, desc);
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean onInterface) {
                if (owner.equals(ACCESS) && desc.equals("()V")) {
                    if (pins) {
                        super.visitMethodInsn(opcode, CONTINUATION, name, desc, false);
                    }
                } else if (owner.equals(ACCESS)) {
                    int access = name.equals("get") ? Opcodes.GETFIELD : Opcodes.PUTFIELD;
                    super.visitFieldInsn(access, THREAD, FIELD, RECORD_TYPE);
                } else {
                    super.visitMethodInsn(opcode, owner.equals(PATCHED) ? CURRENT : owner, name, desc, onInterface);
                }
            }
        };
    }
}
