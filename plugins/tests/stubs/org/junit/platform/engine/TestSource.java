package org.junit.platform.engine;

/** What is needed of the interface of the JUnit Platform of this name. */
public interface TestSource {
}
