/**
 * The plugin for Gradle. A task resolves the program of the plugin's own version from the repositories of the project,
 * and starts it: {@code jprof gradle} with what the user has given to Gradle, or another command of jprof.
 */
package jprof.gradle;
