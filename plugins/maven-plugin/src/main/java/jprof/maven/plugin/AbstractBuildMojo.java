package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal that starts a build under jprof: {@code jprof mvn}, with what the user has given to Maven. */
abstract class AbstractBuildMojo extends AbstractProgramMojo {
    /**
     * Options of {@code jprof mvn}, separated by commas, such as {@code --by-test,--affected=origin/main}. In a text,
     * {@code \,} is a comma of an option.
     */
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
    final List<String> arguments(MavenSession session, String goal, Known known) {
        List<String> all = new ArrayList<>();
        all.add("mvn");
        all.addAll(values("options", options));
        all.addAll(CommandLine.of(session.getRequest(), known.properties()));
        List<String> given = values("goals", goals);
        all.addAll(given.isEmpty() ? Collections.singletonList(goal) : given);
        return all;
    }
}
