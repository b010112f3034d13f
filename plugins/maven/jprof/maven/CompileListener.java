package jprof.maven;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.execution.MojoExecutionEvent;
import org.apache.maven.execution.MojoExecutionListener;
import org.apache.maven.plugin.AbstractMojoExecutionException;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;

/**
 * Makes the compiler compile instrumented copies of the source roots, and reports events of the build. Maven calls it
 * before and after each mojo, in several threads with -T; the mojo has its configuration by then, and only its own
 * fields are changed, so that no other plugin sees the copies; ProjectSources has the exceptions.
 *
 * <p>Without a hook file (-Djprof.hook) it does nothing. It throws only if sources could not be instrumented.
 */
public final class CompileListener implements MojoExecutionListener {

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final Map<String, TestFailures> testing = new ConcurrentHashMap<>();
    private final Set<String> completed = ConcurrentHashMap.newKeySet();
    private final Map<String, Completion> completions = new ConcurrentHashMap<>();
    private final ProjectSources sources = new ProjectSources();
    private final TestOptions testOptions = new TestOptions();
    private volatile Hook hook;
    private volatile boolean broken;

    @Override
    public void beforeMojoExecution(MojoExecutionEvent event) throws MojoExecutionException {
        Hook hook = hook(event.getSession());
        if (hook == null) {
            return;
        }
        try {
            hook.now(Step.named(event));
            Step step = new Step(event, hook);
            module(step);
            if (step.compiles()) {
                compile(step, hook);
            } else if (step.tests()) {
                tests(step, hook);
            } else {
                step.keepInstalled();
                if (!hook.contexts) {
                    step.adaptChecks();
                    completions.put(step.key(), new Completion(step, completed.add(step.project().getId())));
                }
            }
        } catch (RuntimeException e) { // trouble of our own: the mojo runs as it would without us
            Hook.warn(event.getExecution() + ": " + e);
        }
    }

    @Override
    public void afterMojoExecutionSuccess(MojoExecutionEvent event) {
        Running done = running.remove(Step.key(event.getProject(), event.getExecution()));
        if (done != null) {
            done.restore.run();
            reportWarnings(done);
        }
        TestFailures failures = testing.remove(Step.key(event.getProject(), event.getExecution()));
        if (failures != null) {
            failures.report(hook);
        }
        Completion completion = completions.remove(Step.key(event.getProject(), event.getExecution()));
        if (completion != null) {
            completion.run(hook);
        }
    }

    /** Does nothing: Maven 3 calls it for runtime exceptions only, not where a mojo says it failed. */
    @Override
    public void afterExecutionFailure(MojoExecutionEvent event) {}

    /** Reports a failed mojo, if it was compiling instrumented sources, or names a helper class. */
    void failed(MavenProject project, MojoExecution execution, Throwable cause) {
        completions.remove(Step.key(project, execution));
        testing.remove(Step.key(project, execution));
        reportHelpers(project, cause);
        Running failed = running.remove(Step.key(project, execution));
        Hook hook = this.hook;
        if (failed != null) {
            failed.restore.run();
        }
        if (failed != null && hook != null) {
            reportWarnings(failed);
            hook.report(failed.step.failed()
                    .with("set", failed.step.set())
                    .with("message", failed.complaints.errors().isEmpty() ? message(cause) : failed.complaints.errors())
                    .with("warnings", failed.complaints.warnings()));
        }
    }

    /** Reports the warnings that a compiler has printed. */
    private void reportWarnings(Running ended) {
        if (hook != null && !ended.complaints.printed().isEmpty()) {
            hook.report(Step.about("compile-warned", ended.step.project(), hook)
                    .with("warnings", ended.complaints.printed()));
        }
    }

    /** Reports a failure whose messages name a helper class. */
    private void reportHelpers(MavenProject project, Throwable cause) {
        Hook hook = this.hook;
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        if (hook != null && text.toString().contains(Checks.PREFIX)) {
            hook.report(Step.about("step-failed", project, hook).with("message", text.toString()));
        }
    }

    /** Reports what the session should compile. */
    void started(MavenSession session) {
        Hook hook = hook(session);
        if (hook == null) {
            return;
        }
        try {
            Plan.report(session, hook);
        } catch (RuntimeException | LinkageError e) { // the build goes on without a plan
            Hook.warn("planning: " + e);
        }
    }

    /** Reports that all goals of a module were run, and none has failed. */
    void done(MavenSession session, MavenProject project) {
        Hook hook = hook(session);
        if (hook != null) {
            hook.report(Step.about("done", project, hook));
        }
    }

    /** Reports that a goal of a module has failed, of whatever plugin. */
    void notDone(MavenSession session, MavenProject project, Throwable cause) {
        Hook hook = hook(session);
        if (hook != null) {
            hook.report(Step.about("module-failed", project, hook)
                    .with("tests", String.valueOf(TestFailures.only(cause))));
        }
    }

    private void tests(Step step, Hook hook) {
        testing.put(step.key(), new TestFailures(step));
        String counts = step.countsFolder();
        Event report = step.event("tests")
                .with("reports", step.reports().getPath())
                .with("counts", counts)
                .with("failfast", String.valueOf(step.failsFast()));
        if (hook.contexts) {
            if (ContextAgent.skipped(step.target())) {
                return;
            }
            report.with("without", new ContextAgent(hook, step.target()).start());
        } else if (!hook.testsJar.isEmpty() && !ContextAgent.skipped(step.target())) {
            report.with("without", step.listeners(hook).attach());
            step.omitTests(counts);
        }
        if (!hook.contexts) {
            step.ignoreHelpers();
            report.with("options", testOptions.add(step, hook));
        }
        if (hook.report(report) && !counts.isEmpty()) { // jprof looks only into folders that an event names
            step.countInto(counts);
        }
    }

    private void compile(Step step, Hook hook) throws MojoExecutionException {
        if (step.skipped()) {
            return;
        }
        if (hook.contexts) { // the compiler gets the sources that it would get without jprof
            running.put(step.key(), new Running(step, Complaints.of(step), () -> {}));
            hook.report(step.event("compile").with("set", step.set()));
            return;
        }
        List<?> roots = step.roots();
        if (roots == null) {
            hook.report(step.unhooked("has no list of source roots that can be replaced"));
            return;
        }
        Event report = step.event("compile")
                .with("set", step.set())
                .with("classes", step.classes())
                .with("written", step.written());
        List<Object> replaced = new ArrayList<>(); // mutable: the compiler adds a root of its own
        List<Integer> chosen = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        int unmeasured = 0;
        for (Object root : roots) {
            String path = String.valueOf(root);
            String reason = step.whyUnmeasured(path);
            if (reason == null && step.isFolder(path)) {
                chosen.add(replaced.size());
                paths.add(path);
            } else if (reason != null && step.isFolder(path)) {
                String key = "unmeasured." + unmeasured++;
                report.with(key + ".path", path).with(key + ".reason", reason);
            }
            replaced.add(root);
        }
        if (step.readsProject() && !paths.isEmpty() && sources.has(step, paths)) {
            // A compiler that ran before has made the copies, and reported the source set.
            running.put(step.key(), new Running(step, Complaints.of(step), sources.substitute(step)));
            return;
        }
        if (!paths.isEmpty()) {
            List<String> shadows;
            try {
                shadows = Instrumenter.run(hook, step, paths);
            } catch (MojoExecutionException e) {
                hook.report(step.event("instrument-failed").with("set", step.set()).with("message", e.getMessage()));
                throw e;
            }
            for (int i = 0; i < shadows.size(); i++) {
                int at = chosen.get(i);
                replaced.set(at, Fields.like(replaced.get(at), shadows.get(i)));
                report.with("root." + i + ".path", paths.get(i)).with("root." + i + ".shadow", shadows.get(i));
            }
            if (!step.readsProject() && !step.setRoots(replaced)) {
                hook.report(step.unhooked("does not let its source roots be replaced"));
                return;
            }
            sources.instrumented(step, paths, shadows);
            step.adaptErrorProne();
            step.includeHelpers();
            running.put(step.key(), new Running(step, Complaints.of(step), sources.substitute(step)));
        }
        hook.report(report);
    }

    /** Reports a module when its first mojo runs. */
    private void module(Step step) {
        MavenProject project = step.project();
        if (seen.add(project.getId())) {
            step.reportModule();
        }
    }

    private static String message(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AbstractMojoExecutionException) {
                String text = ((AbstractMojoExecutionException) cause).getLongMessage();
                return text == null || text.trim().isEmpty() ? String.valueOf(cause.getMessage()) : text;
            }
        }
        return String.valueOf(failure);
    }

    /** The hook of the session, null if there is none or if it cannot be read. */
    private Hook hook(MavenSession session) {
        if (hook == null && !broken) {
            synchronized (this) {
                if (hook == null && !broken) {
                    hook = Hook.of(session);
                    broken = hook == null;
                }
            }
        }
        return hook;
    }

    /** A compilation that goes on. */
    private static final class Running {
        final Step step;
        final Complaints complaints;
        final Runnable restore; // to be run when it has ended

        Running(Step step, Complaints complaints, Runnable restore) {
            this.step = step;
            this.complaints = complaints;
            this.restore = restore;
        }
    }
}
