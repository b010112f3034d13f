package jprof.agent.record;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import jprof.agent.weave.Inlining;

/**
 * Puts the runtime classes into java.lang, the one package that all class loaders see, also those of OSGi. What Java 9
 * and later have for it is found by reflection, as the agent is made for Java 8.
 */
final class Inject {

    /** The runtime classes that any recording needs, and those to note which methods ran. */
    static final String[] CONTROL = {"JprofControl"};
    static final String[] REACHED = {"JprofReached"};
    /** The runtime classes for contexts, superclasses first. */
    static final String[] CONTEXTS = {
        "Jprof", "JprofNumbers", "JprofNumbers$Table", "JprofNode", "JprofSite", "JprofOutside", "JprofTable",
        "JprofRare", "JprofRare$Made", "JprofLimit", "JprofTree", "JprofWalk", "JprofThread", "JprofThreads",
        "JprofThreads$Name", "JprofThreads$Live", "JprofCurrent", "JprofCurrent$Owner", "JprofVisitor", "JprofFacts",
        "JprofChildren", "JprofBarrier",
    };

    private Inject() {
    }

    /**
     * Reports whether the classes for contexts are there already: in a JDK that was woven ahead of time, or because
     * another agent of jprof is or was at work.
     *
     * @return whether they are
     */
    static boolean done() {
        return has("Jprof");
    }

    private static boolean has(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * Lets the agent's classes use what java.base hides, from Java 9 on.
     *
     * @param instrumentation of this JVM
     * @throws ReflectiveOperationException never
     */
    static void open(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> module;
        try {
            module = Class.forName("java.lang.Module");
        } catch (ClassNotFoundException e) {
            return; // Java 8
        }
        Method of = Class.class.getMethod("getModule");
        Map<String, Set<?>> opens = new HashMap<>();
        Set<?> own = Collections.singleton(of.invoke(Inject.class));
        opens.put("java.lang", own);
        opens.put("jdk.internal.misc", own); // the options of the JVM
        Instrumentation.class.getMethod("redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class)
                .invoke(instrumentation, of.invoke(Object.class), Collections.emptySet(), Collections.emptyMap(), opens,
                        Collections.emptySet(), Collections.emptyMap());
    }

    /**
     * Computes a check sum of all runtime classes: they stay in the JVM, and other versions of them need other ones.
     *
     * @return the sum
     * @throws IOException if the jar cannot be read
     */
    static String version() throws IOException {
        StringBuilder sums = new StringBuilder();
        try (JarFile jar = new JarFile(jar())) {
            for (String[] names : new String[][] {CONTROL, REACHED, CONTEXTS}) {
                for (String name : names) {
                    sums.append(jar.getEntry("java/lang/" + name + ".class").getCrc()).append(' ');
                }
            }
        }
        byte[] text = sums.toString().getBytes(StandardCharsets.US_ASCII);
        return Integer.toHexString(Bytes.sum(text, text.length));
    }

    /**
     * Defines classes, and initialises them, as far as they are not there.
     *
     * @param names their names in java.lang
     * @throws ReflectiveOperationException if the JVM refuses
     * @throws IOException if the jar cannot be read
     */
    static void make(String... names) throws ReflectiveOperationException, IOException {
        if (!has(names[0])) {
            define(names);
        }
        initialise(names);
    }

    /**
     * Defines the classes.
     *
     * @param names their names in java.lang
     * @throws ReflectiveOperationException if the JVM refuses
     * @throws IOException if the jar cannot be read
     */
    private static void define(String... names) throws ReflectiveOperationException, IOException {
        try {
            Method define;
            try {
                define = MethodHandles.Lookup.class.getMethod("defineClass", byte[].class);
            } catch (NoSuchMethodException e) {
                define8(names);
                return;
            }
            Object lookup = MethodHandles.class
                    .getMethod("privateLookupIn", Class.class, MethodHandles.Lookup.class)
                    .invoke(null, Object.class, MethodHandles.lookup());
            for (String name : names) {
                define.invoke(lookup, (Object) Inlining.annotated(read("java/lang/" + name)));
            }
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException(e.getCause().toString(), e.getCause());
        }
    }

    /**
     * Initialises the classes: later the first use might be where a stack ends, and a class whose initialiser has
     * failed can never be used.
     *
     * @param names their names in java.lang
     * @throws ClassNotFoundException never
     */
    private static void initialise(String... names) throws ClassNotFoundException {
        for (String name : names) {
            Class.forName("java.lang." + name, true, null);
        }
    }

    /**
     * Defines the classes in Java 8.
     *
     * @param names their names in java.lang
     * @throws ReflectiveOperationException if the JVM refuses
     * @throws IOException if the jar cannot be read
     */
    private static void define8(String... names) throws ReflectiveOperationException, IOException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field only = type.getDeclaredField("theUnsafe");
        only.setAccessible(true);
        Method define = type.getMethod("defineClass", String.class, byte[].class, int.class, int.class,
                ClassLoader.class, ProtectionDomain.class);
        for (String name : names) {
            byte[] code = Inlining.annotated(read("java/lang/" + name));
            define.invoke(only.get(null), "java/lang/" + name, code, 0, code.length, null, null);
        }
    }

    /**
     * Finds the agent's jar.
     *
     * @return its path
     * @throws IOException if the place of it is no file
     */
    static File jar() throws IOException {
        try {
            return new File(((URLClassLoader) Inject.class.getClassLoader()).getURLs()[0].toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /**
     * Loads classes of the agent.
     *
     * @param packages where they are, with slashes, also at the end
     * @throws IOException if the jar cannot be read
     * @throws ClassNotFoundException never
     */
    static void load(String... packages) throws IOException, ClassNotFoundException {
        List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(jar())) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements();) {
                names.add(all.nextElement().getName());
            }
        }
        for (String name : names) {
            for (String of : packages) {
                if (name.startsWith(of) && name.endsWith(".class")) {
                    Class.forName(name.substring(0, name.length() - 6).replace('/', '.'), true,
                            Inject.class.getClassLoader());
                }
            }
        }
    }

    /**
     * Reads a class from the jar.
     *
     * @param name its name with slashes
     * @return the class file
     * @throws IOException if there is none
     */
    static byte[] read(String name) throws IOException {
        URL url = ((URLClassLoader) Inject.class.getClassLoader()).findResource(name + ".class");
        if (url == null) {
            throw new IOException("the agent's jar has no " + name);
        }
        try (InputStream in = url.openStream()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] part = new byte[1 << 12];
            for (int n = in.read(part); n > 0; n = in.read(part)) {
                bytes.write(part, 0, n);
            }
            return bytes.toByteArray();
        }
    }
}
