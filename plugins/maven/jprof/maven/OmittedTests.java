package jprof.maven;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Has a test step omit tests whose counts are carried over from an earlier run.
 *
 * <p>Classes are added to the mojo's excludes. Methods cannot be: Surefire takes them only in its parameter test, which
 * stands in the place of includes and excludes. So it is asked for the classes first, and gets the methods then, where
 * it keeps what it has read of that parameter. Before Surefire 2.19 it keeps nothing of that kind, and all of a class
 * runs. What cannot be omitted is run: jprof takes the counts of what has run.
 */
final class OmittedTests {

    private static final String EXCLUDES = "excludes";

    /** The default excludes of Surefire: nested classes. */
    private static final String USUAL = "**/*$*";

    /** The file for steps that have none of their own. */
    private static final String EVERY_STEP = "every-step";

    private OmittedTests() {}

    /** Changes a mojo, by the file of its step in a folder; there is none where all tests run. */
    static void apply(Object mojo, Path dir, String step) throws IOException {
        Path file = dir.resolve(step);
        if (!Files.exists(file)) {
            file = dir.resolve(EVERY_STEP);
        }
        if (!Files.exists(file)) {
            return;
        }
        List<String> classes = new ArrayList<>();
        List<String> methods = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            (line.contains("#") ? methods : classes).add(line.replace('.', '/'));
        }
        exclude(mojo, classes);
        // There may be none left.
        Fields.set(mojo, "failIfNoTests", Boolean.FALSE);
        if (!methods.isEmpty()) {
            excludeMethods(mojo, methods);
        }
    }

    private static void exclude(Object mojo, List<String> classes) {
        List<Object> all = new ArrayList<>();
        List<?> own = Fields.get(mojo, EXCLUDES, List.class);
        if (own != null) {
            all.addAll(own);
        }
        if (all.isEmpty() && Fields.get(mojo, "excludesFile", Object.class) == null) {
            all.add(USUAL);
        }
        for (String name : classes) {
            all.add(name + ".java");
        }
        Fields.set(mojo, EXCLUDES, all);
    }

    /** Has the providers of Surefire omit methods: they all ask the same list. */
    private static void excludeMethods(Object mojo, List<String> methods) {
        try {
            Object classes = call(mojo, "getIncludedAndExcludedTests");
            Constructor<?> list = classes.getClass().getConstructor(String.class);
            Fields.set(mojo, "specificTests", list.newInstance("!" + String.join(",!", methods)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // An older Surefire: all tests of the classes run.
        }
    }

    private static Object call(Object object, String name) throws ReflectiveOperationException {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterTypes().length == 0) {
                    method.setAccessible(true);
                    return method.invoke(object);
                }
            }
        }
        throw new NoSuchMethodException(name);
    }
}
