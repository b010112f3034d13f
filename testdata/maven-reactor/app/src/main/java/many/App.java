package many;

public class App {
    public static String text() {
        return "text ORIGINAL of App, " + new Core().text();
    }
}
