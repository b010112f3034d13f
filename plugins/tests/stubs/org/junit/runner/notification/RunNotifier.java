package org.junit.runner.notification;

/** What is needed of the class of JUnit 4 of this name. */
public class RunNotifier {
    public void addListener(RunListener listener) {
    }
}
