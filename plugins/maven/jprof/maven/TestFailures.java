package jprof.maven;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.plugin.MojoFailureException;

/**
 * What Surefire, Failsafe and similar plugins say last about tests that failed. It is the message of the failure of
 * their goal or, if the build ignores failures (testFailureIgnore), an error in its log.
 */
final class TestFailures {

    /** The sentences about failed tests, flaky ones and files, and the rest; 3 omits the first one after errors. */
    private static final Pattern SUMMARY = Pattern.compile(
            "(There are test failures\\.)?"
                    + "(\\s*There (?:is|are) \\d+ flakes? and failOnFlakeCount is set to \\d+\\.)?"
                    + "(\\s*(?:Please refer to|See) [^\n]* for the individual test results\\.)?"
                    + "(?:\\s*(?:Please refer to|See) dump files [^\n]*)?\\s*(.*)",
            Pattern.DOTALL);

    private static final String TIMEOUT = "There was a timeout";

    private final Step step;
    private volatile Matcher heard; // the last message in the log, null for none

    /** Listens to a goal that runs tests. */
    TestFailures(Step step) {
        this.step = step;
        MojoLog.listen(step, this::hear);
    }

    private void hear(Object log, Class<?> type, String level, String text) {
        Matcher summary = "error".equals(level) ? summary(text) : null;
        if (summary != null) {
            heard = summary;
        }
    }

    /**
     * Reports that tests have failed and the goal has not. The message has what was said beside, because a JVM of tests
     * crashed or took too long.
     */
    void report(Hook hook) {
        Matcher m = heard;
        boolean flaky = m != null && m.group(1) == null && m.group(2) != null && m.group(4).isEmpty();
        if (m != null && !flaky) {
            hook.report(step.event("tests-failed").with("message", m.group(4)));
        }
    }

    /**
     * Reports whether a goal failed for nothing but tests that failed. If a JVM of tests crashed or took too long,
     * Surefire gives a cause, and Failsafe says more.
     */
    static boolean only(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MojoFailureException) {
                Matcher m = summary(String.valueOf(cause.getMessage()));
                return cause.getCause() == null && m != null && m.group(2) == null && m.group(4).isEmpty();
            }
        }
        return false;
    }

    /** Returns the parts of a message, null if it is another one. */
    private static Matcher summary(String text) {
        Matcher m = SUMMARY.matcher(text);
        return m.matches() && (m.group(1) != null || m.group(3) != null || m.group(4).startsWith(TIMEOUT)) ? m : null;
    }
}
