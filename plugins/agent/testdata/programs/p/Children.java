package p;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Starts processes with environments of their own. */
class Children {
    private Children() {
    }

    static void run() throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        String[] command = {java, "-cp", System.getProperty("java.class.path"), "p.Main", "child"};
        for (int i = 0; i < 2; i++) {
            ProcessBuilder b = new ProcessBuilder(command);
            b.environment().clear();
            b.environment().put("A", "b");
            if (i > 0) {
                b.environment().put("JAVA_TOOL_OPTIONS", "-Dmine=2");
            }
            Map<String, String> before = new HashMap<>(b.environment());
            ended(b.start(), i == 0 ? "null" : "2");
            if (!b.environment().equals(before)) {
                throw new AssertionError(b.environment());
            }
        }
        ended(Runtime.getRuntime().exec(command, new String[] {"A=b"}), "null");
        ended(Runtime.getRuntime().exec(command), "null"); // it inherits all
        Process env = Runtime.getRuntime().exec(new String[] {"/usr/bin/env"}, new String[] {"A=b"});
        read(env, "A=b");
        try {
            Runtime.getRuntime().exec(new String[] {"/none/java"}, new String[] {"A=b"});
            throw new AssertionError();
        } catch (java.io.IOException e) {
            Main.work();
        }
    }

    private static void ended(Process p, String mine) throws Exception {
        read(p, mine + " end of child");
        if (p.exitValue() != 0) {
            throw new AssertionError(p.exitValue());
        }
    }

    private static void read(Process p, String want) throws Exception {
        StringBuilder text = new StringBuilder();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(p.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                text.append(text.length() == 0 ? "" : " ").append(line);
            }
        }
        p.waitFor();
        if (!text.toString().equals(want)) {
            throw new AssertionError(text);
        }
    }

    static void child() {
        Main.work();
        System.out.println(System.getProperty("mine"));
    }
}
