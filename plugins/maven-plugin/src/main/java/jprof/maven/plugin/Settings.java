package jprof.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.maven.model.InputLocation;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.codehaus.plexus.configuration.PlexusConfigurationException;

/** Settings of a pom, in the form in which jprof reads them: see settings.Variable in the sources of jprof. */
final class Settings {
    /** The environment variable with the path of the file. */
    static final String VARIABLE = "JPROF_SETTINGS";

    private final StringBuilder out = new StringBuilder();

    private Settings() {
    }

    /** Writes settings, and the place in the pom that they come from, as JSON whose keys may repeat. */
    static void write(PlexusConfiguration settings, MavenProject project, Plugin plugin, Path file)
        throws IOException {
        InputLocation at = plugin == null ? null : plugin.getLocation("configuration");
        boolean known = at != null && at.getSource() != null && at.getSource().getLocation() != null;
        Settings s = new Settings();
        s.out.append("{\"file\": ");
        s.text(known ? at.getSource().getLocation() : nameOf(project.getFile()));
        s.out.append(", \"line\": ").append(known ? Math.max(0, at.getLineNumber()) : 0).append(", \"settings\": ");
        try {
            s.value(settings);
        } catch (PlexusConfigurationException e) {
            throw new IOException(e);
        }
        s.out.append("}\n");
        Files.write(file, s.out.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String nameOf(File pom) {
        return pom == null ? "pom.xml" : pom.getPath();
    }

    /** Adds the children of an element as an object, or its text. */
    private void value(PlexusConfiguration element) throws PlexusConfigurationException {
        if (element.getChildCount() == 0) {
            String text = element.getValue();
            text(text == null ? "" : text.trim());
            return;
        }
        String separator = "{";
        for (PlexusConfiguration child : element.getChildren()) {
            out.append(separator);
            text(child.getName());
            out.append(": ");
            value(child);
            separator = ", ";
        }
        out.append('}');
    }

    private void text(String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
