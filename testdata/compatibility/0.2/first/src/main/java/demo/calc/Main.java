package demo.calc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Prints the value of each formula given, or of each line of standard input. */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws IOException {
        int failed = 0;
        if (args.length > 0) {
            for (String arg : args) failed += print(arg);
        } else {
            var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line; (line = in.readLine()) != null; ) {
                if (line.isBlank()) continue;
                failed += print(line);
            }
        }
        if (failed > 0) System.exit(3);
    }

    private static int print(String text) {
        try {
            System.out.println(Formula.parse(text).evaluate(Map.of()));
            return 0;
        } catch (FormulaException | ArithmeticException e) {
            System.out.println("error: " + e.getMessage());
            return 1;
        }
    }
}
