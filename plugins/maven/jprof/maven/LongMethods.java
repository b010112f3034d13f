package jprof.maven;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has the JVMs of test steps compile methods that only counters make too long for HotSpot's compilers. jprof says by
 * which options, when it finds such a method in the classes; it is only asked where sources have long methods.
 */
final class LongMethods {

    /** By step: one that runs again in the same build gets the same, so that Surefire still knows that it has run. */
    private final Map<String, List<String>> answers = new ConcurrentHashMap<>();

    private volatile List<String> found = Collections.emptyList();

    /** Changes the mojo of a test step before its JVMs start, and returns the options that it has added. */
    String allow(Step step, Hook hook) {
        Object mojo = step.target();
        if (!ContextAgent.takesArguments(mojo) || ContextAgent.inMaven(mojo) || ContextAgent.skipped(mojo)) {
            return "";
        }
        List<String> options = answers.computeIfAbsent(step.key(), key -> options(hook));
        return ContextAgent.addArguments(mojo, options) ? String.join(" ", options) : "";
    }

    /** The options for JVMs that start now. Classes that are compiled stay: what was found is not asked for again. */
    private List<String> options(Hook hook) {
        if (!found.isEmpty() || !hook.mayHaveLongMethods()) {
            return found;
        }
        try {
            List<String> options = hook.run(Arrays.asList("internal-long-methods", "--hook", hook.file));
            if (!options.isEmpty()) { // another thread may have found some in the meantime
                found = options;
            }
            return options;
        } catch (IOException e) { // tests run all the same
            Hook.warn("looking for long methods: " + e.getMessage());
            return Collections.emptyList();
        }
    }
}
