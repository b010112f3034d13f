package org.junit.runner;

/** What is needed of the class of JUnit 4 of this name. */
public class Result {
}
