package many;

public class Core implements Api {
    @Override
    public String text() {
        return "text ORIGINAL of Core, " + TEXT;
    }
}
