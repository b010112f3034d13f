package jprof.agent.record;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Says which application this JVM runs, as its operator has named it: by properties of the JVM, or by variables. */
final class Who {

    /** The names. */
    private static final String[] KEYS = {"app", "env", "version", "host", "instance"};

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
            String variable = System.getenv("JPROF_" + KEYS[i].toUpperCase(java.util.Locale.ROOT));
            String value = System.getProperty("jprof." + KEYS[i], variable == null ? "" : variable);
            values[i] = !value.isEmpty() ? value
                    : KEYS[i].equals("host") ? host() : KEYS[i].equals("instance") ? stem : "";
        }
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
            String name = System.getenv("COMPUTERNAME");
            String other = System.getenv("HOSTNAME");
            return name != null ? name : other != null ? other : "";
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
            text.append(KEYS[i]).append('=').append(values[i].replace('\n', ' ')).append('\n');
        }
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
