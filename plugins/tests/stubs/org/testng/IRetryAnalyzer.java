package org.testng;

/** What is needed of the interface of TestNG of this name. */
public interface IRetryAnalyzer {
}
