package junit.framework;

/** The class of JUnit 3 of this name. Before JUnit 3.8.2 and 4 it is no AssertionError. */
public class AssertionFailedError extends Error {
}
