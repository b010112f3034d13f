package jprof.tests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.testng.ISuite;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import org.testng.internal.IParameterInfo;

/**
 * Makes unique IDs of the tests of TestNG. Instances of a class that has several, of a factory or of several tests of a
 * suite, have numbers in the order in which the suite has them, and so have invocations of a method in that of their
 * begins: another one is no retry. A retry has the ID of what is tried again.
 */
final class TestNGNames {

    /** The facts about a suite, as far as its tests have begun. */
    private final Map<ISuite, Plan> plans = new IdentityHashMap<>();
    /** The invocations of each method, by the ID without the invocation. */
    private final Map<String, Integer> invocations = new HashMap<>();
    /** The tests that the current thread is to try again. */
    private final ThreadLocal<List<Object[]>> again = new ThreadLocal<>();

    /** The instances of the classes of a suite, and how often its methods are invoked. */
    private static final class Plan {

        /** The number of each instance, by class. Their own equals and hashCode may be code that is counted. */
        private final Map<String, Map<Object, Integer>> instances = new HashMap<>();
        /** The number of invocations of each method; where a pool runs them, its methods themselves say 1. */
        private final Map<String, Integer> counts = new HashMap<>();

        Plan(ISuite suite) {
            for (ITestNGMethod method : suite.getAllMethods()) {
                String className = method.getTestClass().getName();
                Map<Object, Integer> known = instances.computeIfAbsent(className, name -> new IdentityHashMap<>());
                for (Object instance : method.getTestClass().getInstances(false)) {
                    known.putIfAbsent(unwrapped(instance), known.size() + 1);
                }
                counts.merge(className + "#" + method.getMethodName(), method.getInvocationCount(), Math::max);
            }
        }

        private static Object unwrapped(Object instance) {
            try {
                return IParameterInfo.embeddedInstance(instance);
            } catch (LinkageError e) {
                return instance; // before version 7
            }
        }
    }

    /**
     * Makes the ID of a test that begins on the current thread.
     *
     * @param result the test
     * @return its unique ID
     */
    synchronized String begin(ITestResult result) {
        String known = retryOf(result);
        if (known != null) {
            return known;
        }
        String className = result.getTestClass().getName();
        String method = result.getMethod().getMethodName();
        Plan plan = plans.computeIfAbsent(result.getTestContext().getSuite(), Plan::new);
        String id = "[class:" + className + "]";
        Map<Object, Integer> instances = plan.instances.get(className);
        if (instances != null && instances.size() > 1) {
            id += "/[instance:#" + instances.computeIfAbsent(result.getInstance(), i -> instances.size() + 1) + "]";
        }
        id += "/[method:" + method + "]";
        Object[] parameters = result.getParameters();
        Integer count = plan.counts.get(className + "#" + method);
        if (parameters != null && parameters.length > 0 || count != null && count > 1) {
            id += "/[invoc:#" + invocations.merge(id, 1, Integer::sum) + "]";
        }
        return id;
    }

    /** Returns the ID of the test that the current thread tries again by one that begins; null for none. */
    private String retryOf(ITestResult result) {
        List<Object[]> list = again.get();
        for (int i = 0; list != null && i < list.size(); i++) {
            ITestResult failed = (ITestResult) list.get(i)[0];
            if (failed.getInstance() == result.getInstance() && isSame(failed.getMethod(), result.getMethod())
                    && areSame(failed.getParameters(), result.getParameters())) {
                return (String) list.remove(i)[1];
            }
        }
        return null;
    }

    private static boolean isSame(ITestNGMethod a, ITestNGMethod b) {
        return a.getMethodName().equals(b.getMethodName())
                && a.getTestClass().getName().equals(b.getTestClass().getName());
    }

    private static boolean areSame(Object[] a, Object[] b) {
        int n = a == null ? 0 : a.length;
        boolean same = n == (b == null ? 0 : b.length);
        for (int i = 0; same && i < n; i++) {
            same = a[i] == b[i];
        }
        return same;
    }

    /**
     * Notes that the current thread tries a test again.
     *
     * @param result the test, which has failed
     * @param id its ID
     */
    void again(ITestResult result, String id) {
        List<Object[]> list = again.get();
        if (list == null) {
            list = new ArrayList<>();
            again.set(list);
        }
        list.add(new Object[] {result, id});
    }

    /**
     * Reports whether TestNG tries a test again that has begun and ended.
     *
     * @param result the test
     * @param skipped whether TestNG says that it was skipped
     * @return whether it does
     */
    static boolean isRetried(ITestResult result, boolean skipped) {
        try {
            return result.wasRetried();
        } catch (LinkageError e) { // before version 7
            Throwable reason = result.getThrowable();
            return skipped && reason != null && !(reason instanceof org.testng.SkipException)
                    && result.getMethod().getRetryAnalyzer() != null;
        }
    }
}
