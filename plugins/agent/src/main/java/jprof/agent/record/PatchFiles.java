package jprof.agent.record;

import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jprof.agent.weave.Woven;
import jprof.agent.weave.WovenMethod;

/**
 * Writes what is known of an instrumented java.base: java.base.contexts with its classes, methods and losses,
 * java.base.classes with the original class files, and java.base.start for the start of JVMs: the number of classes in
 * four bytes, then the number of slots of each method in two, by its ID.
 */
public final class PatchFiles implements Closeable {

    /** The name of the file for the start of JVMs. */
    static final String START = "java.base.start";

    private final File folder;
    private final Classes classes;
    private final List<WovenMethod> methods = new ArrayList<>();
    private int woven;

    /**
     * Begins to write.
     *
     * @param folder where to
     */
    public PatchFiles(File folder) {
        this.folder = folder;
        classes = new Classes(new File(folder, "java.base.classes"), Classes.IN_PATCH, 0, 0);
    }

    /**
     * Adds a class.
     *
     * @param name its name with slashes
     * @param original its class file
     * @param result what became of it
     * @return the ID of its first method; the others follow
     * @throws IOException if it cannot be written
     */
    public int add(String name, byte[] original, Woven result) throws IOException {
        methods.addAll(result.methods);
        woven++;
        return classes.add(name.replace('/', '.'), 0, original, result);
    }

    /**
     * Adds a loss.
     *
     * @param name the name of the class, with slashes
     * @param reason what is not recorded, and why
     */
    public void lost(String name, String reason) {
        classes.lost(name.replace('/', '.'), "", reason);
    }

    /**
     * Writes what has to come last.
     *
     * @throws IOException if it cannot be written
     */
    @Override
    public void close() throws IOException {
        classes.end();
        try (RecordFile file = new RecordFile(new File(folder, "java.base.contexts"), "jprofctx",
                ContextsFile.aboutPatch())) {
            classes.write(file);
            file.end();
        }
        byte[] start = new byte[4 + 2 * methods.size()];
        for (int i = 0; i < 4; i++) {
            start[i] = (byte) (woven >>> 24 - 8 * i);
        }
        for (int id = 0; id < methods.size(); id++) {
            int slots = methods.get(id).kind.length;
            start[4 + 2 * id] = (byte) (slots >>> 8);
            start[5 + 2 * id] = (byte) slots;
        }
        try (FileOutputStream out = new FileOutputStream(new File(folder, START))) {
            out.write(start);
        }
    }
}
