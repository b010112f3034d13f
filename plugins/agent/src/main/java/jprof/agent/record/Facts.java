package jprof.agent.record;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jprof.agent.runtime.JprofFacts;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofRare;
import jprof.agent.weave.Woven;
import jprof.agent.weave.WovenMethod;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The numbers of contexts for agents of users. Each block has a slot then, so all numbers are sums over blocks, less
 * the cuts by exceptions. jprof's own files are read by Go (internal/java/flow): this is for while the program runs.
 */
final class Facts implements JprofFacts {

    /** The kinds of slots, see the Go package internal/format/contexts. */
    private static final int BLOCK = 1;
    private static final int ELEMENTS = 4;
    private static final int CLONED = 9;
    /** Basic types by the operand of newarray, from 4 on. */
    private static final String BASIC = "ZCFDBSIJ";
    private static final String[] ROOT = {"", "", ""};

    private final ConcurrentHashMap<Integer, Method> methods = new ConcurrentHashMap<>();

    /**
     * Adds the methods of a class.
     *
     * @param owner its name with dots
     * @param original its class file
     * @param woven what became of it
     * @param first the ID of its first method
     */
    void add(String owner, byte[] original, Woven woven, int first) {
        ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        HashMap<String, MethodNode> byName = new HashMap<>();
        for (MethodNode m : node.methods) {
            byName.put(m.name + m.desc, m);
        }
        for (int i = 0; i < woven.methods.size(); i++) {
            WovenMethod m = woven.methods.get(i);
            methods.put(first + i, new Method(owner, m, byName.get(m.name + m.desc)));
        }
    }

    @Override
    public String[] method(int method) {
        Method m = methods.get(method);
        return m == null ? ROOT : m.names;
    }

    @Override
    public long bytecodes(JprofNode n) {
        return sum(n, null, (char) 0, true);
    }

    @Override
    public Iterable<String> types(JprofNode n) {
        Set<String> types = new LinkedHashSet<>();
        Method m = methods.get(n.method);
        if (m != null) {
            for (String type : m.made) {
                if (type != null && objects(n, type) > 0) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    @Override
    public long objects(JprofNode n, String type) {
        return sum(n, type, (char) 0, false);
    }

    @Override
    public long arrays(JprofNode n, char letter, boolean elements) {
        Method m = methods.get(n.method);
        if (m == null || n.slots == null) {
            return 0;
        }
        long sum = elements ? 0 : sum(n, null, letter, false);
        for (int i = 0; i < m.kind.length; i++) {
            // Each element of a dimension but the last one is an array of the next one.
            int dimension = elements ? m.b[i] : m.b[i] + 1;
            boolean counts = m.kind[i] == ELEMENTS && dimension < m.dims[m.a[i]] || m.kind[i] == CLONED && elements;
            if (counts && m.letter(m.a[i], dimension) == letter) {
                sum += n.slots[i];
            }
        }
        return sum;
    }

    /** Adds up what the instructions of executed blocks did: all of them, those that make a type, or arrays. */
    private long sum(JprofNode n, String type, char letter, boolean all) {
        Method m = methods.get(n.method);
        if (m == null || n.slots == null) {
            return 0;
        }
        long sum = 0;
        for (int i = 0; i < m.kind.length; i++) {
            if (m.kind[i] == BLOCK && n.slots[i] != 0) {
                sum += n.slots[i] * m.count(m.a[i], m.end(m.a[i]), type, letter, all);
            }
        }
        JprofRare rare = n.rare;
        long[] cuts = rare == null ? new long[0] : rare.cuts;
        for (int i = 0; i < cuts.length && i < m.points.length; i++) {
            if (cuts[i] != 0) {
                // The instruction itself was executed, but has made no array.
                int from = m.points[i] + (letter == 0 ? 1 : 0);
                sum -= cuts[i] * m.count(from, m.end(m.points[i]), type, letter, all);
            }
        }
        return sum;
    }

    /** The facts about a method. */
    private static final class Method {

        private final String[] names;
        private final int[] kind;
        private final int[] a;
        private final int[] b;
        private final int[] points;
        /** The first instructions of blocks, in order, and the number of instructions. */
        private final int[] starts;
        /** For each instruction the class of the object that it makes, or null. */
        private final String[] made;
        /** For each instruction the type of the elements of its arrays, of the last dimension; 0 if it makes none. */
        private final char[] letter;
        /** The dimensions that it makes. */
        private final int[] dims;

        Method(String owner, WovenMethod m, MethodNode code) {
            names = new String[] {owner, m.name, m.desc};
            kind = m.kind;
            a = m.a;
            b = m.b;
            points = m.points;
            int n = 0;
            int size = code.instructions.size();
            made = new String[size];
            letter = new char[size];
            dims = new int[size];
            for (AbstractInsnNode insn = code.instructions.getFirst(); insn != null; insn = insn.getNext()) {
                if (insn.getOpcode() >= 0) {
                    note(n++, insn);
                }
            }
            int[] all = new int[kind.length + 1];
            int blocks = 0;
            for (int i = 0; i < kind.length; i++) {
                if (kind[i] == BLOCK) {
                    all[blocks++] = a[i];
                }
            }
            all[blocks++] = n;
            starts = Arrays.copyOf(all, blocks);
            Arrays.sort(starts);
        }

        private void note(int at, AbstractInsnNode insn) {
            switch (insn.getOpcode()) {
                case Opcodes.NEW:
                    made[at] = ((TypeInsnNode) insn).desc.replace('/', '.');
                    break;
                case Opcodes.NEWARRAY:
                    array(at, 1, BASIC.charAt(((IntInsnNode) insn).operand - 4));
                    break;
                case Opcodes.ANEWARRAY:
                    array(at, 1, 'R');
                    break;
                case Opcodes.MULTIANEWARRAY:
                    MultiANewArrayInsnNode multi = (MultiANewArrayInsnNode) insn;
                    array(at, multi.dims, element(multi.desc, multi.dims));
                    break;
                case Opcodes.INVOKEVIRTUAL:
                    MethodInsnNode call = (MethodInsnNode) insn;
                    if (call.owner.charAt(0) == '[' && call.name.equals("clone")) {
                        array(at, 1, element(call.owner, 1));
                    }
                    break;
                default:
                    break;
            }
        }

        private void array(int at, int dimensions, char element) {
            dims[at] = dimensions;
            letter[at] = element;
        }

        /** Returns the type of the elements of an array type in some of its dimensions. */
        private static char element(String type, int dimension) {
            return type.length() == dimension + 1 ? type.charAt(dimension) : 'R';
        }

        /** Returns the type of the elements of an instruction's arrays in one of its dimensions. */
        char letter(int at, int dimension) {
            return dimension + 1 < dims[at] ? 'R' : letter[at];
        }

        /** Returns the end of the block that an instruction is in. */
        int end(int at) {
            int i = Arrays.binarySearch(starts, at);
            return starts[i >= 0 ? i + 1 : -i - 1];
        }

        /** Counts instructions: all, those that make a type, or those that make arrays. */
        int count(int from, int to, String type, char element, boolean all) {
            if (all) {
                return to - from;
            }
            int n = 0;
            for (int i = from; i < to; i++) {
                boolean fits = element != 0 ? dims[i] > 0 && letter(i, 0) == element
                        : made[i] != null && (type == null || type.equals(made[i]));
                n += fits ? 1 : 0;
            }
            return n;
        }
    }
}
