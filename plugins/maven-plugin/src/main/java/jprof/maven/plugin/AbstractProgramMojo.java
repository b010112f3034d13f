package jprof.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import jprof.start.Child;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.codehaus.plexus.configuration.PlexusConfigurationException;
import org.eclipse.aether.RepositorySystem;

/** A goal that starts jprof once, in the folder in which Maven was started, and ends as it ends. */
abstract class AbstractProgramMojo extends AbstractMojo {
    /** The property by which jprof keeps its own builds from starting it again. */
    private static final String SKIP = "jprof.skip";

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution execution;

    @Component
    private RepositorySystem repositories;

    /** If true, the goal does nothing. */
    @Parameter(property = SKIP, defaultValue = "false")
    private boolean skip;

    /**
     * Settings of jprof, with the names and the structure of jprof.yaml. The elements of a list may have any name:
     *
     * <pre>{@code
     * <settings>
     *   <skip><file>**&#47;MustNotChange.java</file></skip>
     *   <check><lines>80</lines></check>
     * </settings>
     * }</pre>
     *
     * Whatever is here and in jprof.yaml is an error. Commands in a shell do not read these settings: they read
     * jprof.yaml.
     */
    @Parameter
    private PlexusConfiguration settings;

    /** The program to start, in place of the one that is resolved from the repositories. */
    @Parameter(property = "jprof.executable")
    private File executable;

    /** Returns the arguments of jprof for a goal. */
    abstract List<String> arguments(MavenSession session, String goal);

    /** Returns a name for what is done once, whichever modules ask for it. */
    abstract String once(List<String> arguments, String settings);

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip || Boolean.parseBoolean(session.getUserProperties().getProperty(SKIP))) {
            getLog().debug("skipped, as " + SKIP + " is true");
            return;
        }
        List<String> arguments = arguments(session, execution.getGoal());
        try {
            String content = Settings.content(settings);
            Object done = session.getRequest().getData().putIfAbsent("jprof " + execution.getGoal() + " "
                + execution.getExecutionId() + " " + once(arguments, content), content);
            if (done != null && !done.equals(content)) {
                throw new MojoExecutionException("this module has other settings of jprof than one before it, and one "
                    + "build counts all modules: put the settings into the parent pom, or into jprof.yaml");
            }
            if (done != null) {
                getLog().info("done once for all modules");
                return;
            }
            Program program = new Program(repositories, session, project, execution.getMojoDescriptor()
                .getPluginDescriptor());
            List<String> command = new ArrayList<>();
            command.add(executable != null ? executable.getPath() : program.path(arguments));
            command.addAll(arguments);
            String handed = Settings.of(settings, project, project.getPlugin(execution.getPlugin().getKey()));
            getLog().debug("starts " + command);
            int code = Child.run(Environment.of(session, command), handed, System.console() != null);
            if (code != 0) {
                throw new MojoFailureException("jprof " + arguments.get(0) + " ended with exit code " + code
                    + "; its messages are above");
            }
        } catch (IOException | PlexusConfigurationException e) {
            throw new MojoExecutionException("jprof cannot run: " + e.getMessage(), e);
        }
    }
}
