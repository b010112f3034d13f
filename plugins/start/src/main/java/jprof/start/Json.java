package jprof.start;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Settings of a build file, in the form in which jprof reads them: see settings.Variable in the sources of jprof. */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {
    }

    /** The entries of a map whose keys may repeat. */
    public static final class Entries extends ArrayList<Map.Entry<String, Object>> {
        private static final long serialVersionUID = 1;
    }

    /**
     * Returns settings, and the place that they come from. The line is 0 if it is not known. Values are maps, entries,
     * iterables, numbers, truth values, null, or texts. There is a place for each key of the settings, in their order,
     * or there are none.
     */
    public static String settings(String file, int line, Object settings, List<?> places) {
        Json json = new Json();
        json.out.append("{\"file\": ");
        json.text(file);
        json.out.append(", \"line\": ").append(line).append(", \"settings\": ");
        json.value(settings);
        json.out.append(", \"places\": ");
        json.value(places);
        return json.out.append('}').toString();
    }

    private void value(Object value) {
        if (value instanceof Map) {
            object(((Map<?, ?>) value).entrySet());
        } else if (value instanceof Entries) {
            object((Entries) value);
        } else if (value instanceof Iterable) {
            list((Iterable<?>) value);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            text(value.toString());
        }
    }

    private void object(Iterable<? extends Map.Entry<?, ?>> entries) {
        String separator = "";
        out.append('{');
        for (Map.Entry<?, ?> entry : entries) {
            out.append(separator);
            text(entry.getKey().toString());
            out.append(": ");
            value(entry.getValue());
            separator = ", ";
        }
        out.append('}');
    }

    private void list(Iterable<?> values) {
        String separator = "";
        out.append('[');
        for (Object value : values) {
            out.append(separator);
            value(value);
            separator = ", ";
        }
        out.append(']');
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
