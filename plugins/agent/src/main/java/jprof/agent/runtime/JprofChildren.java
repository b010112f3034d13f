package jprof.agent.runtime;

import java.util.Map;

/**
 * Has JVMs that the program starts get the agent. In tests of a build it is in the environment: where they inherit that
 * of this JVM, they have it anyway, and one of their own gets it here. The program does not see it: its map is as
 * before when the process starts. Else the agent was on the command line of this JVM, and is put on theirs.
 */
public final class JprofChildren {

    private static final String TOOL = "JAVA_TOOL_OPTIONS";
    private static final String COUNTS = "JPROF_COUNTS";

    /** The option of the agent as that variable has it, and the folder to write to; null without them. */
    private static volatile String agent;
    private static String folder;

    /** The option of the agent for command lines, null without it. */
    private static volatile String leading;

    private JprofChildren() {
    }

    /**
     * Says what the command lines of JVMs are to get.
     *
     * @param option the option of the agent, or null
     */
    public static void lead(String option) {
        leading = option;
    }

    /**
     * Adds to a command what a JVM needs. The JDK calls it before it starts a process.
     *
     * @param command the command to start, which is not changed
     * @return the command to start instead
     */
    public static String[] command(String[] command) {
        String option = leading;
        if (option == null || command.length == 0) {
            return command;
        }
        boolean was = Jprof.off();
        try {
            if (!launcher(command[0])) {
                return command;
            }
            String[] longer = new String[command.length + 1];
            longer[0] = command[0];
            longer[1] = option;
            System.arraycopy(command, 1, longer, 2, command.length - 1);
            return longer;
        } finally {
            if (was) {
                Jprof.on();
            }
        }
    }

    /**
     * Says what JVMs are to get.
     *
     * @param option the option of the agent
     * @param counts the folder to write to, null if the environment names none
     */
    public static void adopt(String option, String counts) {
        folder = counts;
        agent = option;
    }

    /**
     * Adds to an environment what a JVM needs. The JDK calls it before it makes the block of variables.
     *
     * @param command the command to start
     * @param environment its variables, null if it inherits all
     * @return what to give back, null if nothing was added
     */
    public static String[] lend(String[] command, Map<String, String> environment) {
        if (agent == null || environment == null || command.length == 0) {
            return null;
        }
        boolean was = Jprof.off();
        try {
            if (!launcher(command[0])) {
                return null;
            }
            String[] old = {environment.get(TOOL), environment.get(COUNTS)};
            if (old[0] == null || !old[0].contains(agent)) {
                environment.put(TOOL, old[0] == null ? agent : agent + " " + old[0]);
            }
            if (old[1] == null && folder != null) {
                environment.put(COUNTS, folder);
            }
            return old;
        } finally {
            if (was) {
                Jprof.on();
            }
        }
    }

    /**
     * Sets an environment back.
     *
     * @param old what lend has returned
     * @param environment the variables
     */
    public static void back(String[] old, Map<String, String> environment) {
        if (old != null) {
            boolean was = Jprof.off();
            try {
                back(environment, TOOL, old[0]);
                back(environment, COUNTS, old[1]);
            } finally {
                if (was) {
                    Jprof.on();
                }
            }
        }
    }

    private static void back(Map<String, String> environment, String name, String value) {
        if (value == null) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
    }

    /** Reports whether a command is the launcher of a JVM, by its name. */
    private static boolean launcher(String command) {
        int at = Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1;
        String name = command.substring(at);
        return name.equals("java") || name.equalsIgnoreCase("java.exe") || name.equals("javaw")
                || name.equalsIgnoreCase("javaw.exe");
    }
}
