package jprof.tests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which tests are under way, and so whose counts are: see internal/testcounts in jprof's sources. */
final class State {

    /** Whether all threads count for one owner. */
    final boolean single;
    /** That owner, or that of threads of which nothing is known. */
    private final long owner;
    /** The tests, in the order in which they began. */
    private final List<Unit> tests = new ArrayList<>();

    /**
     * Makes the state.
     *
     * @param active what has begun and not ended, in that order
     */
    State(Collection<Unit> active) {
        for (Unit unit : active) {
            if (unit.kind == Unit.TEST) {
                tests.remove(unit.parent); // the test is in it: a feature of Spock, with its iterations
                tests.add(unit);
            }
        }
        single = tests.size() < 2;
        owner = tests.isEmpty() ? classOf(active) : single ? tests.get(0).number + 1 : Counts.SHARED;
    }

    /** The innermost class, if all classes are in each other. */
    private static long classOf(Collection<Unit> active) {
        Unit inner = null;
        for (Unit unit : active) {
            if (unit.kind == Unit.CLASS) {
                if (inner != null && !unit.isIn(inner)) {
                    return Counts.OUTSIDE;
                }
                inner = unit;
            }
        }
        return inner == null ? Counts.OUTSIDE : inner.number + 1;
    }

    /**
     * Returns whose counts those of a thread are.
     *
     * @param thread the thread; or null
     * @param origin the number of the test or class that it runs or that has made it; 0 for none
     * @return the owner
     */
    long owner(Thread thread, long origin) {
        if (single) {
            return owner;
        }
        for (int i = tests.size() - 1; thread != null && i >= 0; i--) {
            if (tests.get(i).thread == thread) {
                return tests.get(i).number + 1;
            }
        }
        for (Unit test : tests) {
            if (origin != 0 && test.number == origin) {
                return test.number + 1;
            }
        }
        return owner;
    }
}
