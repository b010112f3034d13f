package jprof.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.execution.MojoExecutionEvent;
import org.apache.maven.execution.MojoExecutionListener;
import org.apache.maven.plugin.AbstractMojoExecutionException;
import org.apache.maven.plugin.Mojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;

/**
 * Has the compiler compile instrumented copies of the source roots, and reports what it has seen of
 * the build. Maven calls it before and after each mojo, in several threads with -T; the mojo has its
 * configuration by then, and only its own fields are changed, so that no other plugin sees the
 * copies.
 *
 * <p>Without a hook file (-Djprof.hook) it does nothing. The only thing it throws is that sources
 * could not be instrumented.
 */
public final class CompileListener implements MojoExecutionListener {

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Map<Mojo, Warnings> running = new ConcurrentHashMap<>();
    private volatile Hook hook;
    private volatile boolean broken;

    @Override
    public void beforeMojoExecution(MojoExecutionEvent event) throws MojoExecutionException {
        Hook hook = hook(event.getSession());
        if (hook == null) {
            return;
        }
        try {
            Step step = new Step(event, hook);
            module(step);
            if (step.compiles()) {
                compile(step, hook);
            } else if (step.tests()) {
                hook.report(step.event("tests").with("reports", step.reports().getPath()));
            }
        } catch (RuntimeException e) { // trouble of our own: the mojo runs as it would without us
            Hook.warn(event.getExecution() + ": " + e);
        }
    }

    @Override
    public void afterMojoExecutionSuccess(MojoExecutionEvent event) {
        running.remove(event.getMojo());
    }

    @Override
    public void afterExecutionFailure(MojoExecutionEvent event) {
        Warnings warnings = running.remove(event.getMojo());
        Hook hook = this.hook;
        if (warnings == null || hook == null) {
            return; // not a compilation, or one that was not changed
        }
        try {
            Step step = new Step(event, hook);
            hook.report(step.event("compile-failed")
                    .with("set", step.set())
                    .with("message", message(event.getCause()))
                    .with("warnings", warnings.text()));
        } catch (RuntimeException e) { // the failure itself is the one to be seen
            Hook.warn(event.getExecution() + ": " + e);
        }
    }

    private void compile(Step step, Hook hook) throws MojoExecutionException {
        if (step.skipped()) {
            return;
        }
        List<?> roots = step.roots();
        if (roots == null) {
            hook.report(step.event("uninstrumented")
                    .with("reason", step.plugin() + " has no list of source roots that can be replaced"));
            return;
        }
        Event report = step.event("compile").with("set", step.set());
        List<Object> replaced = new ArrayList<>(); // mutable: the compiler adds a root of its own
        List<Integer> chosen = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        int left = 0;
        for (Object root : roots) {
            String path = String.valueOf(root);
            String reason = step.reasonToLeave(path);
            if (reason == null && step.isFolder(path)) {
                chosen.add(replaced.size());
                paths.add(path);
            } else if (reason != null && step.isFolder(path)) {
                report.with("left." + left + ".path", path).with("left." + left + ".reason", reason);
                left++;
            }
            replaced.add(root);
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
            if (!step.setRoots(replaced)) {
                hook.report(step.event("uninstrumented")
                        .with("reason", step.plugin() + " does not let its source roots be replaced"));
                return;
            }
            running.put(step.mojo(), Warnings.of(step.mojo()));
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

    private static String message(Throwable cause) {
        if (cause instanceof AbstractMojoExecutionException) {
            String text = ((AbstractMojoExecutionException) cause).getLongMessage();
            if (text != null && !text.trim().isEmpty()) {
                return text;
            }
        }
        return cause == null ? "" : String.valueOf(cause.getMessage());
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
}
