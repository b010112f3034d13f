package jprof.maven;

import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;

/**
 * Hands to the listener what only event spies hear of: the start of the session, the modules that were built and those
 * that failed, and, in Maven 3, the mojos that failed.
 */
public final class BuildSpy extends AbstractEventSpy {

    private CompileListener listener; // set by Maven, see components.xml

    @Override
    public void onEvent(Object event) {
        if (event instanceof ExecutionEvent) {
            ExecutionEvent e = (ExecutionEvent) event;
            switch (e.getType()) {
                case SessionStarted:
                    listener.started(e.getSession());
                    break;
                case ProjectSucceeded:
                    listener.done(e.getSession(), e.getProject());
                    break;
                case ProjectFailed: // -fn ends with exit code 0 nevertheless
                    listener.notDone(e.getSession(), e.getProject(), e.getException());
                    break;
                case MojoFailed:
                    listener.failed(e.getProject(), e.getMojoExecution(), e.getException());
                    break;
                default:
            }
        }
    }
}
