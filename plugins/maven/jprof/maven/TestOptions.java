package jprof.maven;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives the JVMs of test steps options that jprof says: those by which HotSpot compiles methods that only counters make
 * too long for it, those for a larger stack, and, in a run with times, those by which it keeps the line of each
 * instruction.
 */
final class TestOptions {

    /** By step: one that runs again in the same build gets the same, so that Surefire still knows that it has run. */
    private final Map<String, List<String>> answers = new ConcurrentHashMap<>();

    /** Changes the mojo of a test step before its JVMs start, and returns the options that it has added. */
    String add(Step step, Hook hook) {
        Object mojo = step.target();
        if (!ContextAgent.takesArguments(mojo) || ContextAgent.inMaven(mojo) || ContextAgent.skipped(mojo)) {
            return "";
        }
        List<String> options = answers.computeIfAbsent(step.key(), key -> options(hook));
        return ContextAgent.addArguments(mojo, options) ? String.join(" ", options) : "";
    }

    /** The options for JVMs that start now: classes are compiled between two steps. */
    private static List<String> options(Hook hook) {
        try {
            return hook.run(Arrays.asList("internal-test-options", "--hook", hook.file));
        } catch (IOException e) { // tests run all the same
            Hook.warn("options for JVMs of tests: " + e.getMessage());
            return Collections.emptyList();
        }
    }
}
