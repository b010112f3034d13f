package demo.calc;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Integrates a formula over x numerically, on several threads. */
public final class Integral {
    private final Formula formula;
    private final int threads;
    private int evaluations;

    public Integral(Formula formula, int threads) {
        this.formula = formula;
        this.threads = threads;
    }

    /** The integral from {@code from} to {@code to} by the midpoint rule in {@code steps} steps. */
    public double over(double from, double to, int steps) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            var parts = IntStream.range(0, threads).mapToObj(part -> pool.submit(new Callable<Double>() {
                @Override
                public Double call() {
                    double sum = 0;
                    for (int i = part; i < steps; i += threads) {
                        double x = from + (i + 0.5) * (to - from) / steps;
                        sum += formula.evaluate(Map.of("x", x));
                        count();
                    }
                    return sum;
                }
            })).toList();
            double sum = 0;
            for (Future<Double> part : parts) {
                sum += part.get();
            }
            return sum * (to - from) / steps;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } finally {
            pool.shutdown();
        }
    }

    private void count() {
        synchronized (this) {
            evaluations++;
        }
    }

    /** How often the formula was evaluated. */
    public synchronized int evaluations() {
        return evaluations;
    }
}
