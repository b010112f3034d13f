package jprof.maven;

import java.io.File;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compiler's log of errors. With -Werror the failure itself names no file, but the warnings before it do. The
 * failure of the compiler plugin for Maven 4 never names one.
 */
final class Complaints {

    private static final int LIMIT = 1 << 20; // characters; a build may have very many warnings

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    /** The place in a message of the compiler plugin for Maven 4: "code too large\n    at src/A.java[2,16]". */
    private static final Pattern PLACE = Pattern.compile("(?s)(.*)\\R    at (\\V+\\.java)(\\[\\d+(?:,\\d+)?\\])?\\s*");

    private final Step step;
    private final StringBuffer warnings = new StringBuffer();
    private volatile boolean quiet; // the build prints no warnings: mvn -q
    private final StringBuffer errors = new StringBuffer();

    private Complaints(Step step) {
        this.step = step;
    }

    /** Listens to the log of the mojo. Where that does not work, there are no messages. */
    static Complaints of(Step step) {
        Complaints complaints = new Complaints(step);
        MojoLog.listen(step, complaints::record);
        return complaints;
    }

    private void record(Object log, Class<?> type, String level, String text) {
        if ("warn".equals(level)) {
            quiet = Boolean.FALSE.equals(Fields.call(log, "isWarnEnabled"));
            add(warnings, text);
        } else if ("error".equals(level) && MojoLog.LOG4.equals(type.getName())) {
            add(errors, text);
        }
    }

    private void add(StringBuffer to, String text) {
        if (to.length() < LIMIT) {
            to.append(placed(COLOUR.matcher(text).replaceAll(""))).append('\n');
        }
    }

    /** The message with its place in front, and with the whole path, as the plugin for Maven 3 prints it. */
    private String placed(String text) {
        Matcher m = PLACE.matcher(text);
        if (!m.matches()) {
            return text;
        }
        // The path is relative to the root of the project, and several folders may be that.
        for (File dir : step.folders()) {
            File file = dir.toPath().resolve(m.group(2)).normalize().toFile();
            if (file.isFile()) {
                return file + ":" + (m.group(3) == null ? "" : m.group(3)) + " " + m.group(1);
            }
        }
        return text;
    }

    String warnings() {
        return warnings.toString();
    }

    /** The warnings that the build has printed. */
    String printed() {
        return quiet ? "" : warnings();
    }

    /** The errors that the compiler plugin for Maven 4 logged, "" for the one for Maven 3. */
    String errors() {
        return errors.toString();
    }
}
