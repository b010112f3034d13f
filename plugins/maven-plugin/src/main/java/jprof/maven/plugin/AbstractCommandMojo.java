package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.apache.maven.execution.MavenSession;

/** A goal that runs a command of jprof on runs that are there. */
abstract class AbstractCommandMojo extends AbstractProgramMojo {
    /** Returns the name of the command. */
    abstract String command();

    /** Returns its options and arguments. */
    abstract List<String> options();

    @Override
    final String once(List<String> arguments, String settings) {
        return arguments + " " + settings;
    }

    @Override
    final List<String> arguments(MavenSession session) {
        List<String> all = new ArrayList<>();
        all.add(command());
        all.addAll(options());
        return all;
    }
}
