package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jprof.agent.weave.Loss;
import jprof.agent.weave.Woven;
import jprof.agent.weave.WovenMethod;

/**
 * The classes that were woven: their class files go to a file at once, their entries are kept until the contexts are
 * written. Classes come from many threads.
 */
final class Classes {

    /** The places of class files: the file of an instrumented JDK, that of this JVM. */
    static final int IN_PATCH = 0;
    static final int IN_FILE = 1;

    private final int place;
    private final File path;
    /** The file, null before the first class. */
    private RecordFile file;
    /** The number of classes in the file. */
    private int written;
    /** The next ID of a class. */
    private int nextClass;
    /** The next ID of a method. */
    private int nextMethod;
    /** The entries of classes, and of their methods, in the same order. */
    private final List<byte[]> entries = new ArrayList<>();
    private final List<byte[]> methods = new ArrayList<>();
    /** The entries of classes and methods that were not woven. */
    private final List<byte[]> losses = new ArrayList<>();
    /** The number of each method's entry, from 1; 0 for those that have none. */
    private int[] order = {};
    /** The first ID of a method that is not of the patch, nor of an earlier recording. */
    private final int firstMethod;
    /** The names of classes and methods by ID, where they are asked for; else null. */
    private String[] names;

    /**
     * Makes the list.
     *
     * @param path the file for the class files
     * @param place what it is
     * @param firstClass the first ID of a class that is free
     * @param firstMethod the first ID of a method that is free
     */
    Classes(File path, int place, int firstClass, int firstMethod) {
        this.path = path;
        this.place = place;
        nextClass = firstClass;
        nextMethod = firstMethod;
        this.firstMethod = firstMethod;
    }

    /** Has names be kept, for {@link #is}. */
    synchronized void keepNames() {
        names = new String[1 << 10];
    }

    /**
     * Reports whether a frame is of a method, as far as its name says.
     *
     * @param id the ID of the method
     * @param frame the frame
     * @return whether it is
     */
    synchronized boolean is(int id, StackTraceElement frame) {
        String name = id < names.length ? names[id] : null;
        return name != null && name.equals(frame.getClassName() + "." + frame.getMethodName());
    }

    /**
     * Begins the file, so that this JVM is known from now on.
     *
     * @throws IOException if it cannot be written
     */
    synchronized void begin() throws IOException {
        if (file == null) {
            file = new RecordFile(path, "jprofcls", new Bytes());
        }
    }

    /**
     * Adds a class before it is loaded, and gives IDs to its methods.
     *
     * @param name its name with dots
     * @param loader the kind of its class loader, see the Go package internal/format/contexts
     * @param original its class file as the agent has got it
     * @param woven what became of it
     * @return the ID of its first method; the others follow
     * @throws IOException if its class file cannot be written
     */
    synchronized int add(String name, int loader, byte[] original, Woven woven) throws IOException {
        begin();
        Bytes item = new Bytes();
        item.u8(loader);
        item.text(name);
        item.raw(original, original.length);
        file.item(item);

        Bytes entry = new Bytes();
        entry.number(nextClass);
        entry.u8(place);
        entry.number(written++);
        entry.u8(loader);
        entry.text(name);
        entry.text(woven.source);
        int first = nextMethod;
        nextMethod += woven.methods.size();
        if (nextMethod > order.length) {
            order = Arrays.copyOf(order, Math.max(nextMethod, 2 * order.length));
        }
        Bytes all = new Bytes();
        for (int id = first; id < nextMethod; id++) {
            add(all, id, woven.methods.get(id - first));
            order[id] = entries.size() + 1;
            if (names != null) {
                names = id < names.length ? names : Arrays.copyOf(names, 2 * id);
                names[id] = name + "." + woven.methods.get(id - first).name;
            }
        }
        entries.add(entry.copy());
        methods.add(all.copy());
        nextClass++;
        for (int i = 0; i < woven.losses.size(); i++) {
            Loss l = woven.losses.get(i);
            lost(name, l.method, l.reason);
        }
        return first;
    }

    private void add(Bytes to, int id, WovenMethod m) {
        to.number(id);
        to.number(nextClass);
        to.number(m.access & 0xFFFF);
        to.text(m.name);
        to.text(m.desc);
        to.number(m.firstLine);
        to.number(m.kind.length);
        for (int i = 0; i < m.kind.length; i++) {
            to.number(m.kind[i]);
            to.number(m.a[i]);
            to.number(m.b[i]);
        }
        to.number(m.points.length);
        for (int i = 0; i < m.points.length; i++) {
            to.number(m.points[i]);
        }
    }

    /**
     * Notes that a class or method is not recorded.
     *
     * @param name the name of the class, with dots
     * @param method name and descriptor of the method, empty for the class
     * @param reason why
     */
    synchronized void lost(String name, String method, String reason) {
        Bytes loss = new Bytes();
        loss.text(name);
        loss.text(method);
        loss.text(reason);
        losses.add(loss.copy());
    }

    /**
     * Returns how much there is.
     *
     * @return a number that grows with each class and loss
     */
    synchronized int size() {
        return entries.size() + losses.size();
    }

    /**
     * Writes the entries of all classes, methods and losses.
     *
     * @param to where to
     * @return the methods that it has written
     * @throws IOException if they cannot be written
     */
    synchronized Known write(RecordFile to) throws IOException {
        write(to, 'C', entries);
        write(to, 'M', methods);
        write(to, 'L', losses);
        return new Known(names == null ? firstMethod : 0, order, entries.size()); // no patch where there are names
    }

    /** The methods that were there at some time: classes are woven while contexts are written. */
    static final class Known {

        private final int first;
        private final int[] order;
        private final int entries;

        Known(int first, int[] order, int entries) {
            this.first = first;
            this.order = order;
            this.entries = entries;
        }

        /**
         * Reports whether a method was there.
         *
         * @param id its ID
         * @return whether it was
         */
        boolean has(int id) {
            return id < first || id < order.length && order[id] != 0 && order[id] <= entries;
        }
    }

    private static void write(RecordFile to, char kind, List<byte[]> parts) throws IOException {
        Bytes record = new Bytes();
        for (int i = 0; i < parts.size(); i++) {
            if (record.size == 0) {
                record.u8(kind);
            }
            record.raw(parts.get(i), parts.get(i).length);
            if (record.size >= ContextsFile.RECORD || i == parts.size() - 1) {
                to.item(record);
                record.size = 0;
            }
        }
    }

    /**
     * Writes the end of the file of class files. Classes may follow.
     *
     * @throws IOException if it cannot be written
     */
    synchronized void end() throws IOException {
        if (file != null) {
            file.end();
        }
    }
}
