package jprof.gradle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

import jprof.start.Binary;

/** The group and the version of the executables of jprof in repositories: those of the plugin. */
final class Coordinates {
    private final Properties properties = new Properties();

    private Coordinates() {
    }

    static Coordinates read() {
        Coordinates c = new Coordinates();
        try (InputStream in = Coordinates.class.getResourceAsStream("program.properties")) {
            c.properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return c;
    }

    String version() {
        return properties.getProperty("version");
    }

    /** Returns the notation of a dependency on an executable for this system. */
    String of(String name) {
        return properties.getProperty("group") + ":" + name + ":" + version() + ":" + Binary.classifier() + "@exe";
    }
}
