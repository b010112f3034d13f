package jprof.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;

/** The settings that jprof hands to this build, and the folder for events. */
final class Hook {

    /** The hook file itself, the jprof binary, and the copy of the project that is built. */
    final String file;
    final String jprof;
    final Path mirror;
    /** The build has no counters, and the JVMs of its tests record contexts. */
    final boolean contexts;
    /** The checks of Error Prone that reject counters, and are switched off. */
    final List<String> checks;
    /** The jar with the listeners to tests, "" where nothing is counted by test. */
    final String testsJar;
    /** The JVMs of tests record the files that tests open. */
    final boolean testFiles;
    private final Path counts;
    private final Path events;

    private Hook(String file, Properties p) throws IOException {
        this.file = file;
        this.jprof = required(p, "jprof");
        this.mirror = Paths.get(required(p, "mirror"));
        this.counts = Paths.get(required(p, "counts"));
        this.events = Paths.get(required(p, "events"));
        this.contexts = !required(p, "contexts").isEmpty();
        String off = required(p, "checks");
        this.checks = off.isEmpty() ? Collections.<String>emptyList() : Arrays.asList(off.split(" "));
        Path tests = Paths.get(file).resolveSibling("tests.properties");
        boolean byTest = Files.exists(tests);
        this.testsJar = byTest ? required(read(tests), "jar") : "";
        this.testFiles = byTest && "true".equals(required(read(tests), "files"));
    }

    private static Properties read(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Properties p = new Properties();
            p.load(in);
            return p;
        }
    }

    /** The local repository of the workspace, which jprof may have the build itself use, too. */
    File repository() {
        return new File(new File(file).getParentFile(), "repository");
    }

    /** The folder with the tests that steps omit: a file for each. */
    Path omittedTests() {
        return Paths.get(file).resolveSibling("omitted-tests");
    }

    /** Runs jprof in the copy of the project, and returns the lines that it prints; its messages go to Maven's. */
    List<String> run(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(jprof);
        command.addAll(arguments);
        List<String> lines = new ArrayList<>();
        try {
            Process process = new ProcessBuilder(command)
                    .directory(mirror.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            try (BufferedReader out = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    lines.add(line);
                }
            }
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException("exit code " + code + ", see its messages above");
            }
            return lines;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The folder that JVMs of this build write their counts to, unless a variable names another one. */
    Path counts() {
        String own = System.getenv(TestVariables.COUNTS);
        return own == null || own.isEmpty() ? counts : Paths.get(own);
    }

    private static String required(Properties p, String key) throws IOException {
        String value = p.getProperty(key);
        if (value == null) {
            throw new IOException("no key \"" + key + "\"");
        }
        return value;
    }

    /** Reads the hook file of the session; null if there is none, or if it cannot be read. */
    static Hook of(MavenSession session) {
        String file = session.getUserProperties().getProperty("jprof.hook");
        if (file == null) {
            return null;
        }
        try {
            return new Hook(file, read(Paths.get(file)));
        } catch (IOException | RuntimeException e) {
            warn(file + ": " + e);
            return null;
        }
    }

    /** Writes what the build does now, for those who watch it: the goal, and its module if there are several. */
    void now(String step) {
        try {
            Path written = Files.createTempFile(events, "now-", ".tmp");
            Files.write(written, step.getBytes(StandardCharsets.UTF_8));
            Files.move(written, events.resolve("now"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            // nothing but the display lacks it
        }
    }

    /** Writes an event for jprof; reports whether that worked. The build goes on in any case. */
    boolean report(Event event) {
        Path tmp = null;
        try {
            // Written under another name first: jprof may read the folder at any time.
            tmp = Files.createTempFile(events, event.kind() + "-", ".tmp");
            try (Writer out = Files.newBufferedWriter(tmp, StandardCharsets.UTF_8)) {
                event.properties().store(out, null);
            }
            String name = tmp.getFileName().toString();
            Path named = events.resolve(name.substring(0, name.length() - ".tmp".length()) + ".properties");
            Files.move(tmp, named, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException | RuntimeException e) {
            warn("reporting to " + events + ": " + e);
            if (tmp != null) {
                tmp.toFile().delete();
            }
            return false;
        }
    }

    static void warn(String text) {
        System.err.println("jprof: " + text);
    }
}
