package jprof.maven.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import jprof.start.Child;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.ConfigurationContainer;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.codehaus.plexus.configuration.PlexusConfigurationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;
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
    private PlexusConfiguration settings; // for Maven's list of parameters: the element itself has the places, too

    /**
     * The program to start, in place of the one that is resolved from the repositories. A relative path starts in the
     * root folder of the build.
     */
    @Parameter(property = "jprof.executable")
    private String executable;

    /** Returns the arguments of jprof for a goal. Properties that are known are those of the plugin. */
    abstract List<String> arguments(MavenSession session, String goal, Known known);

    /** Returns a name for what is done once, whichever modules ask for it. */
    abstract String once(List<String> arguments, String settings);

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip || Boolean.parseBoolean(session.getUserProperties().getProperty(SKIP))) {
            getLog().debug("skipped, as " + SKIP + " is true");
            return;
        }
        try {
            PluginDescriptor plugin = execution.getMojoDescriptor().getPluginDescriptor();
            Known known = new Known(plugin);
            Plugin declared = Place.declaration(project, execution.getPlugin());
            Place place = Place.of(project, declared);
            check(known, declared, place);
            List<String> arguments = arguments(session, execution.getGoal(), known);
            Settings settings = new Settings(execution.getConfiguration().getChild("settings"), place);
            String content = settings.content();
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
            List<String> command = new ArrayList<>();
            command.add(executable != null
                ? session.getRequest().getMultiModuleProjectDirectory().toPath().resolve(executable).toString()
                : new Program(repositories, session, project, plugin).path(arguments));
            command.addAll(arguments);
            getLog().debug("starts " + command);
            int code = Child.run(Environment.of(session, command), settings.handed(), Environment.output(session));
            if (code != 0) {
                throw new MojoFailureException("jprof " + arguments.get(0) + " ended with exit code " + code
                    + "; its messages are above");
            }
        } catch (IOException | PlexusConfigurationException e) {
            throw new MojoExecutionException("jprof cannot run: " + e.getMessage(), e);
        }
    }

    /** Returns the values of a parameter that is a list, of which Maven has made split. */
    final List<String> values(String parameter, List<String> split) {
        return Values.of(execution.getConfiguration().getChild(parameter), split);
    }

    /** Checks what users have written for the plugin, in the pom and on the command line. */
    private void check(Known known, Plugin declared, Place place) throws MojoExecutionException {
        known.check(session, getLog());
        if (declared == null) {
            return;
        }
        PluginExecution own = declared.getExecutionsAsMap().get(execution.getExecutionId());
        for (ConfigurationContainer container : Arrays.asList(declared, own == null ? declared : own)) {
            if (container.getConfiguration() instanceof Xpp3Dom) {
                known.check((Xpp3Dom) container.getConfiguration(), place);
            }
        }
    }
}
