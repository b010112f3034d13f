package org.junit.platform.engine;

/** The needed part of the interface of the JUnit Platform of this name. */
public interface TestSource {
}
