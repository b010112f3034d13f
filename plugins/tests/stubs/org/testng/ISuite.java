package org.testng;

/** The needed part of the interface of TestNG of this name. */
public interface ISuite {
    String getName();

    java.util.List<ITestNGMethod> getAllMethods();

    void addListener(ITestNGListener listener);
}
