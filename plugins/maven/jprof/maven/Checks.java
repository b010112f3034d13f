package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.maven.project.MavenProject;

/**
 * Plugins that look at class files and would see the helper classes. Each is told to leave them out, in
 * its own way, so that no check fails for what is none of the user's code; those that have no such
 * option, or stumble over the counters themselves, are skipped, of which they tell themselves.
 */
final class Checks {

    private static final String FILES = "**/__Counter*";

    private static final String IGNORED = "(?s).*__Counter[0-9a-f]{8}.*";

    private Checks() {}

    /** Keeps a mojo to the user's own classes, if it is one of those known here. */
    static void leaveOutHelpers(String plugin, String goal, Object mojo) {
        switch (plugin) {
            case "jacoco-maven-plugin":
                if (!goal.startsWith("prepare-agent")) { // reports and checks exclude by file, the agent otherwise
                    add(mojo, "excludes", FILES);
                }
                break;
            case "forbiddenapis":
                add(mojo, "excludes", FILES + ".class");
                break;
            case "modernizer-maven-plugin":
                add(mojo, "ignoreClassNamePatterns", "(.*[./])?__Counter[0-9a-f]{8}(\\$.*)?");
                break;
            case "japicmp-maven-plugin":
                add(made(mojo, "parameter"), "excludes", "*.__Counter*", "__Counter*");
                break;
            case "spotbugs-maven-plugin": // reasons about null, for one, in ways that counters between operands confuse
            case "findbugs-maven-plugin":
                Fields.set(mojo, "skip", Boolean.TRUE);
                break;
            case "maven-bundle-plugin": // whether a package exports more than before
            case "bnd-baseline-maven-plugin":
                if (goal.startsWith("baseline")) {
                    Fields.set(mojo, "skip", Boolean.TRUE);
                }
                break;
            case "animal-sniffer-maven-plugin": // calls of what an older Java or Android has not
                if (goal.startsWith("check")) {
                    Fields.set(mojo, "skip", Boolean.TRUE);
                }
                break;
            default:
        }
    }

    /** An argument of javac; if it is that of Error Prone, with the files of helper classes among those that it excludes. */
    static String errorProne(String arg) {
        if (!arg.trim().startsWith("-Xplugin:ErrorProne")) {
            return arg;
        }
        String excluded = "-XepExcludedPaths:";
        String files = ".*/__Counter[0-9a-f]+[.]java"; // no backslash: javac may read it from a file
        return arg.contains(excluded)
                ? arg.replaceAll(excluded + "(\\S+)", excluded + "(?:$1)|" + files)
                : arg + " " + excluded + files;
    }

    /**
     * Has the tests that ArchUnit makes of classes ignore what they find out about the helper classes: the
     * file of patterns that it reads from the class path gets one for their names.
     *
     * @param classes the folder of the classes of tests
     */
    static void ignoreHelpers(MavenProject project, File classes) throws IOException {
        if (classes == null || !classes.isDirectory()
                || project.getArtifacts().stream().noneMatch(a -> "com.tngtech.archunit".equals(a.getGroupId()))) {
            return;
        }
        Path file = classes.toPath().resolve("archunit_ignore_patterns.txt");
        String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        if (!text.contains(IGNORED)) {
            Files.write(file, (text + "\n" + IGNORED + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Adds to a field that holds a list, a set or an array of strings, or nothing. */
    private static void add(Object object, String name, String... values) {
        Field field = object == null ? null : Fields.find(object, name);
        if (field == null) {
            return;
        }
        Collection<Object> all = Set.class.isAssignableFrom(field.getType()) ? new LinkedHashSet<>() : new ArrayList<>();
        Collection<?> own = Fields.get(object, name, Collection.class);
        if (own != null) {
            all.addAll(own);
        }
        String[] array = Fields.get(object, name, String[].class);
        if (array != null) {
            all.addAll(Arrays.asList(array));
        }
        all.addAll(Arrays.asList(values));
        Fields.set(object, name, field.getType().isArray() ? all.toArray(new String[0]) : all);
    }

    /** The object that a field holds; a new one where there was none, null where none can be made. */
    private static Object made(Object object, String name) {
        Object value = Fields.get(object, name, Object.class);
        Field field = Fields.find(object, name);
        if (value != null || field == null) {
            return value;
        }
        try {
            value = field.getType().getDeclaredConstructor().newInstance();
            return Fields.set(object, name, value) ? value : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
