package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Has the JVMs of a test step record contexts. jprof says by which options, as that depends on their JDK: toolchains
 * and the parameter jvm may choose another one than Maven's.
 *
 * <p>The agent goes into a variable, which JVMs that the tests start inherit. Options that only fit the JDK of the step
 * go to its own command line.
 */
final class ContextAgent {

    private static final String VARIABLE = "JAVA_TOOL_OPTIONS";

    private static final String ARGUMENTS = "argLine";

    private static final String JVM = "jvm";

    /** Options for archives of classes, with which a JVM does not start if it has an agent. */
    private static final Pattern REFUSES_AGENTS =
            Pattern.compile("-Xshare:dump|-XX:ArchiveClassesAtExit=|-XX:AOTMode=on");

    private final Hook hook;
    private final Object mojo;

    ContextAgent(Hook hook, Object mojo) {
        this.hook = hook;
        this.mojo = mojo;
    }

    /** Reports whether the mojo will run no tests: -DskipTests. */
    static boolean skipped(Object mojo) {
        for (String skip : Arrays.asList("skip", "skipTests", "skipITs", "skipExec")) {
            if (Boolean.TRUE.equals(Fields.get(mojo, skip, Boolean.class))) {
                return true;
            }
        }
        return false;
    }

    /** Changes the mojo, and returns why its JVMs record no contexts, or fewer; "" where they record all. */
    String start() {
        if (inMaven(mojo)) {
            return "no contexts: its tests run in Maven's own JVM (forkCount is 0)";
        }
        Map<?, ?> variables = Fields.get(mojo, TestVariables.FIELD, Map.class);
        if (variables == null && Fields.find(mojo, TestVariables.FIELD) == null) {
            // Failsafe's goal verify starts no JVMs
            return takesArguments(mojo) ? "no contexts: its plugin takes no variables for its JVMs" : "";
        }
        Object own = variables == null ? null : variables.get(VARIABLE);
        String inherited = System.getenv(VARIABLE);
        Properties options;
        try {
            options = ask(own == null ? (inherited == null ? "" : inherited) : own.toString());
        } catch (IOException e) {
            return "no contexts: " + e.getMessage();
        }
        Map<String, String> more = new LinkedHashMap<>();
        String tool = options.getProperty("toolOptions", "");
        if (!tool.isEmpty() || own != null || inherited != null) { // a JVM prints that it is there, even if it is empty
            more.put(VARIABLE, tool);
        }
        Fields.set(mojo, TestVariables.FIELD, new TestVariables(variables, more));
        String launcher = options.getProperty("java");
        if (launcher != null && !Fields.set(mojo, JVM, launcher)) {
            return "no contexts: its plugin takes no other JDK (--jdk-image)";
        }
        List<String> arguments = new ArrayList<>();
        for (int i = 0; options.getProperty("argument." + i) != null; i++) {
            arguments.add(options.getProperty("argument." + i));
        }
        addArguments(mojo, arguments);
        return options.getProperty("without", "");
    }

    /** Reports whether the mojo has a parameter for the options of its JVMs. */
    static boolean takesArguments(Object mojo) {
        return Fields.find(mojo, ARGUMENTS) != null;
    }

    /** Reports whether tests run in Maven's own JVM. */
    static boolean inMaven(Object mojo) {
        return "0".equals(text(mojo, "forkCount")) || "never".equals(text(mojo, "forkMode"));
    }

    /** Reports whether the options of the mojo's JVMs are some with which a JVM does not start if it has an agent. */
    static boolean refusesAgents(Object mojo) {
        return REFUSES_AGENTS.matcher(text(mojo, ARGUMENTS)).find();
    }

    /** Puts options before those of the user; reports whether the mojo takes any. */
    static boolean addArguments(Object mojo, List<String> more) {
        StringBuilder all = new StringBuilder();
        for (String argument : more) {
            all.append(quoted(argument)).append(' ');
        }
        return more.isEmpty() || Fields.set(mojo, ARGUMENTS, (all + text(mojo, ARGUMENTS)).trim());
    }

    /** Asks jprof for the options of the JVM. */
    private Properties ask(String toolOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(hook.jprof);
        command.add("internal-contexts");
        command.add("--hook=" + hook.file);
        command.add("--java=" + java());
        command.add("--tool-options=" + encoded(toolOptions));
        if (Fields.find(mojo, ARGUMENTS) != null) {
            command.add("--arguments=" + encoded(text(ARGUMENTS)));
        }
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            Properties options = new Properties();
            try (Reader out = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
                options.load(out);
            }
            if (process.waitFor() != 0) {
                throw new IOException("jprof could not start its agent, see the message above");
            }
            return options;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** A text without quotes, which Java on Windows does not pass on in arguments. */
    private static String encoded(String text) throws IOException {
        return URLEncoder.encode(text, "UTF-8");
    }

    /** The launcher of the JVMs, in the plugin's own order: its parameter, the toolchain, Maven's Java. */
    private String java() {
        String jvm = text(JVM);
        if (!jvm.isEmpty()) {
            return jvm.indexOf(File.separatorChar) < 0 ? jvm : new File(jvm).getAbsolutePath();
        }
        Object toolchain = call(mojo, "getToolchain");
        Object tool = toolchain == null ? null : call(toolchain, "findTool", "java");
        return tool == null ? new File(System.getProperty("java.home"), "bin/java").getPath() : tool.toString();
    }

    private String text(String field) {
        return text(mojo, field);
    }

    private static String text(Object mojo, String field) {
        String value = Fields.get(mojo, field, String.class);
        return value == null ? "" : value;
    }

    /** Calls a method that may be private, with strings; null where there is none, or where it fails. */
    private static Object call(Object object, String name, String... args) {
        Class<?>[] types = new Class<?>[args.length];
        Arrays.fill(types, String.class);
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            try {
                Method method = c.getDeclaredMethod(name, types);
                method.setAccessible(true);
                return method.invoke(object, (Object[]) args);
            } catch (NoSuchMethodException e) {
                // it may be in the class above
            } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
                return null;
            }
        }
        return null;
    }

    /** An argument in the form that the plugin splits at white space. */
    private static String quoted(String argument) {
        return argument.indexOf(' ') < 0 ? argument : '"' + argument + '"';
    }
}
