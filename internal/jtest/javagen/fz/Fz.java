package fz;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Called by generated programs. All state is thread-local, so that each thread does the same. */
public final class Fz {
  public static class Checked extends Exception {
    public Checked(int id) { super("checked " + id); }
  }

  public static class Odd extends RuntimeException {
    public Odd(int id) { super("odd " + id); }
  }

  public static class Res implements AutoCloseable {
    private final int id;

    public Res(int id) {
      this.id = id;
      Fz.t(id);
      if (Fz.get().next(8) == 0) throw new Odd(id);
    }

    @Override public void close() {
      Fz.t(id + 1000000);
      if (Fz.get().next(5) == 0) throw new Odd(id + 1);
    }
  }

  public abstract static class Base {
    protected final int base;

    public Base(int base) { this.base = base; }

    public abstract int op(int x);
  }

  public interface IntF { int f(int x); }

  public interface ThrowingF { int f(int x) throws Checked; }

  public interface Curried { IntF f(int x); }

  private static final ThreadLocal<Fz> STATE = ThreadLocal.withInitial(Fz::new);

  private long seed;
  private long sum;
  /** The steps that a program may take. */
  private static final int FUEL = Integer.getInteger("fz.fuel", 400);

  private int fuel;
  private final Map<Integer, int[]> operands = new TreeMap<>();

  private Fz() { }

  private static Fz get() { return STATE.get(); }

  private int next(int n) {
    seed = seed * 6364136223846793005L + 1442695040888963407L;
    return (int) ((seed >>> 33) % n);
  }

  public static void t(int id) { Fz z = get(); z.sum = z.sum * 31 + id; }

  public static int v(int x) { t(x); return x; }

  public static boolean c(boolean x) { t(x ? 3 : 5); return x; }

  /** An operand of a condition, or another value: counts how often it is true and false. */
  public static boolean op(int id, boolean x) {
    get().operands.computeIfAbsent(id, k -> new int[2])[x ? 0 : 1]++;
    return x;
  }

  public static int i(int n) { return get().next(n); }

  public static boolean b() { return get().next(2) == 0; }

  public static boolean b(int percent) { return get().next(100) < percent; }

  /** False when the fuel is used up: each loop and each method checks it. */
  public static boolean go() { return get().fuel-- > 0; }

  public static String s() { int n = get().next(6); return n == 0 ? null : "abcde".substring(0, n); }

  public static String w() { return new String[] {"one", "two", "three", "four"}[get().next(4)]; }

  public static Integer boxed() { int n = get().next(8); return n == 0 ? null : Integer.valueOf(n); }

  public static int[] arr() {
    int n = get().next(5);
    if (n == 0 && b()) return null;
    int[] a = new int[n + 1];
    for (int i = 0; i <= n; i++) a[i] = i * 3 + n;
    return a;
  }

  public static List<Integer> list() {
    int n = get().next(4);
    List<Integer> out = new ArrayList<>();
    for (int i = 0; i < n; i++) out.add(n == 3 && i == 2 ? null : Integer.valueOf(i));
    return out;
  }

  public static Object o() {
    switch (get().next(6)) {
      case 0: return Integer.valueOf(get().next(9));
      case 1: return "s" + get().next(3);
      case 2: return new int[] {1, 2};
      case 3: return Boolean.TRUE;
      case 4: return 2.5;
      default: return null;
    }
  }

  /** Throws at times. */
  public static int may(int id) {
    t(id);
    if (get().next(7) == 0) throw new Odd(id);
    return get().next(20);
  }

  /** Throws at times. */
  public static int chk(int id) throws Checked {
    t(id);
    if (get().next(6) == 0) throw new Checked(id);
    return get().next(20);
  }

  public static int exec(Runnable r) { t(71); r.run(); return 1; }

  public static int exec(Callable<Integer> c) {
    t(73);
    try {
      return c.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return 9;
    }
  }

  public static int use(IntF f, int x) { return f.f(x); }

  public static int use(Supplier<Integer> s) { return s.get(); }

  public static int twice(ThrowingF f, int x) throws Checked { return f.f(f.f(x) & 15); }

  /**
   * Adds the exception to the sum: its class, its message unless it is one of the JVM's own, its line of the program,
   * and the suppressed exceptions.
   */
  public static void caught(Throwable e) {
    t(e.getClass().getName().hashCode());
    if (e instanceof Checked || e instanceof Odd) t(e.getMessage().hashCode());
    for (StackTraceElement f : e.getStackTrace()) {
      if (f.getClassName().startsWith("fz.P")) {
        t(f.getLineNumber());
        break;
      }
    }
    for (Throwable s : e.getSuppressed()) caught(s);
    if (e.getCause() != null) caught(e.getCause());
  }

  static String run(String name) throws Exception {
    Fz z = get();
    z.seed = name.hashCode() * 31L + 7;
    z.sum = 1;
    z.fuel = FUEL;
    z.operands.clear();
    String how = "ends";
    try {
      Class.forName("fz." + name).getDeclaredMethod("run").invoke(null);
    } catch (InvocationTargetException | ExceptionInInitializerError e) {
      how = e.getCause().getClass().getName();
      caught(e.getCause());
    }
    StringBuilder text = new StringBuilder(name + " " + how + " " + z.sum + " " + z.seed);
    z.operands.forEach((id, n) -> text.append(" ").append(id).append("=").append(n[0]).append("/").append(n[1]));
    return text.toString();
  }

  /** Arguments: the number of threads that each run all programs, and the programs. */
  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    String[][] results = new String[threads][args.length - 1];
    Thread[] all = new Thread[threads];
    for (int k = 0; k < threads; k++) {
      String[] mine = results[k];
      all[k] = new Thread(() -> {
        for (int p = 1; p < args.length; p++) {
          try {
            mine[p - 1] = run(args[p]);
          } catch (Throwable e) {
            mine[p - 1] = args[p] + " fails: " + e.toString().replaceAll("\\s+", " ");
          }
        }
      });
      all[k].start();
    }
    for (Thread t : all) t.join();
    for (int k = 1; k < threads; k++) {
      if (!Arrays.equals(results[0], results[k])) System.out.println("thread " + k + " has other results");
    }
    for (String s : results[0]) System.out.println(s);
  }
}
