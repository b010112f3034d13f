package org.testng;

/** The needed part of the interface of TestNG of this name. */
public interface ITestContext {
    String getName();

    ISuite getSuite();
}
