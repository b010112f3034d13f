package org.testng;

/** The needed part of the interface of TestNG of this name. */
public interface ITestNGMethod {
    String getMethodName();

    int getInvocationCount();

    ITestClass getTestClass();

    IRetryAnalyzer getRetryAnalyzer();
}
