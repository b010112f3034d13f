package jprof.tests;

import java.io.File;
import java.io.FileInputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.stream.Stream;

/**
 * Uses files of a project in several ways, and writes the notes of them. The arguments are the project, and where the
 * notes go.
 */
public final class Opens {

    private static int asked;

    /** A file whose class has code of its own. */
    private static final class Own extends File {

        Own(String path) {
            super(path);
        }

        @Override
        public String toString() {
            asked++;
            return super.toString();
        }
    }

    public static void main(String[] args) throws Exception {
        String dir = args[0] + "/";
        Opened.open(new File(args[1]));
        new FileInputStream(dir + "stream.txt").close();
        new RandomAccessFile(dir + "random.txt", "r").close();
        Files.readAllBytes(Paths.get(dir + "bytes.txt"));
        new File(dir + "lists").list();
        Files.newDirectoryStream(Paths.get(dir + "streams")).close();
        try (Stream<Path> files = Files.walk(Paths.get(dir + "walked"))) {
            files.count();
        }
        new File(dir + "writable.txt").canWrite();
        new File(dir + "moved.txt").renameTo(new File(dir + "to.txt"));
        new Own(dir + "own.txt").length();
        new Own(dir + "own.txt").canRead();
        if (asked > 0) {
            throw new AssertionError("code of the program ran " + asked + " times more");
        }
        Opened.flush(args.length == 2);
        for (int i = 0; args.length > 2 && i < 100_000; i++) {
            new File(dir + "many/" + i).exists();
        }
        Opened.flush(true);
    }
}
