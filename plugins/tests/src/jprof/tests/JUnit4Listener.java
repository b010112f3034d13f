package jprof.tests;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Reports tests of JUnit 4 to the recorder, where JUnit Platform does not run them. */
@RunListener.ThreadSafe
public final class JUnit4Listener extends RunListener {

    /** The thread that runs the tests, unless they have threads of their own. */
    private final Thread main = Thread.currentThread();
    /** The failures of tests under way. */
    private final Map<Description, Failed> failed = new ConcurrentHashMap<>();

    /** Build tools make it by its name. */
    public JUnit4Listener() {
    }

    @Override
    public void testSuiteStarted(Description suite) {
        String name = suite.getDisplayName();
        if (isClass(name)) {
            Recorder.begin(suite, Unit.CLASS, null, "[class:" + name + "]", name, null, null, name);
        }
    }

    @Override
    public void testSuiteFinished(Description suite) {
        finish(suite);
    }

    @Override
    public void testStarted(Description test) {
        if (Thread.currentThread() != main) {
            Recorder.parallel();
        }
        String[] name = split(test.getDisplayName());
        Recorder.begin(test, Unit.TEST, null, id(name), name[1], name[0], null, name[0]);
    }

    @Override
    public void testFinished(Description test) {
        finish(test);
    }

    private void finish(Description test) {
        Failed how = failed.remove(test);
        Recorder.end(test, how == null ? Status.PASSED : how.status, how == null ? null : how.reason);
    }

    @Override
    public void testFailure(Failure failure) {
        failed.put(failure.getDescription(), new Failed(Status.FAILED, Status.reason(failure.getException())));
    }

    @Override
    public void testAssumptionFailure(Failure failure) {
        failed.putIfAbsent(failure.getDescription(),
                new Failed(Status.ABORTED, Status.reason(failure.getException())));
    }

    @Override
    public void testIgnored(Description test) {
        String[] name = split(test.getDisplayName());
        if (name[1] != null) { // else a class, with all of its tests
            Recorder.skipped(Unit.TEST, null, id(name), name[1], name[0], null, name[0], null);
        }
    }

    /** Parts method(class), where parameters may have any text. */
    private static String[] split(String display) {
        int at = display.lastIndexOf('(');
        return at > 0 && display.endsWith(")")
                ? new String[] {display.substring(0, at), display.substring(at + 1, display.length() - 1)}
                : new String[] {display, null};
    }

    private static String id(String[] name) {
        return "[class:" + name[1] + "]/[test:" + name[0] + "]";
    }

    /** Suites are classes, parameters, or what a runner thinks of. */
    private static boolean isClass(String name) {
        if (name == null || name.isEmpty() || name.equals("null") // a suite of all classes that are run
                || !Character.isJavaIdentifierStart(name.charAt(0))) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            if (name.charAt(i) != '.' && !Character.isJavaIdentifierPart(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The failure of a test. */
    private static final class Failed {
        final int status;
        final String reason;

        Failed(int status, String reason) {
            this.status = status;
            this.reason = reason;
        }
    }
}
