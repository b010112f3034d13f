package org.junit.runner.notification;

import org.junit.runner.Description;

/** The needed part of the class of JUnit 4 of this name. */
public class Failure {
    public Description getDescription() {
        throw new UnsupportedOperationException();
    }

    public Throwable getException() {
        throw new UnsupportedOperationException();
    }
}
