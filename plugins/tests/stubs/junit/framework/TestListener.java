package junit.framework;

/** The interface of JUnit 3 of this name. */
public interface TestListener {
    void addError(Test test, Throwable t);

    void addFailure(Test test, AssertionFailedError t);

    void endTest(Test test);

    void startTest(Test test);
}
