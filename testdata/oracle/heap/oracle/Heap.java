package oracle;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows each write of a program to the end of all activations that it happened in. The objects are those of the
 * program itself: what an activation leaves behind is what can be reached by the fields that they have at its end.
 *
 * <p>A line of the file is a context: the path of its methods from the root with '>' between, then, summed over its
 * activations, their number, writes, writes that escape, those of them by what was returned or thrown, those by
 * anything else, and how many activations threw. All writes are inclusive.
 */
public final class Heap {
  private static Thread thread;
  private static boolean busy;
  private static long clock;
  private static final List<String> methods = new ArrayList<>();
  private static final Map<Object, Long> born = new IdentityHashMap<>();
  private static final Set<Class<?>> owners = new LinkedHashSet<>();
  private static final Map<Class<?>, Field[]> fields = new HashMap<>();
  private static final Context root = new Context();
  private static Activation top = new Activation(root, null);

  private Heap() {
  }

  /** A context, with sums over its activations. */
  private static final class Context {
    final Map<Integer, Context> children = new LinkedHashMap<>();
    long activations;
    long writes;
    long escaping;
    long leaving;
    long outside;
    long threw;
  }

  private static final class Activation {
    final Context context;
    final Activation caller;
    final long begin = ++clock;
    final List<Object> operands = new ArrayList<>();
    final Map<Object, long[]> written = new IdentityHashMap<>(); // writes that nobody may see, and those who may yet
    long writes;
    long forGood; // writes to static fields, to what those reach, and to output

    Activation(Context context, Activation caller) {
      this.context = context;
      this.caller = caller;
    }

    void add(Object o, long n) {
      written.computeIfAbsent(o, k -> new long[1])[0] += n;
    }
  }

  static void start(Thread main) {
    thread = main;
  }

  static synchronized int method(String name) {
    methods.add(name);
    return methods.size() - 1;
  }

  private static boolean other() {
    return Thread.currentThread() != thread || busy;
  }

  public static void enter(int method) {
    if (!other()) {
      top = new Activation(top.context.children.computeIfAbsent(method, k -> new Context()), top);
    }
  }

  public static void operand(Object o) {
    if (!other() && o != null) {
      top.operands.add(o);
    }
  }

  public static void made(Object o) {
    if (!other()) {
      born.put(o, ++clock);
      wrote(o, 1);
    }
  }

  /** An object that code which is not watched may have made. */
  public static void seen(Object o) {
    if (!other() && o != null && !born.containsKey(o)) {
      born.put(o, ++clock);
    }
  }

  /** Arrays of arrays are made down to a dimension. */
  public static void madeAll(Object o, int dimensions) {
    made(o);
    if (dimensions > 1) {
      for (Object inner : (Object[]) o) {
        madeAll(inner, dimensions - 1);
      }
    }
  }

  /** A clone is a new object; each element of an array is a write. */
  public static void cloned(Object o) {
    if (!other()) {
      made(o);
      if (o.getClass().isArray()) {
        wrote(o, Array.getLength(o));
      }
    }
  }

  public static void wrote(Object o) {
    wrote(o, 1);
  }

  private static void wrote(Object o, long n) {
    if (!other() && o != null && n > 0) {
      top.writes += n;
      top.add(o, n);
    }
  }

  public static void wroteStatic(Class<?> owner) {
    if (!other()) {
      top.writes++;
      top.forGood++;
      owners.add(owner);
    }
  }

  public static void store(int[] a, int i, int v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void store(long[] a, int i, long v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void store(float[] a, int i, float v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void store(double[] a, int i, double v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void store(char[] a, int i, char v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void store(short[] a, int i, short v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void store(Object a, int i, int v) {
    if (a instanceof boolean[]) {
      ((boolean[]) a)[i] = (v & 1) != 0;
    } else {
      ((byte[]) a)[i] = (byte) v;
    }
    wrote(a, 1);
  }

  public static void store(Object[] a, int i, Object v) {
    a[i] = v;
    wrote(a, 1);
  }

  public static void arraycopy(Object from, int at, Object to, int where, int n) {
    System.arraycopy(from, at, to, where, n);
    wrote(to, n);
  }

  /** What is put out, and all that it reaches, is seen for good by all who are active. */
  public static void output(Object o) {
    if (other() || o == null) {
      return;
    }
    busy = true;
    Set<Object> seen = reach(List.of(o));
    for (Activation a = top; a != null; a = a.caller) {
      Activation now = a;
      a.written.entrySet().removeIf(e -> {
        boolean out = seen.contains(e.getKey());
        now.forGood += out ? e.getValue()[0] : 0;
        return out;
      });
    }
    busy = false;
  }

  public static void returned(Object o) {
    end(o, false);
  }

  public static void thrown(Object o) {
    end(o, true);
  }

  private static void end(Object left, boolean threw) {
    if (other()) {
      return;
    }
    busy = true;
    Activation a = top;
    Context c = a.context;
    long escaping = a.forGood;
    long outside = a.forGood;
    if (!a.written.isEmpty()) {
      List<Object> others = new ArrayList<>(a.operands);
      for (Object o : a.written.keySet()) {
        if (born.getOrDefault(o, 0L) < a.begin) {
          others.add(o); // it was there before: somebody else has it
        }
      }
      Set<Object> leaving = left == null ? Collections.emptySet() : reach(List.of(left));
      Set<Object> before = reach(others);
      Set<Object> global = reach(statics());
      for (Map.Entry<Object, long[]> e : a.written.entrySet()) {
        Object o = e.getKey();
        long n = e.getValue()[0];
        boolean out = before.contains(o) || global.contains(o);
        c.leaving += leaving.contains(o) ? n : 0;
        outside += out ? n : 0;
        if (!out && !leaving.contains(o)) {
          continue;
        }
        escaping += n;
        if (global.contains(o)) {
          a.forGood += n;
        } else {
          a.caller.add(o, n);
        }
      }
    }
    c.activations++;
    c.writes += a.writes;
    c.escaping += escaping;
    c.outside += outside;
    c.threw += threw ? 1 : 0;
    a.caller.writes += a.writes;
    a.caller.forGood += a.forGood;
    top = a.caller;
    busy = false;
  }

  /** What static fields hold which a watched class has written to. */
  private static List<Object> statics() {
    List<Object> all = new ArrayList<>();
    for (Class<?> c : owners) {
      for (Field f : fields(c)) {
        if (Modifier.isStatic(f.getModifiers())) {
          all.add(get(f, null));
        }
      }
    }
    return all;
  }

  private static Set<Object> reach(List<Object> from) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>();
    for (Object o : from) {
      add(o, seen, open);
    }
    while (!open.isEmpty()) {
      Object o = open.pop();
      if (o instanceof Object[]) {
        for (Object element : (Object[]) o) {
          add(element, seen, open);
        }
        continue;
      }
      for (Class<?> c = o.getClass(); c != null && !c.isArray(); c = c.getSuperclass()) {
        for (Field f : fields(c)) {
          if (!Modifier.isStatic(f.getModifiers())) {
            add(get(f, o), seen, open);
          }
        }
      }
    }
    return seen;
  }

  private static void add(Object o, Set<Object> seen, Deque<Object> open) {
    if (o != null && !(o instanceof Class) && !(o instanceof Thread) && !(o instanceof ClassLoader) && seen.add(o)) {
      open.push(o);
    }
  }

  /** Fields of a class that are references. */
  private static Field[] fields(Class<?> c) {
    return fields.computeIfAbsent(c, k -> {
      List<Field> all = new ArrayList<>();
      for (Field f : k.getDeclaredFields()) {
        if (!f.getType().isPrimitive()) {
          f.setAccessible(true);
          all.add(f);
        }
      }
      return all.toArray(new Field[0]);
    });
  }

  private static Object get(Field f, Object of) {
    try {
      return f.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  static void write(Path file) {
    try (PrintWriter w = new PrintWriter(Files.newBufferedWriter(file))) {
      write(w, root, "");
    } catch (IOException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(3);
    }
  }

  private static void write(PrintWriter w, Context c, String path) {
    c.children.forEach((method, child) -> {
      String own = path.isEmpty() ? methods.get(method) : path + ">" + methods.get(method);
      w.print(own + "\t" + child.activations + "\t" + child.writes + "\t" + child.escaping + "\t" + child.leaving + "\t"
          + child.outside + "\t" + child.threw + "\n");
      write(w, child, own);
    });
  }
}
