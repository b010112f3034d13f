package org.testng;

/** The needed part of the interface of TestNG of this name. */
public interface ITestResult {
    ITestNGMethod getMethod();

    Object[] getParameters();

    IClass getTestClass();

    Throwable getThrowable();

    Object getInstance();

    ITestContext getTestContext();

    boolean wasRetried();
}
