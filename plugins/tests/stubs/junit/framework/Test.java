package junit.framework;

/** The interface of JUnit 3 of this name. */
public interface Test {
}
