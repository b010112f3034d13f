package org.testng;

/** What is needed of the interface of TestNG of this name. */
public interface IClass {
    String getName();

    Object[] getInstances(boolean create);
}
