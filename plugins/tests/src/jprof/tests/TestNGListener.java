package jprof.tests;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestResult;

/** Reports tests of TestNG to the recorder, where it does not run as an engine of JUnit Platform. */
public final class TestNGListener implements ITestListener {

    /** The thread that runs the tests, unless they have threads of their own. */
    private final Thread main = Thread.currentThread();
    /** The IDs of what has begun: versions differ in whether a test that is skipped does. */
    private final Map<ITestResult, String> begun = new ConcurrentHashMap<>();
    private final TestNGNames names = new TestNGNames();

    /** TestNG makes it by its name. */
    public TestNGListener() {
    }

    /** Reports whether JUnit Platform reports the tests: TestNG itself tries them out first. */
    private static boolean isSilent() {
        try {
            return JUnitPlatformListener.isUsed();
        } catch (LinkageError e) {
            return false; // there is no platform
        }
    }

    @Override
    public void onTestStart(ITestResult result) {
        if (isSilent()) {
            return;
        }
        if (Thread.currentThread() != main) {
            Recorder.parallel();
        }
        String className = result.getTestClass().getName();
        String method = result.getMethod().getMethodName();
        String id = names.begin(result);
        begun.put(result, id);
        Recorder.begin(result, Unit.TEST, null, id, className, method, null, method);
    }

    @Override
    public void onTestSuccess(ITestResult result) {
        end(result, Status.PASSED);
    }

    @Override
    public void onTestFailure(ITestResult result) {
        end(result, Status.FAILED);
    }

    @Override
    public void onTestSkipped(ITestResult result) {
        end(result, Status.SKIPPED);
    }

    @Override
    public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
        end(result, Status.PASSED); // for TestNG, and so for build tools
    }

    private void end(ITestResult result, int status) {
        if (isSilent()) {
            return;
        }
        String reason = Status.reason(result.getThrowable());
        String id = begun.remove(result);
        if (id == null) {
            String className = result.getTestClass().getName();
            String method = result.getMethod().getMethodName();
            id = names.begin(result);
            Recorder.skipped(Unit.TEST, null, id, className, method, null, method, reason);
        } else if (status != Status.PASSED && TestNGNames.isRetried(result, status == Status.SKIPPED)) {
            names.again(result, id);
            Recorder.end(result, Status.FAILED, reason); // TestNG says that it was skipped
        } else {
            Recorder.end(result, status, reason);
        }
    }

    @Override
    public void onStart(ITestContext context) {
        // Tests name their classes themselves.
    }

    @Override
    public void onFinish(ITestContext context) {
        // Tests name their classes themselves.
    }
}
