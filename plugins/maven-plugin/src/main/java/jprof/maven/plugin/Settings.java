package jprof.maven.plugin;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import jprof.start.Json;

import org.apache.maven.plugin.MojoExecutionException;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** Settings of a pom. */
final class Settings {
    private final Object values; // null for none
    private final List<Map<String, Object>> places = new ArrayList<>(); // of all elements below, in their order
    private final Place place;

    /** Takes an element of a configuration. It is null if there is none. */
    Settings(Xpp3Dom element, Place configuration) throws MojoExecutionException {
        boolean empty = element == null || element.getChildCount() == 0;
        if (element != null && empty && !text(element).isEmpty()) {
            throw new MojoExecutionException("<settings> has a text, and must have elements: "
                + "<settings><by-test>true</by-test></settings>");
        }
        place = empty ? configuration : Place.of(element, configuration);
        values = empty ? null : value(element, place);
    }

    /** Returns the settings with their places, as jprof reads them, or null for none. */
    String handed() {
        return values == null ? null : Json.settings(place.file, place.line, values, places);
    }

    /** Returns the settings without their places, "" for none. */
    String content() {
        return values == null ? "" : Json.settings("", 0, values, Collections.emptyList());
    }

    /** Returns the children of an element at a place, or its text. It adds the places of all elements below. */
    private Object value(Xpp3Dom element, Place at) {
        if (element.getChildCount() == 0) {
            return text(element);
        }
        Json.Entries entries = new Json.Entries();
        for (Xpp3Dom child : element.getChildren()) {
            Place below = Place.of(child, at);
            places.add(below.entries());
            entries.add(new SimpleEntry<>(child.getName(), value(child, below)));
        }
        return entries;
    }

    private static String text(Xpp3Dom element) {
        return element.getValue() == null ? "" : element.getValue().trim();
    }
}
