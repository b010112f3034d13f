package org.testng;

/** The needed part of the class of TestNG of this name. */
public class SkipException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
