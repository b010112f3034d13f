package demo.core;

/** Arithmetic with Roman numerals. */
public final class Sums {
    private Sums() {}

    /** The sum of all of these, as a numeral. */
    public static String add(String... numerals) {
        int sum = 0;
        for (String n : numerals) {
            sum += Roman.parse(n);
        }
        return Roman.format(sum);
    }

    /** Whether a numeral is one that Romans might have written. */
    public static boolean isCanonical(String numeral) {
        return Roman.format(Roman.parse(numeral)).equals(numeral);
    }
}
