package named;

public class App {
    public static String text() {
        return "text ORIGINAL of App";
    }
}
