package demo.core;

/** Roman numerals. */
public final class Roman {
    private static final String DIGITS = "IVXLCDM";
    private static final int[] VALUES = {1, 5, 10, 50, 100, 500, 1000};

    private Roman() {}

    /** The value of a numeral, such as 1987 for MCMLXXXVII. */
    public static int parse(String text) {
        int sum = 0;
        int last = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            int value = value(text.charAt(i));
            if (value < last) {
                sum -= value;
            } else {
                sum += value;
                last = value;
            }
        }
        return sum;
    }

    private static int value(char digit) {
        int i = DIGITS.indexOf(Character.toUpperCase(digit));
        if (i < 0) {
            throw new IllegalArgumentException("no digit: " + digit);
        }
        return VALUES[i];
    }

    /** The numeral of a number from 1 to 3999. */
    public static String format(int n) {
        if (n < 1 || n > 3999) {
            throw new IllegalArgumentException("no numeral: " + n);
        }
        StringBuilder out = new StringBuilder();
        for (int unit = 1000, digit = 6; unit > 0; unit /= 10, digit -= 2) {
            int k = n / unit % 10;
            if (k % 5 == 4) {
                out.append(DIGITS.charAt(digit)).append(DIGITS.charAt(digit + (k == 4 ? 1 : 2)));
                continue;
            }
            if (k >= 5) {
                out.append(DIGITS.charAt(digit + 1));
            }
            for (int i = 0; i < k % 5; i++) {
                out.append(DIGITS.charAt(digit));
            }
        }
        return out.toString();
    }
}
