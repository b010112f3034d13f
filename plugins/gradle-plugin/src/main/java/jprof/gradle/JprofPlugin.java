package jprof.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.util.GradleVersion;

/** Adds the tasks jprofTest, jprofReport and jprofCheck, and the extension jprof, to a project. */
public class JprofPlugin implements Plugin<Project> {
    private static final String OLDEST = "5.6";

    @Override
    public void apply(Project project) {
        if (GradleVersion.current().compareTo(GradleVersion.version(OLDEST)) < 0) {
            throw new GradleException("the plugin of jprof needs Gradle " + OLDEST + " or later: this is "
                + GradleVersion.current().getVersion() + ". The command jprof gradle needs no plugin");
        }
        Registration.of(project); // older versions cannot load this class
    }
}
