package jprof.agent;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Properties;

/**
 * The start of the agent: {@code -javaagent:agent.jar=FILE.properties}, or later, when jprof attaches to the JVM. The
 * class path of the program gets this jar, but this class alone is used from there: all else is in a class loader of
 * its own, out of the reach of the program.
 */
public final class Premain {

    private Premain() {
    }

    /**
     * Starts recording, before the program's main method. It never fails: the program runs in any case.
     *
     * @param settings the path of a properties file
     * @param instrumentation of this JVM
     */
    public static void premain(String settings, Instrumentation instrumentation) {
        try {
            URL jar = Premain.class.getProtectionDomain().getCodeSource().getLocation();
            String file = settings;
            if (file == null || file.isEmpty()) { // the folder of jprof agent has it beside the jar
                File beside = new File(new File(jar.toURI()).getParentFile(), "jprof-agent.properties");
                file = beside.isFile() ? beside.getPath() : settings;
            }
            call(jar, "start", file, instrumentation);
        } catch (InvocationTargetException e) {
            report(e.getCause());
        } catch (Throwable e) {
            report(e);
        }
    }

    /**
     * Does what a command of jprof asks for, in a JVM that runs.
     *
     * @param settings the path of a properties file. It names the jar to use: this class may be that of an older one
     * @param instrumentation of this JVM
     */
    public static void agentmain(String settings, Instrumentation instrumentation) {
        try {
            Properties p = new Properties();
            try (FileInputStream in = new FileInputStream(settings)) {
                p.load(in);
            }
            call(new File(p.getProperty("jar")).toURI().toURL(), "attach", settings, instrumentation);
        } catch (InvocationTargetException e) {
            report(e.getCause());
        } catch (Throwable e) {
            report(e);
        }
    }

    private static void call(URL jar, String method, String settings, Instrumentation instrumentation)
            throws ReflectiveOperationException {
        // It is not closed: classes are loaded as long as the agent is at work.
        ClassLoader own = new URLClassLoader(new URL[] {jar}, null);
        own.loadClass("jprof.agent.record.Start").getMethod(method, String.class, Instrumentation.class)
                .invoke(null, settings, instrumentation);
    }

    private static void report(Throwable why) {
        String line = "jprof: contexts of this JVM are not recorded: " + why;
        try {
            // The program may have options that replace System.err.
            new FileOutputStream(FileDescriptor.err)
                    .write((line.replace('\n', ' ') + System.lineSeparator()).getBytes());
        } catch (Throwable e) {
            // There is nowhere to report it.
        }
    }
}
