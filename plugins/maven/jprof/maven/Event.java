package jprof.maven;

import java.util.Properties;

/** A message to jprof about the build. */
final class Event {

    private final Properties properties = new Properties();

    Event(String kind) {
        with("kind", kind);
    }

    Event with(String key, String value) {
        properties.setProperty(key, value == null ? "" : value);
        return this;
    }

    String kind() {
        return properties.getProperty("kind");
    }

    Properties properties() {
        return properties;
    }
}
