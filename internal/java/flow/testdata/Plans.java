import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jprof.agent.weave.Options;
import jprof.agent.weave.Weaver;
import jprof.agent.weave.Woven;
import jprof.agent.weave.WovenMethod;

/**
 * Weaves the classes of java.base and prints what the agent would count in each method: a line with the class, name,
 * descriptor, slots (kind, a and b of each) and the instructions of the points. Arguments: "fast" and "agents".
 */
class Plans {

    public static void main(String[] args) throws IOException {
        Options options = new Options();
        options.patch = true;
        options.all = true;
        options.fast = List.of(args).contains("fast");
        options.agents = List.of(args).contains("agents");
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        try (PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, "UTF-8")));
                Stream<Path> files = Files.walk(root)) {
            for (Path file : files.collect(Collectors.toList())) {
                if (!file.toString().endsWith(".class")) {
                    continue;
                }
                String name = root.relativize(file).toString().replace(".class", "");
                Woven woven = Weaver.weave(Files.readAllBytes(file), options);
                for (WovenMethod m : woven.methods) {
                    StringBuilder slots = new StringBuilder();
                    for (int i = 0; i < m.kind.length; i++) {
                        slots.append(' ').append(m.kind[i]).append(' ').append(m.a[i]).append(' ').append(m.b[i]);
                    }
                    StringBuilder points = new StringBuilder();
                    for (int point : m.points) {
                        points.append(' ').append(point);
                    }
                    out.println(name + "\t" + m.name + "\t" + m.desc + "\t" + slots + "\t" + points);
                }
            }
        }
    }
}
