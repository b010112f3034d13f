package org.testng;

/** What is needed of the interface of TestNG of this name. */
public interface ITestNGMethod {
    String getMethodName();

    int getInvocationCount();

    ITestClass getTestClass();

    IRetryAnalyzer getRetryAnalyzer();
}
