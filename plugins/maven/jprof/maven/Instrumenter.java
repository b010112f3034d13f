package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.apache.maven.plugin.MojoExecutionException;

/** Calls the jprof binary. */
final class Instrumenter {

    private Instrumenter() {}

    /** Patterns as one argument, each encoded as in a URL: some have commas and quotes. */
    private static String encoded(List<String> patterns) {
        StringJoiner all = new StringJoiner(",");
        for (String pattern : patterns) {
            try {
                all.add(URLEncoder.encode(pattern, "UTF-8"));
            } catch (UnsupportedEncodingException e) {
                throw new IllegalStateException(e); // each JVM has it
            }
        }
        return all.toString();
    }

    /** Has jprof make instrumented copies of the roots, and returns their paths in the same order. */
    static List<String> run(Hook hook, Step step, List<String> roots) throws MojoExecutionException {
        List<String> command = new ArrayList<>();
        command.add("internal-instrument");
        command.add("--hook");
        command.add(hook.file);
        command.add("--module");
        command.add(step.module());
        command.add("--dir");
        command.add(step.dir());
        command.add("--set");
        command.add(step.set());
        command.add("--encoding");
        command.add(step.encoding());
        command.add("--level");
        command.add(step.level());
        command.add("--classes");
        command.add(step.classes());
        command.add("--kind");
        command.add(step.kind());
        command.add("--includes=" + encoded(step.patterns(false)));
        command.add("--excludes=" + encoded(step.patterns(true)));
        command.add("--");
        command.addAll(roots);

        String what = "jprof could not instrument the " + step.set() + " sources of " + step.module();
        List<String> shadows;
        try {
            shadows = hook.run(command);
        } catch (IOException e) {
            throw new MojoExecutionException(what + ": " + e.getMessage(), e);
        }
        if (shadows.size() != roots.size()) {
            throw new MojoExecutionException(
                    what + ": it named " + shadows.size() + " folders for " + roots.size() + " source roots");
        }
        for (String shadow : shadows) {
            if (!new File(shadow).isDirectory()) {
                throw new MojoExecutionException(what + ": " + shadow + " is not a folder");
            }
        }
        return shadows;
    }
}
