package many;

public interface Api {
    String TEXT = "text ORIGINAL of Api";

    String text();
}
