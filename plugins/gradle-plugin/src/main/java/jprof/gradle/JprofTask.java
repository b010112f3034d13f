package jprof.gradle;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import javax.inject.Inject;

import jprof.start.Binary;
import jprof.start.Child;

import org.gradle.StartParameter;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;

/** A task that starts jprof once, in the root folder of the build, and ends as it ends. */
public abstract class JprofTask extends DefaultTask {
    private final ListProperty<String> options;
    private final RegularFileProperty executable;
    private final Property<String> settings;
    private final ConfigurableFileCollection program;
    private final ConfigurableFileCollection store;
    private File root;
    private File gradleHome; // null if it is not known
    private Given configured;

    JprofTask(ObjectFactory objects) {
        options = objects.listProperty(String.class).empty();
        executable = objects.fileProperty();
        settings = objects.property(String.class);
        program = objects.fileCollection();
        store = objects.fileCollection();
        onlyIf(any -> !Boolean.getBoolean("jprof.skip")); // jprof's own builds do not start it again
        Task task = this; // the method of the class returns an internal type
        task.getOutputs().upToDateWhen(any -> false);
    }

    /** Options of the command of jprof. */
    @Internal
    public ListProperty<String> getOptions() {
        return options;
    }

    /** Sets the options on a command line: {@code --options=--format=lcov}, once for each. */
    @Option(option = "options", description = "An option of jprof: --options=--by-test. May be repeated.")
    public void typedOptions(List<String> typed) {
        options.set(typed);
    }

    /** The program to start, in place of the one from the repositories of the project. */
    @Internal
    public RegularFileProperty getExecutable() {
        return executable;
    }

    /** The settings of the build in JSON, with their place, as jprof reads them. */
    @Internal
    Property<String> getSettings() {
        return settings;
    }

    /** The program in the repositories. */
    @Internal
    ConfigurableFileCollection getProgram() {
        return program;
    }

    /** The executable for clouds in the repositories. */
    @Internal
    ConfigurableFileCollection getStore() {
        return store;
    }

    /** Returns what the user has given to this build, also if the task comes from a configuration cache. */
    @Inject
    protected StartParameter getStartParameter() {
        throw new UnsupportedOperationException(); // Gradle overrides it
    }

    /** Sets the folder in which jprof starts, the home of Gradle, and what the user has given by now. */
    final void build(File root, File gradleHome, StartParameter parameter) {
        this.root = root;
        this.gradleHome = gradleHome;
        configured = Given.of(parameter, root);
    }

    /** Returns the arguments of jprof. */
    abstract List<String> arguments(List<String> given);

    /** Gradle injects the parameters, but does not promise that it does: those of the configuration may be older. */
    private Given given() {
        try {
            return Given.of(getStartParameter(), root);
        } catch (RuntimeException e) {
            getLogger().debug("no parameters of this build", e);
            return configured;
        }
    }

    @TaskAction
    public void run() {
        List<String> command = new ArrayList<>();
        Given given = given();
        List<String> arguments = arguments(given.options());
        int code;
        try {
            command.add(path());
            command.addAll(arguments);
            ProcessBuilder process = given.process(command);
            Child.tools(process, gradleHome);
            code = Child.run(process, settings.get(), Child.Output.APART);
        } catch (IOException e) {
            throw new GradleException("jprof cannot run: " + e.getMessage(), e);
        }
        if (code != 0) {
            throw new GradleException("jprof " + arguments.get(0) + " ended with exit code " + code
                + "; its messages are above");
        }
    }

    /** Returns the path of the program. The one that reaches clouds is beside it, if arguments need it. */
    private String path() throws IOException {
        if (executable.isPresent()) {
            return executable.get().getAsFile().getPath();
        }
        String version = Coordinates.read().version();
        if (!store.isEmpty()) {
            Binary.install(store.getSingleFile().toPath(), Binary.STORE, version);
        }
        return Binary.install(program.getSingleFile().toPath(), Binary.JPROF, version).toString();
    }
}
