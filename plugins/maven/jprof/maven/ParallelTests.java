package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/**
 * Finds out whether tests of a mojo may run at the same time, by what is known before their JVM starts. It does not
 * understand the settings of all frameworks: they have one word in common.
 */
final class ParallelTests {

    private static final String WORD = "parallel";

    private ParallelTests() {}

    /**
     * Reports whether tests may run at the same time, by options of Surefire, properties that it hands to the JVM, and
     * files. Choices in code, as an annotation of TestNG, are not known.
     */
    static boolean mayRun(Object mojo, Properties ofUser) {
        String mode = Fields.get(mojo, WORD, String.class);
        if (mode != null && !mode.trim().isEmpty() && !mode.equals("none")) {
            return true;
        }
        List<Object> said = new ArrayList<>();
        said.add(ofUser);
        for (String field : Arrays.asList("argLine", "properties", "systemPropertyVariables", "systemProperties")) {
            said.add(Fields.get(mojo, field, Object.class));
        }
        List<Object> files = new ArrayList<>(Fields.all(mojo, "suiteXmlFiles"));
        files.add(Fields.get(mojo, "systemPropertiesFile", File.class));
        File classes = Fields.get(mojo, "testClassesDirectory", File.class);
        for (String name : Arrays.asList("junit-platform.properties", "SpockConfig.groovy")) {
            files.add(classes == null ? null : new File(classes, name));
        }
        for (Object file : files) {
            said.add(file instanceof File ? text((File) file) : "");
        }
        return said.toString().contains(WORD);
    }

    private static String text(File file) {
        try {
            return file.isFile() ? new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
