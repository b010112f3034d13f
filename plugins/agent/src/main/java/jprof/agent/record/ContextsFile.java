package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import jprof.agent.runtime.JprofLimit;
import jprof.agent.runtime.JprofNode;
import jprof.agent.runtime.JprofThreads;
import jprof.agent.runtime.JprofTree;
import jprof.agent.runtime.JprofVisitor;
import jprof.agent.runtime.JprofWalk;

/**
 * The file of the contexts of this JVM: the Go package internal/format/contexts describes it. It is written as a whole
 * under another name, which then takes the place of the one before. Threads run meanwhile.
 */
final class ContextsFile {

    /** The bytes after which a record ends and another one goes on. */
    static final int RECORD = 1 << 20;
    /** The flag of a file that is not the last one of the JVM. */
    private static final int SNAPSHOT = 2;
    private static final String VERSION = System.getProperty("java.version", "");
    private static final String BUILD = System.getProperty("java.runtime.version", "");

    private final File path;
    private final Settings settings;
    private final Process process;
    private final Classes classes;
    /** The caller of the agents of users, or null. */
    private JprofVisitor visitor;
    /** The state that was written last: the calls of all contexts, and the size of the list of classes. */
    private long written = -1;
    private int size = -1;

    /**
     * Makes it; nothing is written.
     *
     * @param path the file
     * @param settings what is recorded
     * @param process this JVM
     * @param classes the classes that were woven
     */
    ContextsFile(File path, Settings settings, Process process, Classes classes) {
        this.path = path;
        this.settings = settings;
        this.process = process;
        this.classes = classes;
    }

    /**
     * Reports whether there is something new.
     *
     * @return whether a context was called, or a class woven, since it was written
     */
    boolean changed() {
        long calls = JprofLimit.LOST.calls;
        for (JprofTree tree : JprofThreads.trees()) {
            calls += calls(tree.root) + calls(tree.beyond);
        }
        boolean changed = calls != written || classes.size() != size;
        written = calls;
        size = classes.size();
        return changed;
    }

    private static long calls(JprofNode root) {
        long calls = 0;
        JprofWalk walk = new JprofWalk(root);
        for (JprofNode n = walk.next(); n != null; n = walk.next()) {
            calls += n.calls;
        }
        return calls;
    }

    /**
     * Writes the file while the program runs.
     *
     * @throws IOException if it cannot be written; the old one stays
     */
    void snapshot() throws IOException {
        write(false);
    }

    /**
     * Writes the last file of the JVM, with the frames of threads that run.
     *
     * @throws IOException if it cannot be written; the old one stays
     */
    void end() throws IOException {
        write(true);
    }

    private void write(boolean last) throws IOException {
        File begun = new File(path.getPath() + ".part");
        try {
            // Open the file before the barrier: opening takes locks of the JDK, which a thread at the barrier may hold.
            try (RecordFile file = new RecordFile(begun, "jprofctx", about(!last));
                    Barrier barrier = last ? new Barrier() : null) {
                Classes later = settings.stoppable && !settings.all ? classes : null;
                Stopped stopped = last ? new Stopped(settings.folded, barrier, later) : null;
                JprofTree[] trees = JprofThreads.trees();
                agents(file);
                Trees records = new Trees(file, classes.write(file), settings.sites, barrier);
                for (JprofTree tree : trees) {
                    records.write(tree, stopped == null ? null : stopped.held(tree));
                }
                records.beyond(trees);
                if (stopped != null) {
                    stopped.write(file);
                }
                file.end();
            }
            // Files.move caches buffers for each thread in a list of the JDK, which the program also uses: the JDK's
            // code would then take another path. But on Windows, renameTo fails if the target exists.
            if (!begun.renameTo(path)) {
                Files.move(begun.toPath(), path.toPath(), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            begun.delete();
            throw e;
        }
    }

    /**
     * Returns the first record of the file of an instrumented JDK, which has no contexts.
     *
     * @return the record
     */
    static Bytes aboutPatch() {
        Bytes about = new Bytes();
        about.u32(SNAPSHOT);
        about.u32(0);
        about.u64(0);
        about.u64(0);
        about.u32(0);
        about.text(VERSION);
        about.text("");
        about.text(BUILD);
        about.text("");
        about.u8(1);
        about.u8(0);
        about.u8(0);
        about.u8(0);
        about.number(0);
        return about;
    }

    /**
     * Has the file list the problems of agents of users.
     *
     * @param agents the caller of these agents, or null
     */
    void visitor(JprofVisitor agents) {
        visitor = agents;
    }

    private void agents(RecordFile file) throws IOException {
        String[] problems = visitor == null ? new String[0] : visitor.problems();
        if (problems.length > 0) {
            Bytes record = new Bytes();
            record.u8('A');
            for (String text : problems) {
                record.text(text);
            }
            file.item(record);
        }
    }

    private Bytes about(boolean snapshot) {
        Bytes about = new Bytes();
        about.u32(snapshot ? SNAPSHOT : 0);
        about.u32(1);
        about.u64(process.pid);
        about.u64(process.start);
        about.u32(process.ancestors.length);
        for (long pid : process.ancestors) {
            about.u64(pid);
        }
        about.text(VERSION);
        about.text(settings.step);
        about.text(BUILD);
        about.text(settings.patch);
        about.u8(settings.all ? 1 : 0);
        about.u8(settings.callsOnly ? 2 : settings.fast ? 1 : 0);
        about.u8(settings.folded ? 1 : 0);
        about.u8(settings.sites ? 1 : 0);
        about.number(settings.limit);
        return about;
    }
}
