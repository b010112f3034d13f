package jprof.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The start of the agent: {@code -javaagent:agent.jar=FILE.properties}. The class path of the program gets this jar,
 * but this class alone is used from there: all else is in a class loader of its own, out of the reach of the program.
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
            // It is not closed: classes are loaded until the JVM ends.
            ClassLoader own = new URLClassLoader(new URL[] {jar}, null);
            own.loadClass("jprof.agent.record.Start").getMethod("start", String.class, Instrumentation.class)
                    .invoke(null, settings, instrumentation);
        } catch (InvocationTargetException e) {
            report(e.getCause());
        } catch (Throwable e) {
            report(e);
        }
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
