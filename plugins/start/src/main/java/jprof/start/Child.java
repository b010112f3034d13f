package jprof.start;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A process of jprof, with the build tool and the JDK that run. */
public final class Child {
    /** The variable with the path of a file: see settings.Variable in the sources of jprof. */
    private static final String SETTINGS = "JPROF_SETTINGS";

    /** Where the output of a process goes. */
    public enum Output {
        /** To the terminal of this JVM, which the process has to itself. */
        TERMINAL,
        /** To the output of this JVM, with the messages: their lines stay in order. */
        TOGETHER,
        /** To the output of this JVM, and the messages to its messages: programs can read the output. */
        APART
    }

    private Child() {
    }

    /** Sets which build tool and JDK a process finds. The home of the build tool may be null if it is not known. */
    public static void tools(ProcessBuilder process, File home) {
        Map<String, String> variables = process.environment();
        if (home != null) {
            variables.merge("PATH", new File(home, "bin").getPath(), (path, bin) -> bin + File.pathSeparator + path);
        }
        variables.put("JAVA_HOME", javaHome().getPath());
    }

    /** Returns the home of the JDK: that of Java 8 has its runtime in a folder below. */
    private static File javaHome() {
        File home = new File(System.getProperty("java.home"));
        return home.getName().equals("jre") && new File(home.getParentFile(), "bin").isDirectory()
            ? home.getParentFile() : home;
    }

    /**
     * Runs jprof to its end, and returns its exit code. Settings of the build, as {@link Json} has them, are handed
     * over in a file; null for none.
     */
    public static int run(ProcessBuilder builder, String settings, Output output) throws IOException {
        if (settings == null) {
            return run(builder, output);
        }
        Path file = Files.createTempFile("jprof-settings-", ".json");
        file.toFile().deleteOnExit(); // a build that is stopped does not come to the end of this
        try {
            Files.write(file, settings.getBytes(StandardCharsets.UTF_8));
            builder.environment().put(SETTINGS, file.toString());
            return run(builder, output);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static int run(ProcessBuilder builder, Output output) throws IOException {
        if (output == Output.TERMINAL) {
            builder.inheritIO();
        }
        builder.redirectErrorStream(output == Output.TOGETHER);
        Process process = builder.start();
        Thread killer = new Thread(process::destroy, "jprof: end with the build");
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            if (output != Output.TERMINAL) {
                process.getOutputStream().close();
                Thread messages = new Thread(() -> copy(process.getErrorStream(), System.err), "jprof: messages");
                messages.start();
                copy(process.getInputStream(), System.out);
                messages.join();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(killer);
            } catch (IllegalStateException e) {
                // the JVM ends: the hook is needed
            }
        }
    }

    private static void copy(InputStream from, PrintStream to) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(from, Charset.defaultCharset()))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                to.println(line);
            }
        } catch (IOException e) {
            to.println("jprof: its output was cut: " + e.getMessage());
        }
    }
}
