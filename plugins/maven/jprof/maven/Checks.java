package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;

/**
 * Plugins that read class files or coverage, and would see the helper classes and the counters. No check may fail
 * because of jprof's code: a plugin that can ignore the helper classes does so; one that cannot bear the counters
 * themselves is skipped, or does not fail the build.
 */
final class Checks {

    /** The start of the names of helper classes. */
    static final String PREFIX = "__Counter";

    private static final String FILES = "**/" + PREFIX + "*";

    private static final String CLASSES = "**." + PREFIX + "*," + PREFIX + "*"; // as ProGuard writes it

    private static final String IGNORED = "(?s).*" + PREFIX + "[0-9a-f]{8}.*";

    private static final String SIZE_LIMIT = "requireFilesSize"; // a rule of Enforcer

    private Checks() {}

    /**
     * Keeps a mojo to the user's own classes, if it is one of those known here.
     *
     * @param counters whether the classes that it reads have counters; asked only where it matters
     * @return the check that is not enforced, because it is skipped or cannot fail the build; null for none
     */
    static String adapt(String plugin, String goal, Object mojo, BooleanSupplier counters) {
        if ("maven-enforcer-plugin".equals(plugin)) {
            return limitsSize(mojo) && counters.getAsBoolean() && dropSizeLimit(mojo) ? SIZE_LIMIT : null;
        }
        return disable(plugin, goal, mojo, counters) ? goal : null;
    }

    /** As adapt, for plugins whose goals are a check each. */
    private static boolean disable(String plugin, String goal, Object mojo, BooleanSupplier counters) {
        switch (plugin) {
            case "jacoco-maven-plugin":
                if (!goal.startsWith("prepare-agent")) { // reports and checks exclude by file, the agent otherwise
                    add(mojo, "excludes", FILES);
                }
                return goal.startsWith("check") && replaced(mojo, "haltOnFailure", true, counters);
            case "forbiddenapis":
                add(mojo, "excludes", FILES + ".class");
                return false;
            case "modernizer-maven-plugin":
                add(mojo, "ignoreClassNamePatterns", "(.*[./])?__Counter[0-9a-f]{8}(\\$.*)?");
                return false;
            case "japicmp-maven-plugin":
                add(made(mojo, "parameter"), "excludes", "*.__Counter*", "__Counter*");
                return false;
            case "proguard-maven-plugin": // would give the helper classes names that only what it writes knows
                add(mojo, "options", "-keep class " + CLASSES + " { *; }", "-dontnote " + CLASSES);
                return false;
            case "arch-unit-maven-plugin":
                add(mojo, "excludedPaths", "__Counter");
                return false;
            case "revapi-maven-plugin": // a class that was added may be a problem
                return goal.startsWith("check") && replaced(mojo, "failBuildOnProblemsFound", true, counters);
            case "spotbugs-maven-plugin": // reasons about null, for one, in ways that counters between operands confuse
            case "findbugs-maven-plugin":
                return replaced(mojo, "skip", false, counters);
            case "clover-maven-plugin": // has its own copies of sources compiled, where jprof's would be
            case "maven-clover2-plugin":
                return replaced(mojo, "skip", false, () -> true) && goal.startsWith("check");
            case "cobertura-maven-plugin": // a part of "check" has the switch
                return goal.startsWith("check")
                        && replaced(Fields.get(mojo, "check", Object.class), "haltOnFailure", true, counters);
            case "pitest-maven": // changes counters, too, and runs the tests again for each change
                return goal.endsWith("utationCoverage") && replaced(mojo, "skip", false, counters);
            case "maven-bundle-plugin": // compares the exports of a package with those before
            case "bnd-baseline-maven-plugin":
                return goal.startsWith("baseline") && replaced(mojo, "skip", false, counters);
            case "animal-sniffer-maven-plugin": // checks calls of methods that an older Java or Android does not have
                return goal.startsWith("check") && replaced(mojo, "skip", false, counters);
            default:
                return false;
        }
    }

    /** Turns a field of a mojo around, if it has that value; reports whether it did. */
    private static boolean replaced(Object mojo, String field, boolean value, BooleanSupplier counters) {
        return mojo != null
                && Boolean.valueOf(value).equals(Fields.get(mojo, field, Boolean.class))
                && counters.getAsBoolean()
                && Fields.set(mojo, field, !value);
    }

    /** Reports whether Enforcer limits the size of the artifact, which has the helper classes. */
    private static boolean limitsSize(Object enforcer) {
        PlexusConfiguration rules = Fields.get(enforcer, "rules", PlexusConfiguration.class);
        PlexusConfiguration rule = rules == null ? null : rules.getChild(SIZE_LIMIT, false);
        return rule != null && rule.getChild("files", false) == null;
    }

    private static boolean dropSizeLimit(Object enforcer) {
        Fields.set(enforcer, "failIfNoRules", Boolean.FALSE); // it may be the only one
        return add(enforcer, "rulesToSkip", SIZE_LIMIT);
    }

    /** Reports whether there are helper classes in a folder of classes. */
    static boolean haveHelpers(Path classes) {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(PREFIX));
        } catch (IOException | UncheckedIOException e) {
            return false; // as for a folder that is not there
        }
    }

    /** Reports whether an argument of javac is that of Error Prone. */
    static boolean isErrorProne(Object arg) {
        return arg instanceof String && ((String) arg).trim().startsWith("-Xplugin:ErrorProne");
    }

    /** The argument of Error Prone, with the helper classes among the files that it excludes, without some checks. */
    static String errorProne(String arg, List<String> off) {
        String excluded = "-XepExcludedPaths:";
        String files = ".*/__Counter[0-9a-f]+[.]java"; // no backslash: javac may read it from a file
        String adapted = arg.contains(excluded)
                ? arg.replaceAll(excluded + "(\\S+)", excluded + "(?:$1)|" + files)
                : arg + " " + excluded + files;
        if (off.isEmpty()) {
            return adapted;
        }
        String ignored = " -XepIgnoreUnknownCheckNames"; // not each version has all checks
        return adapted + ignored + off.stream().map(check -> " -Xep:" + check + ":OFF").collect(Collectors.joining());
    }

    /**
     * Makes ArchUnit's tests ignore their findings about helper classes: the file of patterns that ArchUnit reads from
     * the class path gets one for their names.
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

    /** Adds values to a field that holds a list, a set or an array of strings, or null; reports whether it did. */
    private static boolean add(Object object, String name, String... values) {
        Field field = object == null ? null : Fields.find(object, name);
        if (field == null) {
            return false;
        }
        boolean isSet = Set.class.isAssignableFrom(field.getType());
        Collection<Object> all = isSet ? new LinkedHashSet<>() : new ArrayList<>();
        Collection<?> own = Fields.get(object, name, Collection.class);
        if (own != null) {
            all.addAll(own);
        }
        String[] array = Fields.get(object, name, String[].class);
        if (array != null) {
            all.addAll(Arrays.asList(array));
        }
        all.addAll(Arrays.asList(values));
        Object value = field.getType().isArray() ? all.toArray(new String[0]) : all;
        return Fields.set(object, name, value);
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
