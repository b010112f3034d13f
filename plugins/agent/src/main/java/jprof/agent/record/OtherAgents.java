package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Enumeration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The code of other agents of this JVM (-javaagent), which is not the program's: the classes of their jars, of the jars
 * that these name or append to class paths, and those that class loaders of theirs load.
 *
 * <p>A JVM without other agents reads no file here.
 */
final class OtherAgents implements Function<String, Boolean> {

    /** The names of jars, by their paths without links. */
    private final ConcurrentHashMap<File, String> jars = new ConcurrentHashMap<>();
    /** The names of jars by their classes, with slashes. */
    private final ConcurrentHashMap<String, String> classes = new ConcurrentHashMap<>();
    /** The same of jars that the class loader of the boot may have. */
    private final ConcurrentHashMap<String, String> boot = new ConcurrentHashMap<>();
    /** The names of jars by the places of code, empty for places of the program. */
    private final ConcurrentHashMap<String, String> places = new ConcurrentHashMap<>();

    /**
     * Finds the jars.
     *
     * @param own jprof's jar
     * @throws ReflectiveOperationException never
     * @throws IOException if a path of an agent cannot be read
     */
    OtherAgents(File own) throws ReflectiveOperationException, IOException {
        Class<?> vm;
        try {
            vm = Class.forName("jdk.internal.misc.VM");
        } catch (ClassNotFoundException e) {
            appended(own);
            return;
        }
        String option = "-javaagent:";
        String[] arguments = (String[]) vm.getMethod("getRuntimeArguments").invoke(null); // null for none
        for (String argument : arguments == null ? new String[0] : arguments) {
            if (argument.startsWith(option)) {
                File file = new File(argument.substring(option.length()).split("=", 2)[0]);
                if (!file.equals(own) && !file.getCanonicalFile().equals(own.getCanonicalFile())) {
                    add(file, false);
                }
            }
        }
    }

    /** Finds the jars in Java 8, which appends them to the class path in their order: jprof's comes first. */
    private void appended(File own) {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        boolean behind = false;
        for (URL url : loader instanceof URLClassLoader ? ((URLClassLoader) loader).getURLs() : new URL[0]) {
            File file = fileOf(url.toString());
            if (file != null && behind && !file.equals(own)) {
                add(file, false);
            }
            behind |= own.equals(file);
        }
    }

    /**
     * Adds a jar that an agent appends to a class path.
     *
     * @param path the jar
     * @return always true
     */
    @Override
    public Boolean apply(String path) {
        add(new File(path), true);
        return true;
    }

    /** Adds a jar, and those that it names. */
    private void add(File file, boolean boots) {
        try (JarFile jar = new JarFile(file)) {
            boolean known = jars.putIfAbsent(file.getCanonicalFile(), file.getName()) != null;
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements();) {
                String entry = all.nextElement().getName();
                if (entry.endsWith(".class")) {
                    String name = entry.substring(0, entry.length() - ".class".length());
                    classes.putIfAbsent(name, file.getName());
                    if (boots) {
                        boot.putIfAbsent(name, file.getName());
                    }
                }
            }
            places.clear();
            Manifest manifest = known ? null : jar.getManifest();
            if (manifest != null) {
                named(file, manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH), false);
                named(file, manifest.getMainAttributes().getValue("Boot-Class-Path"), true);
            }
        } catch (IOException | RuntimeException e) {
            // The JVM does not find it either.
        }
    }

    /** Adds the jars that a manifest names: by relative paths, or URLs. */
    private void named(File by, String paths, boolean boots) {
        for (String path : paths == null ? new String[0] : paths.trim().split(" +")) {
            URI uri = by.toURI().resolve(path);
            if ("file".equals(uri.getScheme())) {
                add(new File(uri.getPath()), boots);
            }
        }
    }

    /**
     * Reports whether an agent's jar has a class of a name, whoever loads it.
     *
     * @param name its name with slashes
     * @return whether one has
     */
    boolean declare(String name) {
        return classes.containsKey(name);
    }

    /**
     * Says which agent a class belongs to.
     *
     * @param loader its class loader
     * @param name its name with slashes
     * @param domain where it comes from
     * @return the name of the agent's jar, null if it is not an agent's
     */
    String jarOf(ClassLoader loader, String name, ProtectionDomain domain) {
        if (jars.isEmpty()) {
            return null;
        }
        if (loader == null) {
            return boot.get(name);
        }
        String jar = jarOf(domain);
        Class<?> by = loader.getClass();
        return jar != null ? jar
                : by.getClassLoader() == null ? boot.get(by.getName().replace('.', '/'))
                : jarOf(by.getProtectionDomain());
    }

    private String jarOf(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL place = source == null ? null : source.getLocation();
        if (place == null) {
            return null;
        }
        String key = place.toString();
        String jar = places.get(key);
        if (jar == null) {
            File file = fileOf(key);
            jar = file == null ? null : jars.get(file);
            places.put(key, jar == null ? "" : jar);
        }
        return jar == null || jar.isEmpty() ? null : jar;
    }

    /** Returns the file of a URL, also of one for a part of a jar; null if it has none. */
    private static File fileOf(String place) {
        int part = place.indexOf("!/");
        String url = place.startsWith("jar:") ? place.substring(4, part < 0 ? place.length() : part) : place;
        try {
            return url.startsWith("file:") ? new File(new URI(url).getPath()).getCanonicalFile() : null;
        } catch (IOException | RuntimeException | URISyntaxException e) {
            return null; // such a place is none of a jar that the JVM has appended
        }
    }
}
