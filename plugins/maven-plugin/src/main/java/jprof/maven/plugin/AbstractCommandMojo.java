package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.execution.MavenSession;

/** A goal that runs the command of jprof with its name, on runs that are there. */
abstract class AbstractCommandMojo extends AbstractProgramMojo {
    /** Returns the options and arguments of the command. */
    abstract List<String> options();

    @Override
    final String once(List<String> arguments, String settings) {
        return arguments + " " + settings;
    }

    @Override
    final List<String> arguments(MavenSession session, String goal) {
        List<String> all = new ArrayList<>();
        all.add(goal);
        all.addAll(options());
        return all;
    }
}
