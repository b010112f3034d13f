package jprof.agent;

import java.lang.instrument.Instrumentation;

/** The start of the agent: {@code -javaagent:agent.jar=FILE.properties}. */
public final class Premain {

    private Premain() {
    }

    /**
     * Starts recording, before the program's main method.
     *
     * @param settings the path of a properties file
     * @param instrumentation of this JVM
     */
    public static void premain(String settings, Instrumentation instrumentation) {
    }
}
