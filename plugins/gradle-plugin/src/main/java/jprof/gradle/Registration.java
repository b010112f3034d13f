package jprof.gradle;

import java.util.Collections;

import jprof.start.Binary;
import jprof.start.Json;

import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.RegularFile;
import org.gradle.api.invocation.Gradle;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.language.base.plugins.LifecycleBasePlugin;

/** The extension and the tasks of a project. */
final class Registration {
    private Registration() {
    }

    static void of(Project project) {
        JprofExtension jprof = project.getExtensions().create("jprof", JprofExtension.class);
        project.getTasks().withType(JprofTask.class).configureEach(task -> prepare(project, jprof, task));
        TaskProvider<JprofBuild> test = project.getTasks().register("jprofTest", JprofBuild.class, task -> {
            task.setDescription("Builds and tests a copy of the project with counters: jprof gradle test.");
            task.getOptions().set(jprof.getOptions());
            String usual = project.getPath().equals(":") ? "test" : project.getPath() + ":test";
            task.getTasks().set(jprof.getTasks().map(
                tasks -> tasks.isEmpty() ? Collections.singletonList(usual) : tasks));
        });
        command(project, test, "report", "Writes the report of the newest run: jprof report.");
        command(project, test, "check", "Fails if the newest run does not pass the gates: jprof check.");
    }

    private static void command(Project project, TaskProvider<JprofBuild> test, String command, String does) {
        String name = "jprof" + Character.toUpperCase(command.charAt(0)) + command.substring(1);
        project.getTasks().register(name, JprofCommand.class, task -> {
            task.setDescription(does);
            task.getCommand().set(command);
            task.mustRunAfter(test);
        });
    }

    /** Sets what all tasks of jprof have in common. */
    private static void prepare(Project project, JprofExtension jprof, JprofTask task) {
        task.setGroup(LifecycleBasePlugin.VERIFICATION_GROUP);
        Gradle gradle = project.getGradle();
        task.build(project.getRootDir(), gradle.getGradleHomeDir(), gradle.getStartParameter());
        task.getExecutable().set(jprof.getExecutable());
        String file = project.getBuildFile().getPath();
        task.getSettings().set(jprof.getSettings().map(all -> Json.settings(file, 0, all, Collections.emptyList())));
        Configuration program = executable(project, Binary.JPROF);
        Configuration store = executable(project, Binary.STORE);
        Provider<RegularFile> own = task.getExecutable();
        task.getProgram().from(project.provider(
            () -> own.isPresent() ? Collections.emptyList() : program));
        task.getStore().from(project.provider(
            () -> !own.isPresent() && Binary.needsStore(task.getOptions().get()) ? store : Collections.emptyList()));
    }

    /** Returns an executable of jprof in the repositories of the project, which are asked when a task runs. */
    private static Configuration executable(Project project, String name) {
        return project.getConfigurations().detachedConfiguration(
            project.getDependencies().create(Coordinates.read().of(name)));
    }
}
