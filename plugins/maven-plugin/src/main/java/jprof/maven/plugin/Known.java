package jprof.maven.plugin;

import java.util.Collection;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugin.logging.Log;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.codehaus.plexus.configuration.PlexusConfigurationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** The names that the goals of the plugin know. Maven ignores all others, so that a misspelt one has no effect. */
final class Known {
    private static final String START = "jprof.";

    private final SortedSet<String> elements = new TreeSet<>();
    private final SortedSet<String> properties = new TreeSet<>();

    Known(PluginDescriptor plugin) throws PlexusConfigurationException {
        for (MojoDescriptor mojo : plugin.getMojos()) {
            if (mojo.getGoal().equals("help")) {
                continue; // its parameters are for command lines
            }
            mojo.getParameters().stream().filter(Parameter::isEditable).map(Parameter::getName).forEach(elements::add);
            for (PlexusConfiguration parameter : mojo.getMojoConfiguration().getChildren()) {
                String expression = Objects.toString(parameter.getValue(null), "");
                if (expression.startsWith("${" + START)) {
                    properties.add(expression.substring(2, expression.length() - 1));
                }
            }
        }
    }

    /** Returns the properties of the plugin, all of which start with jprof and a dot. */
    SortedSet<String> properties() {
        return properties;
    }

    /** Throws an exception for an element of a configuration that no goal has. */
    void check(Xpp3Dom configuration, Place around) throws MojoExecutionException {
        for (Xpp3Dom element : configuration.getChildren()) {
            String name = element.getName();
            if (!elements.contains(name)) {
                String near = nearest(name, elements);
                throw new MojoExecutionException(Place.of(element, around) + ": the plugin has no element <" + name
                    + ">" + (near == null ? "" : ": did you mean <" + near + ">?") + " Its elements are "
                    + String.join(", ", elements));
            }
        }
    }

    /**
     * Checks the properties of the command line that start as those of the plugin do. One that is like one of the
     * plugin is an error. Others, and those that a pom has, are the project's own.
     */
    void check(MavenSession session, Log log) throws MojoExecutionException {
        for (String name : session.getUserProperties().stringPropertyNames()) {
            if (!name.startsWith(START) || properties.contains(name)
                || session.getProjects().stream().anyMatch(p -> p.getProperties().containsKey(name))) {
                continue;
            }
            String near = nearest(name, properties);
            if (near != null) {
                throw new MojoExecutionException("the plugin has no property " + name + ": did you mean -D" + near
                    + "? If it is the project's own, declare it in the pom");
            }
            log.warn("the plugin has no property " + name + ", which is taken for the project's own. Its properties "
                + "are " + String.join(", ", properties));
        }
    }

    /** Returns the most similar one of some names, or null if none is similar. */
    private static String nearest(String typed, Collection<String> names) {
        String nearest = null;
        int least = Math.max(1, without(typed).length() / 3) + 1;
        for (String name : names) {
            int n = distance(without(typed), without(name));
            if (n < least) {
                least = n;
                nearest = name;
            }
        }
        return nearest;
    }

    private static String without(String property) {
        return property.startsWith(START) ? property.substring(START.length()) : property;
    }

    /** Returns how many letters have to be inserted, removed or replaced to make one word of another. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
