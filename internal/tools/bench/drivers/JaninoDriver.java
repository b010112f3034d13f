import java.io.StringReader;
import org.codehaus.janino.SimpleCompiler;

/** Compiles generated classes, and calls them. */
public final class JaninoDriver {
    private static final int TIMES = 5;
    private static final int METHODS = 120;

    private static String source(Par.Random r, String name) {
        StringBuilder b = new StringBuilder("package made;\n\nimport java.util.*;\n\npublic class " + name
                + " {\n    private final Map all = new TreeMap();\n");
        for (int m = 0; m < METHODS; m++) {
            b.append("    private long m").append(m).append("(long a, int b) {\n        long x = a * ")
                    .append(r.next(1000)).append("L + b;\n");
            b.append("        int[] list = new int[").append(4 + r.next(9)).append("];\n");
            b.append("        for (int i = 0; i < list.length; i++) {\n            list[i] = i * b + (int) (x % 7);\n");
            b.append("            if (list[i] % 2 == 0 && i > ").append(r.next(3))
                    .append(") { x += list[i]; } else { x -= i; }\n        }\n");
            b.append("        switch ((int) (x & 3)) { case 0: x ^= 5; break; case 1: x++; default: x += \"t")
                    .append(r.next(99)).append("\".length(); }\n");
            b.append("        try { all.put(new Integer(b), \"v\" + x); } catch (RuntimeException e) { x = 0; } "
                    + "finally { x++; }\n");
            b.append(m == 0 ? "        return x;\n" : "        return m" + r.next(m) + "(x, b + 1);\n")
                    .append("    }\n");
        }
        return b.append("    public long run() { return m").append(METHODS - 1)
                .append("(1, 2) + all.hashCode(); }\n}\n").toString();
    }

    public static void main(String[] args) throws Exception {
        Par.run(args, JaninoDriver::unit);
    }

    private static long unit(int u) throws Exception {
        Par.Random r = new Par.Random(31 + u);
        long sum = 0;
        for (int i = 0; i < TIMES; i++) {
            SimpleCompiler compiler = new SimpleCompiler();
            compiler.cook("Made" + i, new StringReader(source(r, "Made" + i)));
            Class<?> made = compiler.getClassLoader().loadClass("made.Made" + i);
            sum = sum * 31 + (Long) made.getMethod("run").invoke(made.getDeclaredConstructor().newInstance());
        }
        Par.expect("org/codehaus/janino/SimpleCompiler.java", "cook2(Scanner scanner) throws",
                "Parser parser = new Parser(scanner);", TIMES);
        return sum;
    }
}
