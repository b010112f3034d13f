// level 21
// Words that the language has a meaning for in places only, as names everywhere else.
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

public class Names {
    static int record, sealed, permits, when, module, open, with, to, transitive, exports, opens, uses, provides, requires, var, yield;

    static class when {
        when when;
        int with;
        when(int with) {
            this.with = with; // count=3
        }
        when when(when when) {
            this.when = when; // count=2
            return this; // count=2
        }
    }

    static class module<with, open extends Comparable<open>> {
        with with;
        <transitive extends with> module<with, open> open(transitive with) {
            this.with = with; // count=1
            return this; // count=1
        }
    }

    static class requires extends Exception {
        requires(String to) {
            super(to); // count=2
        }
    }

    interface exports {
        int opens(int to);
    }

    @interface uses {
        int open() default 1;
        String[] with() default {};
    }

    enum words { open, sealed, record, module, with, when, to, permits, yield, var } // count=1

    static int record(int record) {
        return record + 1; // count=1
    }
    static int sealed() { return sealed; } // count=1
    static int permits(int when, int... permits) {
        return permits.length + when; // count=1
    }
    static int module(int module) {
        module = module + 1; // count=1
        return module; // count=1
    }
    static int open() { return open++; } // count=1
    static int with(Function<Integer, Integer> with) { return with.apply(1); } // count=3
    static int when() { return when; } // count=1
    static int var(int var) { return var; } // count=1
    static int yield() { return 3; } // count=2
    static int to(int to) { return -to; } // count=2

    @uses(open = 2, with = {"record", "sealed"})
    static void statements() {
        int record = 1; // count=1
        record = record(record); // count=1
        record++; // count=1
        var var = var(record); // count=1
        var = 2; // count=1
        var++; // count=1
        int yield = 2; // count=1
        yield = 3; // count=1
        yield += 4; // count=1
        yield++; // count=1
        ++yield; // count=1
        int[] when = {1, 2}; // count=1
        when[0] = when[1]; // count=1
        when[0]++; // count=1
        sealed: for (int sealed = 0; sealed < 2; sealed++) { // count=1
            record: while (true) { // count=2
                if (sealed == 0) continue sealed; // count=2
                break record; // count=1
            }
        }
        open: with: when: to: permits: module: yield: var: do { // count=1
            if (var > 0) break var; // count=1
        } while (false);
        module(module); // count=1
        open(); // count=1
        sealed(); // count=1
        permits(1, 2, 3); // count=1
        when(); // count=1
        Names.yield(); // count=1
        to(to(1)); // count=1
        with(with -> with + 1); // count=1
        with((with) -> to = with); // count=1
        Function<Integer, Integer> f = record1 -> // count=1
                with(to -> // count=1
                    record1); // count=1
        f.apply(1); // count=1
        exports exports = open -> // count=1
            open * 2; // count=1
        exports.opens(1); // count=1
        IntUnaryOperator permits = sealed -> // count=1
            sealed; // count=2
        permits.applyAsInt(permits.applyAsInt(0) + 0); // count=1
    }

    static String patterns(Object o) {
        return switch (o) { // count=6
            case when when when when.with > 1 -> // count=3
                "big"; // count=1
            case when with when with.with == 1 && (with.when == null) -> // count=2
                "one"; // count=1
            case when when -> // count=1
                "when"; // count=1
            case String sealed when (sealed.isEmpty()) -> // count=1
                "empty"; // count=1
            case words yield when yield == words.yield -> { // count=1
                int y = yield.ordinal(); // count=1
                yield "yield" + y; // count=1
            }
            case Integer record -> // count=1
                "record"; // count=1
            default ->
                "default"; // count=0
        };
    }

    static int yields(int k) {
        return switch (k) { // count=7
            case 0:
                int yield = 1; // count=1
                yield = 2; // count=1
                yield yield; // count=1
            case 1:
                yield -k; // count=1
            case 2:
                yield (k); // count=1
            case 3:
                yield ++k; // count=1
            case 4:
                yield !(k > 3) ? 1 : 2; // count=1
            case 5:
                yield Names.yield(); // count=1
            default:
                yield (Integer) k; // count=1
        };
    }

    static int old(words o) {
        switch (o) { // count=3
            case open:
            case record:
                return 1; // count=1
            case sealed, with, when:
                return 2; // count=1
            default:
                return 3; // count=1
        }
    }

    public static void main(String[] args) throws Exception {
        statements(); // count=1
        new module<Integer, String>().<Integer>open(1); // count=1
        patterns(new when(2)); // count=1
        patterns(new when(1).when(null)); // count=1
        patterns(new when(0).when(null)); // count=1
        patterns(""); // count=1
        patterns(words.yield); // count=1
        patterns(1); // count=1
        for (int k = 0; k < 7; k++) yields(k); // count=1
        old(words.record); // count=1
        old(words.when); // count=1
        old(words.to); // count=1
        List<requires> with = new ArrayList<>(); // count=1
        try { // count=1
            throw new requires("to"); // count=1
        } catch (requires record) {
            with.add(record); // count=1
        }
        for (requires open : with) // count=1
            open.getMessage(); // count=1
        try (AutoCloseable sealed = () -> record++; AutoCloseable permits = sealed) { // count=1
            throw new requires("x"); // count=1
        } catch (requires | IllegalStateException to) {
            Names.record++; // count=1
        }
        record when(int with, String open) { // nothing is executed here
            when { if (with > 1) // count=1
                record++; } // count=0
        }
        record++; // count=1
        if (new when(1, "") instanceof when(int yield, var var) && yield == 1) // count=1
            to++; // count=1
        yield = record; // count=1
    }
}
