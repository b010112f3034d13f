package oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/**
 * Counts on the bytecode how often each entry of each line number table is reached, atomically. At
 * the end of the JVM it writes one file, a line for each entry:
 *
 * <pre>package/Source.java TAB package/Class.method(descriptor) TAB line TAB ordinal TAB count</pre>
 *
 * The ordinal numbers the entries of a line in a method in the order of the code. Copies of a class
 * in several class loaders are added up. A class that could not be rewritten has the line
 *
 * <pre>! TAB package/Class TAB reason</pre>
 *
 * Agent argument: the folder for the file, a comma, and the path of a file that lists the packages to
 * count, one in a line, with slashes. The agent does nothing in a JVM whose command line starts with
 * the main class of Maven, so that a build of Maven itself counts its tests only.
 */
public final class Agent implements ClassFileTransformer {
  private static final int CHUNK = 1 << 16;

  private final Set<String> packages;
  private final BiFunction<String, byte[], byte[]> rewriter;
  private final AtomicLongArray[] chunks;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> failures = new ArrayList<>();

  public static void premain(String args, Instrumentation inst) throws Exception {
    if (System.getProperty("sun.java.command", "").startsWith("org.codehaus.plexus.classworlds.launcher.Launcher")) {
      return;
    }
    int comma = args.indexOf(',');
    Path dir = Paths.get(args.substring(0, comma));
    Set<String> packages = new HashSet<>(Files.readAllLines(Paths.get(args.substring(comma + 1)), StandardCharsets.UTF_8));
    Agent agent = new Agent(packages, chunks(inst));
    List<Class<?>> early = new ArrayList<>();
    for (Class<?> c : inst.getAllLoadedClasses()) {
      if (agent.counts(c.getClassLoader(), c.getName().replace('.', '/')) && inst.isModifiableClass(c)) {
        early.add(c);
      }
    }
    if (!early.isEmpty()) {
      inst.addTransformer(agent, true);
      inst.retransformClasses(early.toArray(new Class<?>[0]));
      inst.removeTransformer(agent);
    }
    inst.addTransformer(agent);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> agent.write(dir), "line-oracle"));
  }

  /** Defines the class with the counters in java.lang and returns its counters. */
  private static AtomicLongArray[] chunks(Instrumentation inst) throws Exception {
    inst.redefineModule(Object.class.getModule(), Collections.emptySet(), Collections.emptyMap(),
        Collections.singletonMap("java.lang", Collections.singleton(Agent.class.getModule())), Collections.emptySet(),
        Collections.emptyMap());
    try (InputStream in = Agent.class.getResourceAsStream("/java/lang/LineOracleHits.class")) {
      Class<?> hits = MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(in.readAllBytes());
      return (AtomicLongArray[]) hits.getField("CHUNKS").get(null);
    }
  }

  /** The rewriter has a class loader of its own: the program may have another version of ASM. */
  private Agent(Set<String> packages, AtomicLongArray[] chunks) throws Exception {
    this.packages = packages;
    this.chunks = chunks;
    URL here = Agent.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] path = {new URL(here, "rewriter.jar"), new URL(here, "asm.jar")};
    URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
    Constructor<?> c = loader.loadClass("oracle.Rewriter").getConstructor(ToIntFunction.class);
    @SuppressWarnings("unchecked")
    BiFunction<String, byte[], byte[]> r = (BiFunction<String, byte[], byte[]>) c.newInstance((ToIntFunction<String>) this::id);
    rewriter = r;
  }

  private boolean counts(ClassLoader loader, String name) {
    return loader != null && name != null && packages.contains(name.substring(0, Math.max(0, name.lastIndexOf('/'))));
  }

  @Override
  public byte[] transform(ClassLoader loader, String name, Class<?> c, ProtectionDomain domain, byte[] bytes) {
    if (!counts(loader, name)) {
      return null;
    }
    try {
      return rewriter.apply(name, bytes);
    } catch (Throwable t) {
      synchronized (this) {
        failures.add("!\t" + name + "\t" + t.toString().replaceAll("\\s+", " "));
      }
      return null;
    }
  }

  private synchronized int id(String name) {
    Integer known = ids.get(name);
    if (known != null) {
      return known;
    }
    int id = ids.size();
    if (chunks[id / CHUNK] == null) {
      chunks[id / CHUNK] = new AtomicLongArray(CHUNK);
    }
    ids.put(name, id);
    return id;
  }

  private synchronized void write(Path dir) {
    String name = ProcessHandle.current().pid() + "-" + UUID.randomUUID();
    Path part = dir.resolve(name + ".part");
    try (PrintWriter w = new PrintWriter(Files.newBufferedWriter(part))) {
      failures.forEach(f -> w.print(f + "\n"));
      ids.forEach((entry, id) -> w.print(entry + "\t" + chunks[id / CHUNK].get(id % CHUNK) + "\n"));
      w.close();
      if (w.checkError()) {
        throw new IOException("cannot write " + part);
      }
      Files.move(part, dir.resolve(name + ".tsv"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      e.printStackTrace();
    }
  }
}
