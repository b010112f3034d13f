import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.markdown.MarkdownRenderer;

/** Parses generated pages of Markdown, and writes them as HTML and as Markdown. */
public final class CommonmarkDriver {
    private static final int SECTIONS = 400;

    private static String page(long seed) {
        Par.Random r = new Par.Random(seed);
        String text = Par.text(6000, seed);
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < SECTIONS; i++) {
            int at = r.next(5000);
            b.append("#".repeat(1 + r.next(4))).append(" Section ").append(i).append("\n\n");
            b.append(text, at, at + 300).append(" **bold *both* text** and `code` with a [link](http://example.org/")
                    .append(i).append(" \"title\") &amp; ![picture][ref").append(r.next(50)).append("].\n\n");
            b.append("> quoted *").append(text, at, at + 40).append("*\nlazy line\n\n");
            b.append("1. one\n   - inner ").append(text, at, at + 60).append("\n   - more\n2. two\n\n");
            if (i % 7 == 0) {
                b.append("```java\nint x = ").append(i).append(";\n```\n\n<div>\n*html*\n</div>\n\n---\n\n");
            }
        }
        for (int i = 0; i < 50; i++) {
            b.append("[ref").append(i).append("]: <http://example.org/p").append(i).append("> 'T'\n");
        }
        return b.toString();
    }

    public static void main(String[] args) throws Exception {
        Par.run(args, CommonmarkDriver::unit);
    }

    private static long unit(int u) {
        String html = "";
        String again = "";
        for (int i = 0; i < 4; i++) {
            Node document = Parser.builder().build().parse(page(5L * u + i));
            html = HtmlRenderer.builder().build().render(document);
            again = MarkdownRenderer.builder().build().render(document);
        }
        Par.expect("org/commonmark/parser/Parser.java", "public Node parse(String input) {",
                "Node document = documentParser.parse(input);", 4);
        return 31L * html.hashCode() + again.hashCode();
    }
}
