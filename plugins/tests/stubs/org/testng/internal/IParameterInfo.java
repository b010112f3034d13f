package org.testng.internal;

/** The needed part of the interface of TestNG of this name, which there is since version 7. */
public interface IParameterInfo {
    static Object embeddedInstance(Object original) {
        return original;
    }
}
