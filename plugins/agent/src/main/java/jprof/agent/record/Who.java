package jprof.agent.record;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Says which application this JVM runs, as its operator has named it: by properties of the JVM, or by variables. */
final class Who {

    /**
     * Where the names are, each with its key in front: properties of the JVM have a dot. Those that count in shipped
     * programs ask for the same (instrument/rt).
     */
    private static final String[][] KEYS = {
        {"app", "jprof.app", "JPROF_APP", "spring.application.name", "SPRING_APPLICATION_NAME", "OTEL_SERVICE_NAME"},
        {"env", "jprof.env", "JPROF_ENV"},
        {"version", "jprof.version", "JPROF_VERSION"},
        {"host", "jprof.host", "JPROF_HOST", "HOSTNAME", "COMPUTERNAME"},
        {"instance", "jprof.instance", "JPROF_INSTANCE", "POD_NAME"},
    };
    /** The number of characters of each of them that are written. */
    private static final int LONGEST = 200;

    /** The main class, or the name of the jar; empty if it is not known. It has no arguments: these may be secret. */
    final String main = main(System.getProperty("sun.java.command", ""));
    private final String[] values = new String[KEYS.length];

    /**
     * Looks.
     *
     * @param stem the name of this JVM's files, which is the instance where nobody has named one
     */
    Who(String stem) {
        for (int i = 0; i < KEYS.length; i++) {
            String key = KEYS[i][0];
            String value = setting(KEYS[i]);
            value = !value.isEmpty() ? value : key.equals("host") ? host() : key.equals("instance") ? stem : "";
            values[i] = value.substring(0, Math.min(LONGEST, value.length()));
        }
    }

    /** Returns the first value that is set of those behind a key. */
    private static String setting(String[] key) {
        for (int i = 1; i < key.length; i++) {
            String value = key[i].indexOf('.') > 0 ? System.getProperty(key[i]) : System.getenv(key[i]);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    private static String main(String command) {
        String first = command.trim();
        int jar = first.indexOf(".jar");
        int blank = first.indexOf(' ');
        if (jar > 0 && (jar + 4 == first.length() || first.charAt(jar + 4) == ' ')) {
            first = first.substring(0, jar + 4); // its path may have blanks
        } else if (blank > 0) {
            first = first.substring(0, blank);
        }
        return new File(first).getName();
    }

    /** Returns the name of this machine, without a question to the network. */
    private static String host() {
        try (FileInputStream in = new FileInputStream("/proc/sys/kernel/hostname")) {
            byte[] name = new byte[256];
            return new String(name, 0, Math.max(0, in.read(name)), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Appends the names, in the order application, environment, version, host, instance.
     *
     * @param to where to
     */
    void write(Bytes to) {
        for (String value : values) {
            to.text(value);
        }
    }

    /**
     * Writes the names to a file of lines, key=value.
     *
     * @param file the file
     * @throws IOException if it cannot be written
     */
    void write(File file) throws IOException {
        StringBuilder text = new StringBuilder("main=" + main + "\n");
        for (int i = 0; i < KEYS.length; i++) {
            text.append(KEYS[i][0]).append('=').append(values[i].replace('\n', ' ')).append('\n');
        }
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
