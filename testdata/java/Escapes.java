// level 8
// Unicode escapes: the compiler reads braces, quotes, comments and words from them before all else.
public class Escapes \u007b
    static int n\u0069\u006e;
    st\u0061tic int \u0061b(int x) \uuuu007B return x\u003b \u007d // count=2

    static \u0069nt braces\u0028int x\u0029 {
        \u0069f (x > 1\u0029 // count=3
            return \u002d1; // count=1
        \u0065lse \u0069f (x \u003d\u003d 1) \u007b // count=2
            n\u0069n\u002b\u002b; // count=1
        \u007d else n\u0069n--\u003b // count=1
        wh\u0069le (x < 3) { x++; \u007d // count=2
        loop: f\u006fr (\u003b\u003b) { // count=2
            break l\u006fop\u003b // count=2
        }
        return x; // count=2
    }

    static String quotes() {
        String s = \u0022a } { \u005c" b\u0022; // count=1
        char c = \u0027\u007b\u0027, d = '\u005c\u005c', e = '\u005c'', f = '\u005cn'; // count=1
        s += "\u0022 + ab(1) + "\u0022; // count=1
        s += "\\u0022" + '\\' + "\\\u0022 + " \\\\"; // count=1
        \u002f\u002f this is a comment { "
        s += 1; /\u002a so is this { \u002a/ s += 2; // count=1
        // a comment that ends here: \u000a s += 3; // count=1
        s += "\ud83d\ude00 \uD83D"; // count=1
        return s; // count=1
    }

    static class \u0041\u00e4\u5909 {
        \u0041\u00e4\u5909(int x) {
            super(); // count=1
            n\u0069n += x; // count=1
        }
        Runnable r = () \u002d> // count=1
            n\u0069n++; // count=0
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) // count=1
            braces(i); // count=3
        quotes(); // count=1
        ab(new Aä変(1).r.hashCode()); // count=1
        new Object() \u007b void run() \u007b new Runnable() { public void run() { // count=1
            nin++; // count=1
        } \u007d.run(); \u007d\u007d.run();
        try { // count=1
            throw new \u0045xception(); // count=1
        \u007d catch (Exception \u0065) \u007b
            nin--; // count=1
        }
        ((Runnable) () \u002d> nin++).run(); // count=1
        \u0073witch (nin) { // count=1
            d\u0065fault: nin++; // count=1
        }
    }
\u007d
