package jprof.tests;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.jar.JarFile;

/**
 * The jar as a Java agent, for build tools that have no place for a listener of JUnit 4 or 3: where a build tool adds
 * its own listener to JUnit's list of them, it adds that of jprof. JUnit that a test itself runs has other listeners,
 * and its tests are no tests of the build.
 *
 * <p>One class of JUnit is changed for that, by one method (Patch). An agent is on the class path of its JVM, so that
 * the platform of JUnit and TestNG find their listeners by themselves.
 *
 * <p>Pools of threads say for which test they work only where there is an agent (Pools), and code of the platform says
 * which files it opens (Opened).
 */
public final class Hook implements ClassFileTransformer {

    private static final String JUNIT4 = "org/junit/runner/notification/RunNotifier";
    private static final String JUNIT3 = "junit/framework/TestResult";

    private static final String ADD = "addListener";

    private static final String POOLS = "pools";

    /** The lists that have a listener of jprof: Surefire adds several of its own to one. */
    private static final Map<Object, Boolean> LISTS = Collections.synchronizedMap(new WeakHashMap<>());

    private final Instrumentation instrumentation;

    private Hook(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /**
     * The JVM calls it before the main method.
     *
     * @param options "pools" if listeners find their way by themselves, and only classes of the platform matter; or
     *     the path of a jar that JUnit Platform's listener needs, and that the class path lacks; null for none
     * @param instrumentation the JVM's
     * @throws IOException where that jar cannot be read
     */
    public static void premain(String options, Instrumentation instrumentation) throws IOException {
        Pools.change(instrumentation);
        Opened.change(instrumentation);
        if (POOLS.equals(options)) {
            return;
        }
        if (options != null && !options.isEmpty()) {
            instrumentation.appendToSystemClassLoaderSearch(new JarFile(options));
        }
        instrumentation.addTransformer(new Hook(instrumentation));
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] code) {
        boolean junit4 = JUNIT4.equals(name);
        if (!junit4 && !JUNIT3.equals(name)) {
            return null;
        }
        try {
            if (redefined != null || loader != ClassLoader.getSystemClassLoader()) {
                return null; // JUnit could not find this class
            }
            if (junit4) { // it may load classes of JUnit 3 as well, and before
                instrumentation.removeTransformer(this);
            }
            String listener = junit4 ? "org/junit/runner/notification/RunListener" : "junit/framework/TestListener";
            return new Patch(code).call(ADD, "(L" + listener + ";)V", Hook.class.getName(), "adds").file();
        } catch (Throwable t) { // the tests run without a listener, and jprof says so
            return null;
        }
    }

    /**
     * JUnit calls it when somebody adds a listener.
     *
     * @param list the object with the listeners
     * @param added the new one
     */
    public static void adds(Object list, Object added) {
        try {
            if (!isOfBuildTool(added) || LISTS.put(list, Boolean.TRUE) != null) {
                return;
            }
            // By their names: this class must be there without JUnit.
            Object listener = Class.forName("jprof.tests." + (isJUnit4(list) ? "JUnit4Listener" : "JUnit3Listener"))
                    .getConstructor().newInstance();
            for (Method method : list.getClass().getMethods()) {
                if (method.getName().equals(ADD) && method.getParameterTypes()[0].isInstance(listener)) {
                    method.invoke(list, listener);
                }
            }
        } catch (Throwable t) {
            // the tests run without a listener, and jprof says so
        }
    }

    /** Surefire has a class of its own below that of JUnit 4. */
    private static boolean isJUnit4(Object list) {
        for (Class<?> c = list.getClass(); c != null; c = c.getSuperclass()) {
            if (c.getName().replace('.', '/').equals(JUNIT4)) {
                return true;
            }
        }
        return false;
    }

    /** Surefire adds a proxy for the interface of JUnit. */
    private static boolean isOfBuildTool(Object listener) {
        Class<?> type = Proxy.isProxyClass(listener.getClass())
                ? Proxy.getInvocationHandler(listener).getClass()
                : listener.getClass();
        return type.getName().startsWith("org.gradle.") || type.getName().startsWith("org.apache.maven.surefire.");
    }
}
