package jprof.maven.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import org.codehaus.plexus.util.xml.Xpp3Dom;

/** The values of a parameter that is a list. */
final class Values {
    private Values() {
    }

    /**
     * Returns the values that Maven has made of an element. Elements below it are values as they are. A text, which may
     * be that of a property, was split at all commas. A comma after a backslash belongs to a value.
     */
    static List<String> of(Xpp3Dom element, List<String> split) {
        if (element != null && element.getChildCount() > 0) {
            return split.stream().filter(Objects::nonNull).collect(Collectors.toList());
        }
        List<String> values = new ArrayList<>();
        String begun = "";
        for (String piece : split) {
            if (piece != null && piece.endsWith("\\")) {
                begun += piece.substring(0, piece.length() - 1) + ",";
                continue;
            }
            String value = (begun + Objects.toString(piece, "")).trim();
            begun = "";
            if (!value.isEmpty()) {
                values.add(value);
            }
        }
        if (!begun.isEmpty()) {
            values.add(begun.substring(0, begun.length() - 1).trim() + "\\"); // nothing follows the last backslash
        }
        return values;
    }
}
