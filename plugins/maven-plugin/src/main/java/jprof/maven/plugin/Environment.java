package jprof.maven.plugin;

import java.io.File;
import java.util.List;
import java.util.Map;

import jprof.start.Child;

import org.apache.maven.execution.MavenSession;

/** Makes processes where Maven was started, with the Maven and the JDK that run. */
final class Environment {
    private Environment() {
    }

    static ProcessBuilder of(MavenSession session, List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command).directory(
            new File(session.getRequest().getBaseDirectory()));
        String maven = session.getSystemProperties().getProperty("maven.home");
        Child.tools(process, maven == null ? null : new File(maven));
        // The script mvn sets these for itself. Its options are arguments by now.
        Map<String, String> variables = process.environment();
        variables.remove("MAVEN_ARGS");
        variables.remove("MAVEN_CMD_LINE_ARGS");
        variables.remove("MAVEN_PROJECTBASEDIR");
        variables.remove("MAVEN_DEBUG_OPTS");
        return process;
    }
}
