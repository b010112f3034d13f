package jprof.start;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The executables of jprof: their names in repositories, and their copies in the cache of jprof. */
public final class Binary {
    /** The program. */
    public static final String JPROF = "jprof";

    /** The executable beside it that reaches clouds. */
    public static final String STORE = "jprof-store";

    /** The systems that there are executables for. */
    public static final List<String> CLASSIFIERS = Collections.unmodifiableList(Arrays.asList("linux-x86_64",
        "linux-aarch_64", "osx-x86_64", "osx-aarch_64", "windows-x86_64"));

    private Binary() {
    }

    /** Reports whether jprof needs {@link #STORE} for arguments. */
    public static boolean needsStore(List<String> arguments) {
        return arguments.stream().anyMatch(a -> a.matches("(?s).*\\b(s3|gs|azblob)://.*"));
    }

    /** Returns the name of this system as os-maven-plugin forms it. */
    public static String classifier() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT).replace("_", "");
        return (os.startsWith("mac") ? "osx" : isWindows() ? "windows" : os) + "-"
            + (arch.equals("amd64") || arch.equals("x8664") ? "x86_64" : arch.equals("aarch64") || arch.equals("arm64")
            ? "aarch_64" : arch);
    }

    /** Returns the copy in the cache of an executable with a version: repositories may not be for executables. */
    public static Path install(Path from, String name, String version) throws IOException {
        Path to = cache().resolve("binaries").resolve(version).resolve(name + (isWindows() ? ".exe" : ""));
        if (Files.exists(to) && Files.size(to) == Files.size(from)
            && Files.getLastModifiedTime(to).equals(Files.getLastModifiedTime(from))) {
            return to;
        }
        Files.createDirectories(to.getParent());
        Path part = Files.createTempFile(to.getParent(), name, ".part");
        try {
            Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            if (!part.toFile().setExecutable(true, false)) {
                throw new IOException(part + " cannot be made executable: set JPROF_CACHE to another folder");
            }
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        return to;
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }

    /** Returns the cache of jprof, where jprof itself has it. */
    private static Path cache() {
        String own = System.getenv("JPROF_CACHE");
        if (own != null && !own.isEmpty()) {
            return Paths.get(own).toAbsolutePath();
        }
        String home = System.getProperty("user.home");
        String base = isWindows() ? System.getenv("LocalAppData") : System.getenv("XDG_CACHE_HOME");
        if (System.getProperty("os.name").startsWith("Mac")) {
            base = home + "/Library/Caches";
        } else if (base == null || base.isEmpty()) {
            base = Paths.get(home, ".cache").toString();
        }
        return Paths.get(base, "jprof");
    }
}
