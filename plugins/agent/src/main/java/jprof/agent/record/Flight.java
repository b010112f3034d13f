package jprof.agent.record;

import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Starts the flight recorder of the JDK, which samples where the time goes. It is used by reflection: Java 8 has it
 * from 8u262 on, other JVMs and some images of Java lack it. The JVM writes the recording when it ends.
 */
final class Flight {

    /** The start of the names of its threads. */
    static final String THREADS = "JFR ";
    /** The endings of the recording, and of a file with the reason why there is none: see internal/format/jfr. */
    private static final String RECORDING = ".jfr";
    private static final String MISSING = ".nojfr";

    /** The recording, null for none. */
    private static Object recording;

    private Flight() {
    }

    /**
     * Starts a recording, or writes why there is none.
     *
     * @param settings the path of the settings of events, Java properties
     * @param stem the path of the recording, without its ending
     */
    static void start(String settings, File stem) {
        String why;
        try {
            why = begin(settings, new File(stem.getPath() + RECORDING));
        } catch (ClassNotFoundException e) {
            why = "this JVM has no flight recorder";
        } catch (InvocationTargetException e) {
            why = "the flight recorder does not start: " + e.getCause();
        } catch (Throwable e) {
            why = "the flight recorder does not start: " + e;
        }
        if (why == null) {
            return;
        }
        try {
            Files.write(new File(stem.getPath() + MISSING).toPath(), why.getBytes(StandardCharsets.UTF_8));
        } catch (Exception e) {
            // The recording is missing, and jprof says so.
        }
    }

    /** Starts a recording, or returns the reason why there is none. */
    private static String begin(String settings, File to) throws Exception {
        Properties values = new Properties();
        try (InputStream in = new FileInputStream(settings)) {
            values.load(in);
        }
        Class<?> recorder = Class.forName("jdk.jfr.FlightRecorder", true, null);
        Class<?> type = Class.forName("jdk.jfr.Recording", true, null);
        if (!(Boolean) recorder.getMethod("isAvailable").invoke(null)) {
            return "this JVM has no flight recorder";
        }
        if ((Boolean) recorder.getMethod("isInitialized").invoke(null)
                && !((List<?>) recorder.getMethod("getRecordings").invoke(
                        recorder.getMethod("getFlightRecorder").invoke(null))).isEmpty()) {
            return "the program uses the flight recorder itself";
        }
        Object made = type.getConstructor().newInstance();
        type.getMethod("setName", String.class).invoke(made, "jprof");
        type.getMethod("setSettings", Map.class).invoke(made, values);
        type.getMethod("setDestination", Path.class).invoke(made, to.toPath());
        type.getMethod("setDumpOnExit", boolean.class).invoke(made, true);
        type.getMethod("start").invoke(made);
        recording = made;
        return null;
    }

    /** Ends the recording, in a JVM that may end without its hooks: the JDK has one that writes it. */
    static void end() {
        if (recording == null) {
            return;
        }
        try {
            recording.getClass().getMethod("stop").invoke(recording);
        } catch (ReflectiveOperationException e) {
            // It has ended already.
        }
    }
}
