package jprof.maven;

import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;

/** Tells the listener of mojos that have failed, which Maven 3 does not tell it itself. */
public final class FailureSpy extends AbstractEventSpy {

    private CompileListener listener; // set by Maven, see components.xml

    @Override
    public void onEvent(Object event) {
        if (event instanceof ExecutionEvent) {
            ExecutionEvent e = (ExecutionEvent) event;
            if (e.getType() == ExecutionEvent.Type.MojoFailed) {
                listener.failed(e.getProject(), e.getMojoExecution(), e.getException());
            }
        }
    }
}
