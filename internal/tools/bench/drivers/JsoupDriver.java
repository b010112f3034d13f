import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.safety.Safelist;

/** Parses generated pages, selects from them, prints them, and cleans every fourth one. */
public final class JsoupDriver {
    private static final int ROWS = 1500;

    private static String page(long seed) {
        Par.Random r = new Par.Random(seed);
        String text = Par.text(4000, seed);
        StringBuilder b = new StringBuilder(
                "<!doctype html><html><head><title>T</title><style>p{a:b}</style></head><body>");
        for (int i = 0; i < ROWS; i++) {
            int at = r.next(3000);
            b.append("<div class='c").append(r.next(9)).append("' id=i").append(i).append("><p>")
                    .append(text, at, at + 90);
            b.append("<a href=\"/x?y=").append(i).append("&amp;z=1\">l &eacute; ").append(i);
            b.append("</a><b>bold<i>it</b>al</i><ul><li>one<li>two<li>three</ul>");
            if (i % 5 == 0) {
                b.append("<table><tr><td>1<td>2<tr><td colspan=2>3</table><script>if (a<b) c()</script><!-- note -->");
            }
            b.append("</div>");
        }
        return b.append("</body></html>").toString();
    }

    public static void main(String[] args) throws Exception {
        Par.run(args, JsoupDriver::unit);
    }

    private static long unit(int u) {
        String html = page(3 + u % 4);
        Document d = Jsoup.parse(html, "http://example.org/");
        long sum = d.select("div.c3 > p a[href*=y]").size() * 7L + d.select("li:nth-child(2), td:contains(3)").size();
        sum = sum * 31 + d.body().text().length();
        sum = sum * 31 + d.outerHtml().hashCode();
        if (u % 4 == 0) {
            sum = sum * 31 + Jsoup.clean(html, Safelist.basic()).hashCode();
        }
        Par.expect("org/jsoup/Jsoup.java", "public static Document parse(String html, String baseUri) {",
                "return Parser.parse(html, baseUri);", 1);
        return sum;
    }
}
