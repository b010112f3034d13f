package jprof.gradle;

import java.util.ArrayList;
import java.util.List;

import javax.inject.Inject;

import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.options.Option;

/**
 * Runs {@code jprof gradle}: builds and tests a copy of the project with counters, and leaves a run and its report in
 * {@code .jprof}. Properties and options of Gradle are those of this build.
 */
public class JprofBuild extends JprofTask {
    private final ListProperty<String> tasks;

    @Inject
    public JprofBuild(ObjectFactory objects) {
        super(objects);
        tasks = objects.listProperty(String.class).empty();
    }

    /** The tasks of the build under jprof. */
    @Internal
    public ListProperty<String> getTasks() {
        return tasks;
    }

    /** Sets the tasks on a command line: {@code --tasks=check}, once for each. */
    @Option(option = "tasks", description = "A task to build under jprof: --tasks=check. May be repeated.")
    public void typedTasks(List<String> typed) {
        tasks.set(typed);
    }

    @Override
    List<String> arguments(List<String> given) {
        List<String> all = new ArrayList<>();
        all.add("gradle");
        all.addAll(given);
        all.addAll(getOptions().get());
        all.addAll(tasks.get());
        return all;
    }
}
