package jprof.tests;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestResult;

/** Reports tests of TestNG to the recorder, where it does not run as an engine of JUnit Platform. */
public final class TestNGListener implements ITestListener {

    /** The thread that runs the tests, unless they have threads of their own. */
    private final Thread main = Thread.currentThread();
    /** What has begun: versions differ in whether a test that is skipped does. */
    private final Set<ITestResult> begun = ConcurrentHashMap.newKeySet();
    /** How often each method was invoked. */
    private final Map<String, AtomicInteger> invocations = new ConcurrentHashMap<>();

    /** TestNG makes it by its name. */
    public TestNGListener() {
    }

    /** Whether JUnit Platform reports the tests: TestNG itself tries them out first. */
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
        begun.add(result);
        String className = result.getTestClass().getName();
        String method = result.getMethod().getMethodName();
        Recorder.begin(result, Unit.TEST, null, id(result, className, method), className, method, null, method);
    }

    /** Makes the unique ID of an invocation that begins. */
    private String id(ITestResult result, String className, String method) {
        Object[] parameters = result.getParameters();
        String id = "[class:" + className + "]/[method:" + method + "]";
        if (parameters != null && parameters.length > 0 || result.getMethod().getInvocationCount() > 1) {
            AtomicInteger n = invocations.get(id);
            if (n == null) {
                AtomicInteger first = new AtomicInteger();
                AtomicInteger there = invocations.putIfAbsent(id, first);
                n = there == null ? first : there;
            }
            id += "/[invoc:#" + n.incrementAndGet() + "]";
        }
        return id;
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
        end(result, Status.FAILED);
    }

    private void end(ITestResult result, int status) {
        if (isSilent()) {
            return;
        }
        String reason = Status.reason(result.getThrowable());
        if (begun.remove(result)) {
            Recorder.end(result, status, reason);
        } else {
            String className = result.getTestClass().getName();
            String method = result.getMethod().getMethodName();
            Recorder.skipped(Unit.TEST, null, id(result, className, method), className, method, null, method, reason);
        }
    }

    @Override
    public void onStart(ITestContext context) {
        // Tests say what they are of.
    }

    @Override
    public void onFinish(ITestContext context) {
        // Tests say what they are of.
    }
}
