package jprof.maven.plugin;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

import org.apache.maven.execution.MavenSession;

/** Starts programs where Maven was started, with the Maven and the JDK that run. */
final class Environment {
    private Environment() {
    }

    static ProcessBuilder of(MavenSession session, List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command).directory(
            new File(session.getRequest().getBaseDirectory()));
        Map<String, String> variables = process.environment();
        String maven = session.getSystemProperties().getProperty("maven.home");
        if (maven != null) {
            variables.merge("PATH", new File(maven, "bin").getPath(), (path, bin) -> bin + File.pathSeparator + path);
        }
        variables.put("JAVA_HOME", javaHome().getPath());
        // The script mvn sets these for itself. Its options are arguments by now.
        variables.remove("MAVEN_ARGS");
        variables.remove("MAVEN_CMD_LINE_ARGS");
        variables.remove("MAVEN_PROJECTBASEDIR");
        variables.remove("MAVEN_DEBUG_OPTS");
        return process;
    }

    /** Returns the home of the JDK: that of Java 8 has its runtime in a folder below. */
    private static File javaHome() {
        File home = new File(System.getProperty("java.home"));
        return home.getName().equals("jre") && new File(home.getParentFile(), "bin").isDirectory()
            ? home.getParentFile() : home;
    }

    /**
     * Runs a program to its end, and returns its exit code. In a terminal the program has the terminal; otherwise its
     * output goes where Maven's goes.
     */
    static int run(ProcessBuilder builder) throws IOException {
        boolean terminal = System.console() != null;
        if (terminal) {
            builder.inheritIO();
        } else {
            builder.redirectErrorStream(true);
        }
        Process process = builder.start();
        Thread killer = new Thread(process::destroy, "jprof: end with Maven");
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            if (!terminal) {
                process.getOutputStream().close();
                copy(process);
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

    private static void copy(Process process) throws IOException {
        try (BufferedReader lines = new BufferedReader(
            new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
            }
        }
    }
}
