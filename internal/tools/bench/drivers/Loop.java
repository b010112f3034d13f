import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

/**
 * Repeats the work of a driver in one JVM: once for each line of the standard input. It prints the CPU time of the
 * process until then, in nanoseconds, and the check sum of the work. The arguments are the driver and its own.
 */
public final class Loop {
    public static void main(String[] args) throws Exception {
        Method driver = Class.forName(args[0]).getMethod("main", String[].class);
        String[] own = {args[1], args[2]};
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintStream out = System.out;
        while (in.readLine() != null) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            System.setOut(new PrintStream(text));
            driver.invoke(null, (Object) own);
            System.out.flush();
            out.println(system.getProcessCpuTime() + " " + text.toString().split("\\R")[0]);
        }
    }
}
