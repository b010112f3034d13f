package jprof.agent.jdk;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jprof.agent.record.PatchFiles;
import jprof.agent.weave.Options;
import jprof.agent.weave.Weaver;
import jprof.agent.weave.Woven;

/**
 * The java.base of the running JDK, woven ahead of time. In go its classes and those of the runtime, out come the files
 * of a folder:
 *
 * <ul>
 *   <li>java.base.jar: the woven classes and the runtime, for --patch-module;
 *   <li>java.base.contexts, java.base.classes, java.base.start: see PatchFiles.
 * </ul>
 *
 * <p>A jar, as JDK 25 crashed with the classes in a folder. Classes in the jar are woven as others are, and verified by
 * -Xverify:all, which a JVM does not do with boot classes by itself.
 */
public final class Patch {

    private final File folder;
    private final Options options;
    private final Hooks hooks = new Hooks();

    /**
     * Prepares to write.
     *
     * @param folder where the files go
     * @param options how to weave
     */
    public Patch(File folder, Options options) {
        this.folder = folder;
        this.options = options;
    }

    /**
     * Writes the files.
     *
     * @throws IOException if a file cannot be read or written
     */
    public void write() throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        List<Path> classes;
        try (Stream<Path> all = Files.walk(base)) {
            classes = all.filter(p -> p.toString().endsWith(".class")).sorted().collect(Collectors.toList());
        }
        try (PatchFiles files = new PatchFiles(folder);
                StoredJar jar = new StoredJar(new File(folder, "java.base.jar"))) {
            for (Path path : classes) {
                String file = base.relativize(path).toString();
                if (!file.equals("module-info.class")) {
                    String name = file.substring(0, file.length() - ".class".length());
                    byte[] original = Files.readAllBytes(path);
                    byte[] code = woven(name, original, files);
                    if (code != original) {
                        jar.add(file, code);
                    }
                }
            }
            if (hooks.missing() != null) {
                files.lost("java/lang/Thread", hooks.missing());
            }
            runtime(jar);
        }
    }

    /** Weaves a class, and adds what it needs beside. */
    private byte[] woven(String name, byte[] original, PatchFiles files) throws IOException {
        Woven woven = Weaver.weave(original, options);
        return hooks.apply(name, woven.code(files.add(name, original, woven)));
    }

    /** Adds the classes of the runtime, which the agent's jar has in the package java.lang. */
    private void runtime(StoredJar jar) throws IOException {
        URL own = Patch.class.getProtectionDomain().getCodeSource().getLocation();
        try (JarInputStream in = new JarInputStream(own.openStream())) {
            for (JarEntry e = in.getNextJarEntry(); e != null; e = in.getNextJarEntry()) {
                String file = e.getName();
                if (file.startsWith("java/lang/") && file.endsWith(".class")) {
                    String name = file.substring(0, file.length() - ".class".length());
                    byte[] code = hooks.runtime(name, content(in));
                    if (code != null) {
                        jar.add(Hooks.runtimeName(name) + ".class", code);
                    }
                }
            }
        }
    }

    private static byte[] content(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[1 << 14];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
            out.write(part, 0, n);
        }
        return out.toByteArray();
    }
}
