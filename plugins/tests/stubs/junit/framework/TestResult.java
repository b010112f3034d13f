package junit.framework;

/** What is needed of the class of JUnit 3 of this name. */
public class TestResult {
    public void addListener(TestListener listener) {
    }
}
