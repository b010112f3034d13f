package one;

/** The tests of the runner look for these texts in the class files. */
public class App {
    public static String text() {
        return "text ORIGINAL of App" + Made.TEXT.length();
    }
}
