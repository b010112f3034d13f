package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;

/** Calls the jprof binary. */
final class Instrumenter {

    private Instrumenter() {}

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
