package oracle;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Paths;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Watches the heap of a small program: which object each write went to, and what could be reached when each activation
 * of a method ended. {@link Heap} has the rules, HeapRewriter the calls that it puts into the byte code.
 *
 * <p>Agent argument: the file to write at the end, a comma, and the package to watch, with slashes. The JVM must not
 * verify (-XX:-BytecodeVerificationRemote): there are no stack maps, and objects are seen before their constructors ran.
 */
public final class HeapAgent {
  private HeapAgent() {
  }

  public static void premain(String args, Instrumentation inst) {
    int comma = args.lastIndexOf(',');
    String watched = args.substring(comma + 1) + "/";
    Map<String, Set<Module>> opens = new HashMap<>();
    for (String p : Object.class.getModule().getPackages()) {
      opens.put(p, Collections.singleton(HeapAgent.class.getModule()));
    }
    inst.redefineModule(Object.class.getModule(), Collections.emptySet(), Collections.emptyMap(), opens,
        Collections.emptySet(), Collections.emptyMap());
    Heap.start(Thread.currentThread());
    inst.addTransformer(new ClassFileTransformer() {
      @Override
      public byte[] transform(ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] bytes) {
        if (name == null || !name.startsWith(watched)) {
          return null;
        }
        try {
          return HeapRewriter.rewrite(name, bytes);
        } catch (Throwable t) {
          t.printStackTrace();
          Runtime.getRuntime().halt(3);
          return null;
        }
      }
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Heap.write(Paths.get(args.substring(0, comma)))));
  }
}
