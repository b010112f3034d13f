import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;
import java.util.BitSet;
import java.util.jar.JarFile;

/** Another agent: it works while classes are loaded, appends a jar, and has a class loader for one more. */
public class Meddler {
    private static int seen;

    public static void premain(String folder, Instrumentation instrumentation) throws Exception {
        work(1);
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] code) {
                if (name.startsWith("Meddled$")) {
                    work(10);
                    seen++;
                }
                if (name.equals("Meddled$Broken")) {
                    throw new IllegalStateException("the JVM goes on");
                }
                return null;
            }
        });
        instrumentation.appendToSystemClassLoaderSearch(new JarFile(folder + "/appended.jar"));
        new Own(new File(folder, "loaded.jar").toURI().toURL()).loadClass("Loaded").getMethod("work").invoke(null);
    }

    private static void work(int n) {
        new BitSet().flip(n);
    }

    /** Does nothing for the program: the number of classes that were loaded. */
    public static int seen() {
        work(2);
        return seen;
    }

    /** The class loader of the agent. */
    private static final class Own extends URLClassLoader {
        Own(URL jar) {
            super(new URL[] {jar}, null);
        }
    }
}
