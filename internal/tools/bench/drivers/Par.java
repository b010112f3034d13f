import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shared by the drivers: units of work spread over threads, inputs that are the same in every run, and the protocol
 * with the benchmark. A driver is called with the number of threads and of units, and prints
 *
 * <pre>
 * check SUM
 * expect FILE|AFTER|TEXT|COUNT
 * </pre>
 *
 * The sum is that of the results. FILE is a source of the program that is measured; the first of its lines
 * that is TEXT and comes after one that holds AFTER has to be executed COUNT times.
 */
final class Par {
    private static final Map<String, Long> EXPECTED = new TreeMap<>();

    private Par() {
    }

    /** One of the parts of the whole work. It depends only on its number. */
    interface Unit {
        /** Returns a check sum of the results. */
        long run(int unit) throws Exception;
    }

    /** Runs the units, number u on thread u mod t, and prints the sum of their results. */
    static void run(String[] args, Unit work) throws InterruptedException {
        int threads = threads(args);
        long[] sums = new long[units(args)];
        Thread[] all = new Thread[threads];
        Throwable[] failed = new Throwable[1];
        for (int k = 0; k < threads; k++) {
            int first = k;
            all[k] = new Thread(() -> {
                try {
                    for (int u = first; u < sums.length; u += threads) {
                        sums[u] = work.run(u);
                    }
                } catch (Throwable e) {
                    e.printStackTrace();
                    failed[0] = e;
                }
            });
            all[k].start();
        }
        for (Thread t : all) {
            t.join();
        }
        if (failed[0] != null) {
            System.exit(3);
        }
        finish(sums);
    }

    static int threads(String[] args) {
        return Integer.parseInt(args[0]);
    }

    static int units(String[] args) {
        return Integer.parseInt(args[1]);
    }

    /** Prints the sum of the results, and the expected counts. */
    static void finish(long[] sums) {
        long sum = 0;
        for (long s : sums) {
            sum = sum * 31 + s;
        }
        System.out.println("check " + sum);
        EXPECTED.forEach((line, count) -> System.out.println("expect " + line + "|" + count));
    }

    /** Says that a line of the program was executed so many times more. */
    static synchronized void expect(String file, String after, String text, long count) {
        EXPECTED.merge(file + "|" + after + "|" + text, count, Long::sum);
    }

    /** Generates numbers, the same ones in every run. */
    static final class Random {
        private long state;

        Random(long seed) {
            state = seed;
        }

        /** Returns a number from 0 to below n. */
        int next(int n) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            return (int) ((state >>> 33) % n);
        }

        /** Returns a number from 0 to below 1. */
        double unit() {
            return next(1 << 30) / (double) (1 << 30);
        }
    }

    /** Generates text of so many letters: words, some more often than others, with stops and numbers. */
    static String text(int size, long seed) {
        Random r = new Random(seed);
        String[] words = new String[600];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int k = 2 + r.next(7); k > 0; k--) {
                word.append((char) ('a' + r.next(26)));
            }
            words[i] = word.toString();
        }
        StringBuilder b = new StringBuilder(size + 20);
        while (b.length() < size) {
            b.append(words[Math.min(r.next(words.length), r.next(words.length))]);
            b.append(r.next(12) == 0 ? ".\n" : " ");
            if (r.next(9) == 0) {
                b.append(r.next(100000)).append(' ');
            }
        }
        return b.substring(0, size);
    }

    /** The same as bytes. */
    static byte[] bytes(int size, long seed) {
        return text(size, seed).getBytes(StandardCharsets.ISO_8859_1);
    }
}
