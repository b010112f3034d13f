package jprof.maven.plugin;

import java.io.File;
import java.net.URI;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.maven.model.InputLocation;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** A place in a pom: a file, and a line, 0 if it is not known. */
final class Place {
    final String file;
    final int line;

    private Place(String file, int line) {
        this.file = file;
        this.line = line;
    }

    /** Returns the declaration of the plugin in the pom of a project, or in those it inherits from; null for none. */
    static Plugin declaration(MavenProject project, Plugin plugin) {
        return Stream.of(project.getBuild(), project.getPluginManagement())
            .map(all -> all == null ? null : all.getPluginsAsMap().get(plugin.getKey()))
            .filter(declared -> declared != null).findFirst().orElse(null);
    }

    /** Returns the place of the configuration of a plugin, which is null if it is not declared. */
    static Place of(MavenProject project, Plugin declared) {
        File pom = project.getFile();
        return of(declared == null ? null : declared.getLocation("configuration"),
            new Place(pom == null ? "pom.xml" : pom.getPath(), 0));
    }

    /** Returns the place of an element, or that of the one around it where Maven does not know it. */
    static Place of(Xpp3Dom element, Place around) {
        return of(element.getInputLocation(), around);
    }

    private static Place of(Object location, Place otherwise) {
        if (!(location instanceof InputLocation)) { // in Maven 4 it has another type
            return otherwise;
        }
        InputLocation at = (InputLocation) location;
        String file = at.getSource() == null ? null : at.getSource().getLocation();
        if (file == null) {
            return otherwise;
        }
        if (file.startsWith("file:")) { // by Maven 4
            file = Paths.get(URI.create(file)).toString();
        }
        return new Place(file, Math.max(0, at.getLineNumber()));
    }

    /** Returns the place in the form in which settings have it. */
    Map<String, Object> entries() {
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put("file", file);
        entries.put("line", line);
        return entries;
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ", line " + line;
    }
}
