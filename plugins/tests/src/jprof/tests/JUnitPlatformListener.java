package jprof.tests;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.ClasspathResourceSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Reports the tests of all engines of JUnit Platform to the recorder. The platform finds it by its service file. */
public final class JUnitPlatformListener implements TestExecutionListener {

    /** A launcher has made one: other frameworks are engines of it then. */
    private static volatile boolean made;
    /** The one whose plan is under way. Launchers that a test itself starts have others, which are silent. */
    private static JUnitPlatformListener running;

    /** The platform makes one for each launcher. */
    public JUnitPlatformListener() {
        made = true;
    }

    /**
     * Reports whether the platform runs the tests of this JVM.
     *
     * @return whether it does
     */
    static boolean isUsed() {
        return made;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        synchronized (JUnitPlatformListener.class) {
            if (running == null) {
                running = this;
            }
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        synchronized (JUnitPlatformListener.class) {
            if (running == this) {
                running = null;
            }
        }
    }

    private boolean isSilent() {
        synchronized (JUnitPlatformListener.class) {
            return running != this;
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (!isSilent()) {
            String[] source = source(test);
            Recorder.begin(test.getUniqueId(), kind(test), test.getParentId().orElse(null), test.getUniqueId(),
                    source[0], source[1], source[2], test.getDisplayName());
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        if (!isSilent()) {
            String[] source = source(test);
            Recorder.skipped(kind(test), test.getParentId().orElse(null), test.getUniqueId(), source[0], source[1],
                    source[2], test.getDisplayName(), reason);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isSilent()) {
            return;
        }
        int status = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL
                ? Status.PASSED
                : result.getStatus() == TestExecutionResult.Status.ABORTED ? Status.ABORTED : Status.FAILED;
        Recorder.end(test.getUniqueId(), status, Status.reason(result.getThrowable().orElse(null)));
    }

    private static int kind(TestIdentifier test) {
        if (test.isTest()) {
            return Unit.TEST;
        }
        TestSource source = test.getSource().orElse(null);
        return source instanceof ClassSource ? Unit.CLASS : Unit.CONTAINER;
    }

    /** The class, the method and the types of its parameters; null for what the test does not have. */
    private static String[] source(TestIdentifier test) {
        TestSource source = test.getSource().orElse(null);
        if (source instanceof MethodSource) {
            MethodSource m = (MethodSource) source;
            return new String[] {m.getClassName(), m.getMethodName(), m.getMethodParameterTypes()};
        }
        if (source instanceof ClasspathResourceSource) { // a scenario in a file
            return new String[] {((ClasspathResourceSource) source).getClasspathResourceName(),
                test.isTest() ? test.getDisplayName() : null, null};
        }
        return new String[] {source instanceof ClassSource ? ((ClassSource) source).getClassName() : null, null, null};
    }
}
