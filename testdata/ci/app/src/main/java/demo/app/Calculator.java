package demo.app;

import demo.core.Roman;
import demo.core.Sums;

/** Understands sums such as "II + IV". */
public final class Calculator {
    /** The value of a sum of Roman numerals, or what is wrong with it. */
    public String answer(String line) {
        String[] parts = line.trim().split("\\s*\\+\\s*");
        for (String part : parts) {
            if (!part.matches("[IVXLCDM]+")) {
                return "what is " + part + "?";
            }
        }
        return Sums.add(parts);
    }

    /** Counts down from a numeral, to I. */
    public String countdown(String numeral) {
        StringBuilder out = new StringBuilder();
        for (int n = Roman.parse(numeral); n > 0; n--) {
            out.append(Roman.format(n)).append(n > 1 ? " " : "");
        }
        return out.toString();
    }
}
