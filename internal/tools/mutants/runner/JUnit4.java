import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;

/** Runs tests of JUnit 3 and 4, one class after the other, as Surefire does. */
class JUnit4 extends RunListener implements Runner.Engine {
    private Runner to;
    /** Why tests that run now have failed. */
    private final Map<Description, Throwable> failures = new HashMap<>();
    private final Set<Description> aborted = new HashSet<>();

    @Override
    public void run(List<String> classes, Predicate<String> wanted, Runner to) throws Exception {
        this.to = to;
        RunNotifier notifier = new RunNotifier();
        notifier.addListener(this);
        for (String name : classes) {
            Class<?> c;
            try {
                c = Class.forName(name);
            } catch (Throwable t) {
                to.container(name, name, t);
                continue;
            }
            Request.aClass(c).filterWith(new Methods(wanted)).getRunner().run(notifier);
        }
    }

    @Override
    public void testStarted(Description d) {
        to.starts(d.getDisplayName(), d.getClassName(), d.getMethodName(), d.getDisplayName());
    }

    @Override
    public void testFailure(Failure f) {
        failed(f, failures);
    }

    @Override
    public void testAssumptionFailure(Failure f) {
        Description d = f.getDescription();
        if (d.isTest() && d.getMethodName() != null) {
            aborted.add(d);
        } else { // of a class: its tests are skipped
            to.container(d.getDisplayName(), String.valueOf(d.getClassName()), f.getException());
        }
    }

    private void failed(Failure f, Map<Description, Throwable> into) {
        Description d = f.getDescription();
        if (d.isTest() && d.getMethodName() != null) {
            into.putIfAbsent(d, f.getException());
        } else {
            to.container(d.getDisplayName(), String.valueOf(d.getClassName()), f.getException());
        }
    }

    @Override
    public void testIgnored(Description d) {
        testStarted(d);
        to.ends(d.getDisplayName(), "skipped", null);
    }

    @Override
    public void testFinished(Description d) {
        Throwable why = failures.remove(d);
        boolean stopped = aborted.remove(d);
        to.ends(d.getDisplayName(), why != null ? "failed" : stopped ? "aborted" : "passed", why);
    }

    /** Chooses methods, and suites that have one of them. */
    private static class Methods extends Filter {
        private final Predicate<String> wanted;

        Methods(Predicate<String> wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean shouldRun(Description d) {
            if (d.isTest()) {
                return wanted.test(d.getClassName() + "#" + d.getMethodName());
            }
            for (Description child : d.getChildren()) {
                if (shouldRun(child)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String describe() {
            return "methods";
        }
    }
}
