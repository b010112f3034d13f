import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs tests in this JVM, and says on the standard output when each starts and ends: see tests.go. The argument is a
 * file with a line for each class, in their order, a line CLASS#METHOD for each method that is to run, if not all are,
 * and a line -CLASS#METHOD for each that is omitted. What the tests print is dropped.
 */
class Runner {
    /** The engine: JUnit 4 or the JUnit Platform. Each has a source of its own, and only one of them is compiled. */
    interface Engine {
        /** Runs the tests of classes, in this order, whose CLASS#METHOD is wanted. */
        void run(List<String> classes, Predicate<String> wanted, Runner to) throws Exception;
    }

    private final PrintStream out;
    private final ThreadLocal<Long> began = new ThreadLocal<>();

    private Runner(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        PrintStream nowhere = new PrintStream(new FileOutputStream("/dev/null"), false, "UTF-8");
        System.setOut(nowhere);
        System.setErr(nowhere);
        endWith(System.in);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        List<String> classes = new ArrayList<>();
        Set<String> chosen = new HashSet<>();
        Set<String> without = new HashSet<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(args[0]), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("-")) {
                    without.add(line.substring(1));
                } else {
                    Collection<String> to = line.indexOf('#') < 0 ? classes : chosen;
                    to.add(line);
                }
            }
        }
        Runner to = new Runner(out);
        int status = 0;
        try {
            ((Engine) Class.forName(args[1]).getDeclaredConstructor().newInstance())
                    .run(classes, t -> !without.contains(t) && (chosen.isEmpty() || chosen.contains(t)), to);
            to.say("done");
        } catch (Throwable e) {
            to.say("broken", text(e));
            status = 1;
        }
        Runtime.getRuntime().halt(status); // threads of tests may go on for ever
    }

    /** Ends the JVM when the process that has started it ends. */
    private static void endWith(InputStream in) {
        Thread t = new Thread(() -> {
            try {
                while (in.read() >= 0) {
                }
            } catch (IOException e) {
                // as at its end
            }
            Runtime.getRuntime().halt(2);
        });
        t.setDaemon(true);
        t.start();
    }

    /** A test starts. The identifier is the framework's; the name has no parentheses behind the method. */
    void starts(String id, String className, String method, String display) {
        began.set(System.nanoTime());
        say("start", id, className, method, display);
    }

    /** A test has ended: passed, failed, aborted or skipped. */
    void ends(String id, String status, Throwable why) {
        long nanos = began.get() == null ? 0 : System.nanoTime() - began.get();
        say("end", id, status, Long.toString(nanos), why == null ? "" : text(why));
    }

    /** The set-up of a class or another container has failed, so that its tests do not run. */
    void container(String id, String className, Throwable why) {
        say("container", id, className, text(why));
    }

    private static String text(Throwable why) {
        try {
            return String.valueOf(why);
        } catch (Throwable e) {
            return why.getClass().getName();
        }
    }

    /** Writes a line of fields, with a tab between two. */
    private synchronized void say(String... fields) {
        StringBuilder line = new StringBuilder();
        for (String f : fields) {
            if (line.length() > 0) {
                line.append('\t');
            }
            int n = Math.min(f.length(), 1000);
            for (int i = 0; i < n; i++) {
                char c = f.charAt(i);
                line.append(c < ' ' || Character.isSurrogate(c) ? '?' : c);
            }
        }
        out.append(line.append('\n'));
        out.flush();
    }
}
