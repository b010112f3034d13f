package jprof.maven.plugin;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import jprof.start.Child;

import org.apache.maven.execution.MavenSession;

/** Makes processes where Maven was started, with the Maven and the JDK that run. */
final class Environment {
    private static final Pattern DEBUGGER = Pattern.compile("(?<!\\S)-(agentlib:jdwp|Xrunjdwp)\\S*");

    /** The option -l of Maven, which sends the output of this JVM to a file. */
    private static final Pattern LOG_FILE = Pattern.compile("(^|\\s)(-l|--log-file)(\\s|=|$)");

    private Environment() {
    }

    /** Returns where the output of jprof goes. With {@code mvn -q}, programs may read it. */
    static Child.Output output(MavenSession session) {
        String line = System.getProperty("sun.java.command", ""); // Maven has the file of -l nowhere else
        if (System.console() != null && !LOG_FILE.matcher(line).find()) {
            return Child.Output.TERMINAL;
        }
        return CommandLine.quiet(session.getRequest()) ? Child.Output.APART : Child.Output.TOGETHER;
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
        // A debugger waits for this JVM. Another JVM cannot have the same port.
        variables.computeIfPresent("MAVEN_OPTS", (name, options) -> DEBUGGER.matcher(options).replaceAll(""));
        return process;
    }
}
