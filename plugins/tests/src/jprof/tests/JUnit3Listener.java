package jprof.tests;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestListener;

/** Reports tests of JUnit 3 to the recorder, where no newer JUnit runs them. JUnit 3 reports no classes. */
public final class JUnit3Listener implements TestListener {

    private static final int TEST = 2;
    private static final int PASSED = 0;
    private static final int FAILED = 1;

    /** The tests under way. They may be equal, so that each has a key of its own. */
    private final Map<Test, Running> running = Collections.synchronizedMap(new IdentityHashMap<>());

    @Override
    public void startTest(Test test) {
        Running key = new Running();
        running.put(test, key);
        String className = test.getClass().getName();
        String method = nameOf(test);
        Recorder.begin(key, TEST, null, className + "#" + method, className, method, null, method);
    }

    @Override
    public void endTest(Test test) {
        Running key = running.remove(test);
        if (key != null) {
            Recorder.end(key, key.status, key.reason);
        }
    }

    @Override
    public void addError(Test test, Throwable t) {
        failed(test, t);
    }

    @Override
    public void addFailure(Test test, AssertionFailedError t) {
        failed(test, t);
    }

    private void failed(Test test, Throwable t) {
        Running key = running.get(test);
        if (key != null && key.status == PASSED) {
            key.status = FAILED;
            key.reason = String.valueOf(t);
        }
    }

    /** The name of a test case: that of its method. What else is a test says it as text. */
    private static String nameOf(Test test) {
        try {
            Object name = test.getClass().getMethod("getName").invoke(test);
            if (name != null) {
                return name.toString();
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // it has no such method, or one of its own that fails
        }
        try {
            return String.valueOf(test);
        } catch (RuntimeException e) {
            return "?";
        }
    }

    /** A test under way. */
    private static final class Running {
        private volatile int status = PASSED;
        private volatile String reason;
    }
}
