package p;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Another agent, which transforms and redefines a class that was woven. */
public class Other {
    private static Instrumentation instrumentation;
    private static int seen;

    public static void premain(String argument, Instrumentation of) {
        instrumentation = of;
        of.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] code) {
                if (!"p/Task".equals(name)) {
                    return null;
                }
                seen++;
                return code.clone();
            }
        }, true);
    }

    /** Runs the class as it was loaded, retransformed, and redefined. */
    public static void main(String[] args) throws Exception {
        Task task = new Task();
        task.run();
        instrumentation.retransformClasses(Task.class);
        task.run();
        ByteArrayOutputStream original = new ByteArrayOutputStream();
        try (InputStream in = Other.class.getResourceAsStream("Task.class")) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                original.write(b);
            }
        }
        instrumentation.redefineClasses(new ClassDefinition(Task.class, original.toByteArray()));
        task.run();
        if (seen != 3) {
            throw new AssertionError(seen);
        }
    }
}
