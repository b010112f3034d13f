package jprof.agent.record;

import java.io.File;
import java.io.FileInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Identifies this JVM by the same facts as a file of counts, found in the same ways (instrument/rt). */
final class Process {

    /** The most ancestors that are written: counts.MaxAncestors. */
    private static final int MAX_ANCESTORS = 16;

    /** The ID of this process, 0 if it is not known. */
    final long pid = pid();
    /** When it began, in milliseconds since 1970. */
    final long start = System.currentTimeMillis();
    /** The processes that started this one, the nearest first, as far as they are known and needed. */
    final long[] ancestors;

    /**
     * Looks.
     *
     * @param named whether the environment names the folder to write to: then the JVM is known by that
     */
    Process(boolean named) {
        ancestors = named ? new long[0] : ancestors(pid);
    }

    /**
     * Returns the name of the files of this JVM, without endings.
     *
     * @return the name
     */
    String stem() {
        return pid + "-" + start;
    }

    private static long pid() {
        try {
            return Long.parseLong(new File("/proc/self").getCanonicalFile().getName());
        } catch (Exception e) {
            try {
                Class<?> handle = Class.forName("java.lang.ProcessHandle");
                return (Long) handle.getMethod("pid").invoke(handle.getMethod("current").invoke(null));
            } catch (ReflectiveOperationException none) {
                return 0;
            }
        }
    }

    private static long[] ancestors(long pid) {
        long[] found = new long[MAX_ANCESTORS];
        int n = 0;
        try {
            byte[] text = new byte[1 << 9];
            for (long of = pid; n < found.length && of > 1; of = found[n++]) {
                try (FileInputStream stat = new FileInputStream("/proc/" + of + "/stat")) {
                    String line = new String(text, 0, Math.max(0, stat.read(text)), StandardCharsets.ISO_8859_1);
                    int state = line.lastIndexOf(')') + 2; // after the name of the program, which may be any text
                    found[n] = Long.parseLong(line.substring(state + 2, line.indexOf(' ', state + 2)));
                }
            }
        } catch (Exception e) {
            try {
                Class<?> handle = Class.forName("java.lang.ProcessHandle");
                Object process = handle.getMethod("current").invoke(null);
                for (n = 0; n < found.length; n++) {
                    process = ((java.util.Optional<?>) handle.getMethod("parent").invoke(process)).get();
                    found[n] = (Long) handle.getMethod("pid").invoke(process);
                }
            } catch (Exception none) {
                // There are no more, or they are not known.
            }
        }
        return Arrays.copyOf(found, n);
    }
}
