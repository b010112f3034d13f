import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Links each class of java.base, or one of each n: with -Xverify:all the JVM verifies it. */
public class LinkAll {

    public static void main(String[] args) throws Exception {
        int step = Integer.parseInt(args[0]);
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<String> names;
        try (Stream<Path> files = Files.walk(base)) {
            names = files.map(f -> base.relativize(f).toString()).filter(f -> f.endsWith(".class"))
                    .filter(f -> !f.equals("module-info.class"))
                    .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toList());
        }
        int linked = 0;
        for (int i = 0; i < names.size(); i += step) {
            try {
                Class.forName(names.get(i), false, null).getDeclaredMethods();
                linked++;
            } catch (Throwable e) {
                System.out.println(names.get(i) + ": " + e);
            }
        }
        System.out.println(linked + " linked");
    }
}
