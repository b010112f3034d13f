package jprof.gradle;

import javax.inject.Inject;

import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;

/** The block {@code jprof { ... }} of a build file. */
public class JprofExtension {
    private final MapProperty<String, Object> settings;
    private final ListProperty<String> tasks;
    private final ListProperty<String> options;
    private final RegularFileProperty executable;

    @Inject
    public JprofExtension(ObjectFactory objects) {
        settings = objects.mapProperty(String.class, Object.class).empty();
        tasks = objects.listProperty(String.class).empty();
        options = objects.listProperty(String.class).empty();
        executable = objects.fileProperty();
    }

    /**
     * Settings of jprof, with the names and the structure of jprof.yaml. What is here and in jprof.yaml is an error.
     * Commands in a shell do not read these settings: they read jprof.yaml.
     */
    public MapProperty<String, Object> getSettings() {
        return settings;
    }

    /** The tasks that jprofTest builds under jprof, as on a command line in the root folder. Default: test. */
    public ListProperty<String> getTasks() {
        return tasks;
    }

    /** Options of {@code jprof gradle} for jprofTest, such as {@code --by-test}. Gradle gets all others. */
    public ListProperty<String> getOptions() {
        return options;
    }

    /** The program to start, in place of the one from the repositories of the project. */
    public RegularFileProperty getExecutable() {
        return executable;
    }
}
