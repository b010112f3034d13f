package org.testng;

/** What is needed of the class of TestNG of this name. */
public class SkipException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
