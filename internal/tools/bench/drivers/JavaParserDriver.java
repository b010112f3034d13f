import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;

/** Parses generated Java, finds nodes, clones the tree and prints it. */
public final class JavaParserDriver {
    private static String source(int u) {
        Par.Random r = new Par.Random(u);
        StringBuilder b = new StringBuilder("package made.p" + u + ";\n\nimport java.util.*;\n\n/** Generated. "
                + "*/\npublic class Made<T extends Comparable<T>> implements Runnable {\n");
        for (int m = 0; m < 20; m++) {
            b.append("    /** Number ").append(m).append(". */\n    @Deprecated\n    public <E> long m").append(m)
                    .append("(List<? extends E> list, long... more) {\n");
            for (int s = 0; s < 12; s++) {
                switch (r.next(6)) {
                    case 0:
                        b.append("        for (int i = 0; i < more.length; i++) { more[i] += i << ").append(r.next(5))
                                .append("; }\n");
                        break;
                    case 1:
                        b.append("        if (list.isEmpty() || more[0] > ").append(r.next(100))
                                .append(" && this != null) { return -1L; } else { more[0]--; }\n");
                        break;
                    case 2:
                        b.append("        list.stream().map(x -> x.toString() + \"-").append(r.next(100))
                                .append("\").filter(Objects::nonNull).forEach(System.out::println);\n");
                        break;
                    case 3:
                        b.append("        try { more[1] = Long.parseLong(\"").append(r.next(1000))
                                .append("\"); } catch (NumberFormatException | ArithmeticException e) { throw e; }\n");
                        break;
                    case 4:
                        b.append("        switch (more.length % 3) { case 0: run(); break; case 1: case 2: { more[0] = "
                                + "more[1] * (3 + 4) / 5; } default: }\n");
                        break;
                    default:
                        b.append("        Runnable r").append(s)
                                .append(" = new Runnable() { public void run() { int y = (int) 3.5f ^ 0x")
                                .append(r.next(90) + 10).append("; } };\n");
                }
            }
            b.append("        return 0;\n    }\n\n");
        }
        return b.append("    public void run() { }\n}\n").toString();
    }

    public static void main(String[] args) throws Exception {
        Par.run(args, JavaParserDriver::unit);
    }

    private static long unit(int u) {
        ParseResult<CompilationUnit> result = new JavaParser().parse(source(u));
        if (!result.isSuccessful()) {
            throw new IllegalStateException(result.getProblems().toString());
        }
        CompilationUnit unit = result.getResult().get();
        long sum = unit.findAll(MethodDeclaration.class).size() * 31L + unit.findAll(BinaryExpr.class).size();
        if (!unit.clone().equals(unit)) {
            throw new IllegalStateException("the clone is another tree");
        }
        Par.expect("com/github/javaparser/JavaParser.java",
                "ParseResult<N> parse(ParseStart<N> start, Provider provider) {", "N resultNode = start.parse(parser);",
                1);
        return sum * 31 + unit.toString().hashCode();
    }
}
