/**
 * Starts the program jprof from a JVM that builds a project. The sources are part of the plugins for Maven and Gradle,
 * each of which resolves the program through its build tool.
 */
package jprof.start;
