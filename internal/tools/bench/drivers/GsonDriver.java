import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes generated objects as JSON, and reads them back as objects and as a tree. */
public final class GsonDriver {
    private static final int ITEMS = 700;
    private static final int TIMES = 3;

    private static final class Item {
        int id;
        String name;
        double[] numbers;
        Map<String, Integer> tags = new TreeMap<>();
        Item child;
        boolean good;
    }

    private static Item make(Par.Random r, int depth, String text) {
        Item i = new Item();
        i.id = r.next(1 << 30);
        int at = r.next(3000);
        i.name = text.substring(at, at + 10 + r.next(60)) + "\"\u00e9\n";
        i.numbers = new double[r.next(8)];
        for (int k = 0; k < i.numbers.length; k++) {
            i.numbers[k] = r.unit();
        }
        for (int k = r.next(5); k > 0; k--) {
            i.tags.put("k" + r.next(99), k);
        }
        i.good = r.next(2) == 0;
        if (depth > 0) {
            i.child = make(r, depth - 1, text);
        }
        return i;
    }

    public static void main(String[] args) throws Exception {
        Par.run(args, GsonDriver::unit);
    }

    private static long unit(int u) {
        Par.Random r = new Par.Random(u);
        String text = Par.text(4000, 3);
        List<Item> list = new ArrayList<>();
        for (int k = 0; k < ITEMS; k++) {
            list.add(make(r, 3, text));
        }
        Gson gson = u % 2 == 0 ? new Gson() : new GsonBuilder().setPrettyPrinting().create();
        long sum = 0;
        for (int k = 0; k < TIMES; k++) {
            String json = gson.toJson(list);
            sum = sum * 31 + json.hashCode();
            list = gson.fromJson(json, new TypeToken<List<Item>>() { }.getType());
            sum = sum * 31 + JsonParser.parseString(json).getAsJsonArray().size();
        }
        Par.expect("com/google/gson/Gson.java", "public String toJson(Object src) {",
                "return toJson(src, src.getClass());", TIMES);
        Par.expect("com/google/gson/JsonParser.java", "public static JsonElement parseString",
                "return parseReader(new StringReader(json));", TIMES);
        return sum;
    }
}
