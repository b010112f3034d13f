package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.execution.MavenSession;

/** A goal that runs the command of jprof with its name, on runs that are there. */
abstract class AbstractCommandMojo extends AbstractProgramMojo {
    /** Returns the options and arguments of the command: the parameter with the name of the goal and Options. */
    abstract List<String> options();

    @Override
    final String once(List<String> arguments, String settings) {
        return arguments + " " + settings;
    }

    @Override
    final List<String> arguments(MavenSession session, String goal, Known known) {
        List<String> all = new ArrayList<>();
        all.add(goal);
        all.addAll(values(goal + "Options", options()));
        return all;
    }
}
