package jprof.agent.record;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import jprof.agent.runtime.JprofReached;
import jprof.agent.weave.Exclusions;

/**
 * The classes of the program, with their methods and the days on which these ran first. Each class file gets a call at
 * the start of its methods; where it is changed again, only the methods that did not run have one.
 */
final class ReachedClasses implements ClassFileTransformer {

    private static final String RUNTIME = "java/lang/JprofReached";

    private final Settings settings;
    private final OtherAgents others;
    /** The classes in the order of their loading, and those of each class loader by name, with slashes. */
    private final List<Type> all = new ArrayList<>();
    private final Map<ClassLoader, Map<String, Type>> byLoader = new WeakHashMap<>();
    /** The same by name and hash: web applications load the same class many times. */
    private final Map<String, Type> byHash = new HashMap<>();
    /** The classes that were not changed, and why, as records. */
    private final List<Bytes> losses = new ArrayList<>();
    /** The first number of a method, and the next one. */
    private final int first;
    /** The days on which methods ran first, since 1970; 0 for those that did not. */
    private int[] days = new int[1 << 10];
    /** The number of methods that ran, as of the last look. */
    private int ran;
    private volatile boolean stopped;

    /**
     * Makes the list.
     *
     * @param settings which classes it has
     * @throws IOException if the agent's jar cannot be found
     * @throws ReflectiveOperationException never
     */
    ReachedClasses(Settings settings) throws IOException, ReflectiveOperationException {
        this.settings = settings;
        others = new OtherAgents(Inject.jar());
        synchronized (JprofReached.RAN) {
            if (JprofReached.next > JprofReached.MOST / 2) {
                JprofReached.next = 0; // recordings with these numbers have ended long ago
                Arrays.fill(JprofReached.RAN, (byte) 0);
            }
            first = JprofReached.next;
        }
    }

    /** A class. */
    private static final class Type {

        /** With slashes. */
        final String name;
        final int loader;
        final String place;
        final byte[] hash;
        String source = "";
        final List<Method> methods = new ArrayList<>();
        /** The methods by name and descriptor. */
        final Map<String, Method> byKey = new HashMap<>();

        Type(String name, int loader, String place, byte[] hash) {
            this.name = name;
            this.loader = loader;
            this.place = place;
            this.hash = hash;
        }
    }

    /** A method. */
    private static final class Method {

        final int access;
        final String name;
        final String desc;
        /** Its number, -1 beyond {@link JprofReached#MOST}. */
        final int number;
        int firstLine;
        int lastLine;
        /** The code has the call. */
        boolean woven;

        Method(int access, String name, String desc, int number) {
            this.access = access;
            this.name = name;
            this.desc = desc;
            this.number = number;
        }

        boolean ran() {
            return number >= 0 && JprofReached.RAN[number] != 0;
        }
    }

    /** Reports whether a class belongs to the program. */
    boolean takes(ClassLoader loader, String name, ProtectionDomain domain) {
        return !Origin.ofPlatform(loader, domain) && loader != getClass().getClassLoader() && !Origin.generated(name)
                && Exclusions.reason(name) == null && settings.includes(name.replace('/', '.'))
                && (settings.names(name) || others.jarOf(loader, name, domain) == null);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] code) {
        try {
            return stopped || name == null || !takes(loader, name, domain) ? null
                    : change(loader, name, redefined != null, domain, code);
        } catch (Throwable e) {
            lost(name.replace('/', '.'), "it could not be changed: " + e);
            return null;
        }
    }

    private synchronized byte[] change(ClassLoader loader, String name, boolean loaded, ProtectionDomain domain,
            byte[] code) throws NoSuchAlgorithmException {
        Map<String, Type> types = byLoader.get(loader);
        if (types == null) {
            types = new HashMap<>();
            byLoader.put(loader, types);
        }
        ClassReader reader = new ClassReader(code);
        Type type = loaded ? types.get(name) : null;
        if (type == null) {
            // The JVM makes a class file of a class that was loaded before: it is not the one that was loaded.
            byte[] hash = loaded ? new byte[0] : MessageDigest.getInstance("SHA-256").digest(code);
            URL place = Origin.place(domain);
            String from = place == null ? "" : place.toString();
            String key = name + " " + from + " " + Arrays.toString(hash);
            type = byHash.get(key);
            if (type == null) {
                type = new Type(name, Origin.kind(loader), from, hash);
                all.add(type);
                byHash.put(key, type);
            }
            types.put(name, type);
        }
        return change(reader, type);
    }

    private byte[] change(ClassReader reader, Type type) {
        Changer changer = new Changer(type, new ClassWriter(reader, 0));
        reader.accept(changer, 0);
        return changer.changed ? changer.writer.toByteArray() : null;
    }

    /**
     * Changes a class of the agent, and forgets it: so all that is needed for that is loaded.
     *
     * @throws IOException if the agent's jar cannot be read
     */
    synchronized void warm() throws IOException {
        ClassReader reader = new ClassReader(Inject.read("jprof/agents/Integrate"));
        change(reader, new Type("", 0, "", new byte[0]));
    }

    /** Puts the calls into a class. The caller has the lock. */
    private final class Changer extends ClassVisitor {

        private final Type type;
        private final ClassWriter writer;
        private boolean changed;

        Changer(Type type, ClassWriter writer) {
            super(Opcodes.ASM9, writer);
            this.type = type;
            this.writer = writer;
        }

        @Override
        public void visitSource(String source, String debug) {
            super.visitSource(source, debug);
            type.source = source == null ? "" : source;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] throwing) {
            MethodVisitor to = super.visitMethod(access, name, desc, signature, throwing);
            if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                return to;
            }
            Method known = type.byKey.get(name + desc);
            final boolean begins = known == null;
            if (begins) {
                known = new Method(access, name, desc, number());
                type.methods.add(known);
                type.byKey.put(name + desc, known);
            }
            final Method method = known;
            method.woven = method.number >= 0 && !method.ran();
            changed |= method.woven;
            if (!method.woven && !begins) {
                return to;
            }
            return new MethodVisitor(Opcodes.ASM9, to) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    if (method.woven) {
                        super.visitLdcInsn(method.number);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, RUNTIME, "ran", "(I)V", false);
                    }
                }

                @Override
                public void visitLineNumber(int line, Label start) {
                    super.visitLineNumber(line, start);
                    method.firstLine = method.firstLine == 0 ? line : method.firstLine;
                    method.lastLine = Math.max(method.lastLine, line);
                }

                @Override
                public void visitMaxs(int stack, int locals) {
                    super.visitMaxs(Math.max(stack, 1), locals);
                }
            };
        }
    }

    private int number() {
        synchronized (JprofReached.RAN) {
            if (JprofReached.next < JprofReached.MOST) {
                return JprofReached.next++;
            }
        }
        lost("", "there are more methods than can be noted: " + JprofReached.MOST);
        return -1;
    }

    /**
     * Notes that a class is not changed.
     *
     * @param name its name with dots
     * @param reason why
     */
    synchronized void lost(String name, String reason) {
        Bytes loss = new Bytes();
        loss.u8('L');
        loss.text(name);
        loss.text(reason);
        losses.add(loss);
    }

    /** Notes the methods that run now: threads have entered them before the class was changed. */
    synchronized void running() {
        Map<String, List<Type>> byName = new HashMap<>();
        for (Type type : all) {
            String name = type.name.replace('/', '.');
            if (!byName.containsKey(name)) {
                byName.put(name, new ArrayList<Type>());
            }
            byName.get(name).add(type);
        }
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            for (StackTraceElement frame : stack) {
                List<Type> types = byName.get(frame.getClassName());
                for (int i = 0; types != null && i < types.size(); i++) {
                    running(types.get(i), frame);
                }
            }
        }
    }

    private static void running(Type type, StackTraceElement frame) {
        int line = frame.getLineNumber();
        for (Method m : type.methods) {
            if (m.number >= 0 && m.name.equals(frame.getMethodName())
                    && m.firstLine <= line && line <= m.lastLine) {
                JprofReached.RAN[m.number] = 1;
            }
        }
    }

    private Type find(Class<?> type) {
        Map<String, Type> types = byLoader.get(type.getClassLoader());
        return types == null ? null : types.get(type.getName().replace('.', '/'));
    }

    /** Reports whether the code of a class has calls. */
    synchronized boolean changed(Class<?> type) {
        return has(find(type), false);
    }

    /** Reports whether the code of a class has calls of methods that ran. */
    synchronized boolean finished(Class<?> type) {
        return has(find(type), true);
    }

    private static boolean has(Type type, boolean ran) {
        for (int i = 0; type != null && i < type.methods.size(); i++) {
            Method m = type.methods.get(i);
            if (m.woven && (!ran || m.ran())) {
                return true;
            }
        }
        return false;
    }

    /** Has no class be changed from now on. */
    void stop() {
        stopped = true;
    }

    /**
     * Looks which methods ran, and notes the day.
     *
     * @return a number that grows with each of them, and with each class
     */
    synchronized int look() {
        int next = JprofReached.next - first;
        if (days.length < next) {
            days = Arrays.copyOf(days, Math.max(next, 2 * days.length));
        }
        int today = (int) TimeUnit.MILLISECONDS.toDays(System.currentTimeMillis());
        for (int i = 0; i < next; i++) {
            if (days[i] == 0 && JprofReached.RAN[first + i] != 0) {
                days[i] = today;
                ran++;
            }
        }
        return ran + next + losses.size();
    }

    /**
     * Writes the classes, as of the last look.
     *
     * @param to where to
     * @throws IOException if they cannot be written
     */
    synchronized void write(RecordFile to) throws IOException {
        for (Type type : all) {
            Bytes item = new Bytes();
            item.u8('C');
            item.u8(type.loader);
            item.text(type.name.replace('/', '.'));
            item.text(type.source);
            item.text(type.place);
            item.number(type.hash.length);
            item.raw(type.hash, type.hash.length);
            for (Method m : type.methods) {
                item.number(m.access & 0xFFFF);
                item.text(m.name);
                item.text(m.desc);
                item.number(m.firstLine);
                int at = m.number - first;
                item.number(m.number < 0 || at >= days.length ? 0 : days[at]);
            }
            to.item(item);
        }
        for (Bytes loss : losses) {
            to.item(loss);
        }
    }
}
