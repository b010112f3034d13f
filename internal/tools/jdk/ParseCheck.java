import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Lists the sources that javac's own parser does not accept. The argument is a file that lists the sources, one per
 * line. The output is one line {@code path:line: message} for each that is not accepted, with its first error.
 */
public class ParseCheck {
    /** Sources that are in memory at a time. */
    private static final int BATCH = 400;

    public static void main(String[] args) throws Exception {
        List<String> sources = Files.readAllLines(Paths.get(args[0]), StandardCharsets.UTF_8);
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        int parsed = 0;
        for (int from = 0; from < sources.size(); from += BATCH) {
            List<File> batch = new ArrayList<>();
            for (String s : sources.subList(from, Math.min(from + BATCH, sources.size()))) batch.add(new File(s));
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) javac.getTask(null, files, found,
                    Arrays.asList("-proc:none", "-Xmaxerrs", "100000"), null, files.getJavaFileObjectsFromFiles(batch));
            for (CompilationUnitTree unit : task.parse()) if (unit != null) parsed++;
            JavaFileObject last = null;
            for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
                if (d.getKind() != Diagnostic.Kind.ERROR || d.getSource() == null || d.getSource() == last) continue;
                last = d.getSource();
                System.out.println(last.getName() + ":" + d.getLineNumber() + ": "
                        + d.getMessage(null).replace('\n', ' '));
            }
        }
        if (parsed != sources.size()) throw new IllegalStateException(parsed + " of " + sources.size()
                + " were parsed");
    }
}
