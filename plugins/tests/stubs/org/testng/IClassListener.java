package org.testng;

/** The needed part of the interface of TestNG of this name, which there is since version 6.9.10. */
public interface IClassListener extends ITestNGListener {
    void onBeforeClass(ITestClass testClass);

    void onAfterClass(ITestClass testClass);
}
