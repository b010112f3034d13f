package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal that starts a build under jprof: {@code jprof mvn}, with what the user has given to Maven. */
abstract class AbstractBuildMojo extends AbstractProgramMojo {
    /** Options of {@code jprof mvn}, separated by commas, such as {@code --by-test,--affected=origin/main}. */
    @Parameter(property = "jprof.options")
    private List<String> options = new ArrayList<>();

    /** The goals of the build under jprof, separated by commas, in place of the one that has the name of this goal. */
    @Parameter(property = "jprof.goals")
    private List<String> goals = new ArrayList<>();

    @Override
    final String once(List<String> arguments, String settings) {
        return "";
    }

    @Override
    final List<String> arguments(MavenSession session, String goal) {
        List<String> all = new ArrayList<>();
        all.add("mvn");
        all.addAll(options);
        all.addAll(CommandLine.of(session.getRequest()));
        all.addAll(goals.isEmpty() ? Collections.singletonList(goal) : goals);
        return all;
    }
}
