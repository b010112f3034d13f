package fz;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import jprof.tests.Recorder;

/** Runs programs as tests, of which the recorder of jprof hears: several at a time, each once in each thread. */
public final class Tests {
  private static final ExecutorService POOL = Executors.newFixedThreadPool(2, task -> {
    Thread t = new Thread(task);
    t.setDaemon(true);
    return t;
  });

  private Tests() { }

  private static void run(String name) {
    try {
      Fz.run(name);
    } catch (Throwable e) {
      // The work of programs is compared elsewhere.
    }
  }

  /** The programs in turn: in the thread of the test, in one that it starts, in a pool, and twice, once in no test. */
  private static void test(int n, String name) throws InterruptedException, ExecutionException {
    if (n % 4 == 3) run(name);
    Object key = new Object();
    String id = "[engine:fz]/[class:fz." + name + "]/[method:run()]";
    Recorder.begin(key, 2, null, id, "fz." + name, "run", "", "run()");
    switch (n % 4) {
      case 1:
        Thread t = new Thread(() -> run(name));
        t.start();
        t.join();
        break;
      case 2:
        POOL.submit(() -> run(name)).get();
        break;
      default:
        run(name);
    }
    Recorder.end(key, n % 3, "of no importance");
  }

  /** Arguments: the number of threads that each run all programs, and the programs. */
  public static void main(String[] args) throws Exception {
    Thread[] all = new Thread[Integer.parseInt(args[0])];
    for (int k = 0; k < all.length; k++) {
      all[k] = new Thread(() -> {
        try {
          for (int p = 1; p < args.length; p++) test(p - 1, args[p]);
        } catch (InterruptedException | ExecutionException e) {
          throw new IllegalStateException(e);
        }
      });
      all[k].start();
    }
    for (Thread t : all) t.join();
  }
}
