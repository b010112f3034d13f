/**
 * The plugin for Maven. A goal resolves the program of the plugin's own version, as Maven resolves any artifact, and
 * starts it: {@code jprof mvn} with what the user has given to Maven, or another command of jprof.
 */
package jprof.maven.plugin;
