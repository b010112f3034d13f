package jprof.maven;

import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * The source sets that a build should compile, by its goals and the effective poms: jprof compares them with those that
 * were compiled, if the build does not reach its end. Goals that start a life cycle of their own (jetty:run, site) plan
 * nothing.
 */
final class Plan {

    /** The phases of the default life cycle. */
    private static final List<String> PHASES = Arrays.asList(
            "validate", "initialize", "generate-sources", "process-sources", "generate-resources", "process-resources",
            "compile", "process-classes",
            "generate-test-sources", "process-test-sources", "generate-test-resources", "process-test-resources",
            "test-compile", "process-test-classes", "test", "prepare-package", "package",
            "pre-integration-test", "integration-test", "post-integration-test", "verify", "install", "deploy");

    private final MavenSession session;
    private final Hook hook;
    private final List<String> goals;

    private Plan(MavenSession session, Hook hook) {
        this.session = session;
        this.hook = hook;
        this.goals = goals(session);
    }

    /** Reports the source sets of all modules that the session is to build. */
    static void report(MavenSession session, Hook hook) {
        Plan plan = new Plan(session, hook);
        for (MavenProject project : session.getProjects()) {
            plan.report(project, "main", project.getCompileSourceRoots());
            plan.report(project, "test", project.getTestCompileSourceRoots());
        }
    }

    private void report(MavenProject project, String set, List<String> roots) {
        if (roots.isEmpty() || !compiles(project, set)) {
            return;
        }
        Event event = Step.about("planned", project, hook).with("set", set);
        for (int i = 0; i < roots.size(); i++) {
            event.with("root." + i + ".path", Step.absolute(project, roots.get(i)).toString());
        }
        hook.report(event);
    }

    /** The goals of the command line, else the default goal of the pom. */
    private static List<String> goals(MavenSession session) {
        List<String> typed = session.getGoals();
        String usual = session.getTopLevelProject() == null ? null : session.getTopLevelProject().getDefaultGoal();
        return typed.isEmpty() && usual != null ? Arrays.asList(usual.trim().split("\\s+")) : typed;
    }

    /** Reports whether the goals have a compiler compile this source set of the module. */
    private boolean compiles(MavenProject project, String set) {
        for (Plugin plugin : project.getBuildPlugins()) {
            for (PluginExecution execution : plugin.getExecutions()) {
                for (String goal : execution.getGoals()) {
                    boolean reached = after(phase(execution, set)) || typed(plugin, goal);
                    if (isOf(set, goal) && reached && !skipped(project, execution, set)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Reports whether a goal is a compiler's, of main or of test sources. */
    private static boolean isOf(String set, String goal) {
        return "main".equals(set) ? "compile".equals(goal) : "testCompile".equals(goal) || "test-compile".equals(goal);
    }

    /** The phase of a compiler's execution. Compilers need not name it. */
    private static String phase(PluginExecution execution, String set) {
        if (execution.getPhase() != null) {
            return execution.getPhase();
        }
        return "main".equals(set) ? "compile" : "test-compile";
    }

    /** Reports whether one of the goals is this phase or a later one. */
    private boolean after(String phase) {
        int first = PHASES.indexOf(phase);
        for (String goal : goals) {
            if (first >= 0 && PHASES.indexOf(goal) >= first) {
                return true;
            }
        }
        return false;
    }

    /** Reports whether one of the goals is this goal of the plugin, as in compiler:compile. */
    private boolean typed(Plugin plugin, String goal) {
        String prefix = plugin.getArtifactId().replaceAll("-?maven-?|-?plugin-?", "");
        for (String asked : goals) {
            List<String> parts = Arrays.asList(asked.replaceAll("@.*", "").split(":"));
            boolean named = parts.contains(prefix) || parts.contains(plugin.getArtifactId());
            if (parts.size() > 1 && named && parts.contains(goal)) {
                return true;
            }
        }
        return false;
    }

    /** Reports whether a setting makes the compiler skip the source set. */
    private boolean skipped(MavenProject project, PluginExecution execution, String set) {
        boolean main = "main".equals(set);
        String value = "${" + (main ? "maven.main.skip" : "maven.test.skip") + "}";
        if (execution.getConfiguration() instanceof Xpp3Dom) {
            Xpp3Dom own = ((Xpp3Dom) execution.getConfiguration()).getChild(main ? "skipMain" : "skip");
            value = own == null || own.getValue() == null ? value : own.getValue().trim();
        }
        if (value.startsWith("${") && value.endsWith("}")) {
            value = property(project, value.substring(2, value.length() - 1));
        }
        return "true".equalsIgnoreCase(value) || "".equals(value); // -Dmaven.test.skip is true, too
    }

    /** The value of a property, null where it has none. */
    private String property(MavenProject project, String name) {
        for (Properties p : Arrays.asList(
                session.getUserProperties(), project.getProperties(), session.getSystemProperties())) {
            if (p.getProperty(name) != null) {
                return p.getProperty(name);
            }
        }
        return null;
    }
}
