import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of all engines of the JUnit Platform in one request, as Surefire does. */
class Platform implements Runner.Engine, TestExecutionListener {
    private Runner to;

    @Override
    public void run(List<String> classes, Predicate<String> wanted, Runner to) {
        this.to = to;
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : classes) {
            selectors.add(selectClass(name));
        }
        PostDiscoveryFilter filter = d -> {
            TestSource s = d.getSource().orElse(null);
            if (!(s instanceof MethodSource)) {
                return FilterResult.included("not a method");
            }
            MethodSource m = (MethodSource) s;
            return FilterResult.includedIf(wanted.test(m.getClassName() + "#" + m.getMethodName()));
        };
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectors).filters(filter).build();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, this);
    }

    @Override
    public void executionStarted(TestIdentifier t) {
        if (t.isTest()) {
            to.starts(t.getUniqueId(), className(t), method(t), t.getDisplayName());
        }
    }

    @Override
    public void executionSkipped(TestIdentifier t, String reason) {
        if (t.isTest()) {
            executionStarted(t);
            to.ends(t.getUniqueId(), "skipped", null);
        }
    }

    @Override
    public void executionFinished(TestIdentifier t, TestExecutionResult r) {
        Throwable why = r.getThrowable().orElse(null);
        boolean passed = r.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (t.isTest()) {
            boolean failed = r.getStatus() == TestExecutionResult.Status.FAILED;
            to.ends(t.getUniqueId(), passed ? "passed" : failed ? "failed" : "aborted", why);
        } else if (!passed) {
            to.container(t.getUniqueId(), className(t), why == null ? new Error("no reason") : why);
        }
    }

    private static String className(TestIdentifier t) {
        Optional<TestSource> s = t.getSource();
        if (s.orElse(null) instanceof MethodSource) {
            return ((MethodSource) s.get()).getClassName();
        }
        return s.orElse(null) instanceof ClassSource ? ((ClassSource) s.get()).getClassName() : "";
    }

    private static String method(TestIdentifier t) {
        Optional<TestSource> s = t.getSource();
        boolean known = s.orElse(null) instanceof MethodSource;
        return known ? ((MethodSource) s.get()).getMethodName() : t.getLegacyReportingName();
    }
}
