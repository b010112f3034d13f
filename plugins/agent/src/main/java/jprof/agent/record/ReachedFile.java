package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/**
 * The file of the methods that ran in this JVM: the Go package internal/format/reached describes it. It is written as a
 * whole under another name, which then takes the place of the one before.
 */
final class ReachedFile {

    /** The flags: the file is not the last one; the JVM ran before. */
    private static final int SNAPSHOT = 2;
    private static final int ATTACHED = 4;

    private final File path;
    private final Process process;
    private final Who who;
    private final ReachedClasses classes;
    private final boolean attached;
    private int written = -1;

    /**
     * Makes it; nothing is written.
     *
     * @param path the file
     * @param process this JVM
     * @param classes what to write
     * @param attached the JVM ran before
     */
    ReachedFile(File path, Process process, ReachedClasses classes, boolean attached) {
        this.path = path;
        this.process = process;
        this.classes = classes;
        this.attached = attached;
        who = new Who(process.stem());
    }

    /**
     * Writes the file. One that is not the last is only written where there is something new.
     *
     * @param last whether it is the last one
     * @throws IOException if it cannot be written; the old one stays
     */
    void write(boolean last) throws IOException {
        int state = classes.look();
        if (!last && state == written) {
            return;
        }
        written = state;
        File begun = new File(path.getPath() + ".part");
        try {
            try (RecordFile file = new RecordFile(begun, "jprofrch", about(last))) {
                classes.write(file);
                file.end();
            }
            if (!begun.renameTo(path)) {
                Files.move(begun.toPath(), path.toPath(), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            begun.delete();
            throw e;
        }
    }

    private Bytes about(boolean last) {
        Bytes about = new Bytes();
        about.u32((last ? 0 : SNAPSHOT) | (attached ? ATTACHED : 0));
        about.u64(process.pid);
        about.u64(process.start);
        about.u64(System.currentTimeMillis());
        about.text(System.getProperty("java.version", ""));
        about.text(who.main);
        who.write(about);
        return about;
    }
}
