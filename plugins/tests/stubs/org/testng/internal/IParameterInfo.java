package org.testng.internal;

/** What is needed of the interface of TestNG of this name, which there is since version 7. */
public interface IParameterInfo {
    static Object embeddedInstance(Object original) {
        return original;
    }
}
