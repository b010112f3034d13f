package jprof.maven.plugin;

import java.io.File;
import java.util.AbstractMap.SimpleEntry;

import jprof.start.Json;

import org.apache.maven.model.InputLocation;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.codehaus.plexus.configuration.PlexusConfigurationException;

/** Settings of a pom. */
final class Settings {
    private Settings() {
    }

    /** Returns settings, and the place in the pom that they come from, as jprof reads them, or null for none. */
    static String of(PlexusConfiguration settings, MavenProject project, Plugin plugin)
        throws PlexusConfigurationException {
        if (settings == null || settings.getChildCount() == 0) {
            return null;
        }
        InputLocation at = plugin == null ? null : plugin.getLocation("configuration");
        boolean known = at != null && at.getSource() != null && at.getSource().getLocation() != null;
        return Json.settings(known ? at.getSource().getLocation() : nameOf(project.getFile()),
            known ? Math.max(0, at.getLineNumber()) : 0, value(settings));
    }

    /** Returns settings without their place, "" for none. */
    static String content(PlexusConfiguration settings) throws PlexusConfigurationException, MojoExecutionException {
        if (settings == null) {
            return "";
        }
        if (settings.getChildCount() == 0 && settings.getValue() != null && !settings.getValue().trim().isEmpty()) {
            throw new MojoExecutionException("<settings> has a text, and must have elements: "
                + "<settings><by-test>true</by-test></settings>");
        }
        return settings.getChildCount() == 0 ? "" : Json.settings("", 0, value(settings));
    }

    private static String nameOf(File pom) {
        return pom == null ? "pom.xml" : pom.getPath();
    }

    /** Returns the children of an element, or its text. */
    private static Object value(PlexusConfiguration element) throws PlexusConfigurationException {
        if (element.getChildCount() == 0) {
            String text = element.getValue();
            return text == null ? "" : text.trim();
        }
        Json.Entries entries = new Json.Entries();
        for (PlexusConfiguration child : element.getChildren()) {
            entries.add(new SimpleEntry<>(child.getName(), value(child)));
        }
        return entries;
    }
}
