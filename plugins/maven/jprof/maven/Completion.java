package jprof.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Collections;

/**
 * Has jprof add helper classes to what a mojo has made of classes: archives and folders for which it has picked classes
 * by their names. jprof is only started where the mojo has made class files or archives.
 */
final class Completion {

    /** The time by which clocks of file systems may be behind, in milliseconds. */
    private static final long SLACK = 2000;

    private final Step step;
    private final boolean first;
    private final long began = System.currentTimeMillis() - SLACK;
    private final StringBuilder made = new StringBuilder();

    /**
     * Begins before the mojo runs.
     *
     * @param first whether it is the first of its module: a build that was killed, or was one of an older jprof, may
     *     have left what is not complete
     */
    Completion(Step step, boolean first) {
        this.step = step;
        this.first = first;
    }

    /** Completes what the mojo has made below the folder of outputs of its module. */
    void run(Hook hook) {
        Path outputs = step.outputs();
        if (outputs == null) {
            return;
        }
        Path list = null;
        try {
            Files.walkFileTree(outputs, new SimpleFileVisitor<Path>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    boolean asked = first && !step.isCompiled(file) || changed(file, attributes) >= began;
                    if (asked && attributes.isRegularFile() && holdsClasses(file)) {
                        made.append(file).append('\0');
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // it is gone, or closed to us
                }
            });
            if (made.length() > 0) {
                list = Files.createTempFile("jprof", ".list");
                Files.write(list, made.toString().getBytes(StandardCharsets.UTF_8));
                hook.run(Arrays.asList("internal-complete", "--hook", hook.file, "--list", list.toString()));
            }
        } catch (IOException e) {
            Hook.warn(step.plugin() + ": completing what it has made: " + e);
        } finally {
            if (list != null) {
                list.toFile().delete();
            }
        }
    }

    /** When a file was made or changed, in milliseconds. A copy may have the time of what was copied. */
    private static long changed(Path file, BasicFileAttributes attributes) throws IOException {
        try {
            return ((FileTime) Files.getAttribute(file, "unix:ctime")).toMillis();
        } catch (UnsupportedOperationException | IllegalArgumentException e) { // Windows knows when it was copied
            return Collections.max(Arrays.asList(attributes.creationTime(), attributes.lastModifiedTime())).toMillis();
        }
    }

    /** Reports whether a file is a class file or an archive. */
    private static boolean holdsClasses(Path file) throws IOException {
        if (file.toString().endsWith(".class")) {
            return true;
        }
        try (InputStream in = Files.newInputStream(file)) {
            int start = in.read() << 8 | in.read();
            return start == ('P' << 8 | 'K') || start == ('J' << 8 | 'M');
        }
    }
}
