package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jprof.agent.weave.Woven;

/**
 * Woven classes that earlier JVMs have kept, as weaving takes longer than reading, and has the compilers of the JVM
 * busy with the weaver. A JVM reads the files of others, and writes what it has woven itself to one of its own. jprof
 * merges small files later: see the Go package internal/measure/wovencache.
 *
 * <p>An entry is used where all bytes of the class are the same. A damaged file, or one that cannot be read, has no
 * entries: the cache never makes a class wrong, and never fails.
 */
final class WovenCache {

    /** The ends of the names of files, and of one that is being written. */
    static final String SUFFIX = ".woven";
    static final String PART = ".woven.part";
    /** The number of files that are read: the largest. */
    private static final int FILES = 8;

    private final WovenFile[] files;
    /** The file of this JVM, null if it cannot be written, or is complete. */
    private WovenWriter own;

    /**
     * Opens the cache.
     *
     * @param folder where it is, null if there is none; all classes there were woven with the same settings
     * @param stem the name of this JVM's file, without the suffix
     */
    WovenCache(File folder, String stem) {
        WovenFile[] found = {};
        if (folder != null) {
            folder.mkdirs();
            found = open(folder);
            try {
                own = new WovenWriter(new File(folder, stem + PART), new File(folder, stem + SUFFIX));
            } catch (IOException e) {
                own = null; // nothing is kept
            }
        }
        files = found;
    }

    private static WovenFile[] open(File folder) {
        String[] names = folder.list();
        List<Complete> all = new ArrayList<>();
        for (int i = 0; names != null && i < names.length; i++) {
            if (names[i].endsWith(SUFFIX)) {
                all.add(new Complete(new File(folder, names[i])));
            }
        }
        Collections.sort(all);
        WovenFile[] files = new WovenFile[FILES];
        int n = 0;
        for (int i = 0; i < all.size() && n < FILES; i++) {
            try {
                files[n] = new WovenFile(all.get(i).path);
                n++;
            } catch (IOException e) {
                // jprof may have merged it meanwhile
            }
        }
        return Arrays.copyOf(files, n);
    }

    /** A file with the length that it has had: another one while they are ordered would make sorting fail. */
    private static final class Complete implements Comparable<Complete> {

        private final File path;
        private final long length;

        Complete(File path) {
            this.path = path;
            length = path.length();
        }

        @Override
        public int compareTo(Complete other) {
            return Long.compare(other.length, length);
        }
    }

    /**
     * Looks for a class.
     *
     * @param original its class file
     * @return what became of it, null if it is not there
     */
    synchronized Woven find(byte[] original) {
        int sum = Bytes.sum(original, original.length);
        for (int i = 0; i < files.length; i++) {
            Woven woven = files[i].find(sum, original);
            if (woven != null) {
                return woven;
            }
        }
        return null;
    }

    /**
     * Keeps a class that was not found.
     *
     * @param original its class file
     * @param woven what became of it
     */
    synchronized void add(byte[] original, Woven woven) {
        try {
            if (own != null) {
                own.add(original, woven);
            }
        } catch (IOException e) {
            own.drop();
            own = null;
        }
    }

    /** Completes the file of this JVM. */
    synchronized void end() {
        if (own != null) {
            own.end();
            own = null;
        }
    }
}
