package jprof.tests;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The tests under way, and so the owners of counts: see internal/format/testcounts in jprof's sources. */
final class State {

    /** All threads count for one owner. */
    final boolean single;
    /** That owner, or that of threads of which nothing is known. */
    private final long owner;
    /** The tests, in the order in which they began. */
    private final List<Unit> tests = new ArrayList<>();
    /** The classes that are under way, in the same order. */
    private final List<Unit> classes = new ArrayList<>();

    /**
     * Makes the state.
     *
     * @param active what has begun and not ended, in that order
     * @param parallel whether there may be other threads that set up classes of which nothing is known
     */
    State(Collection<Unit> active, boolean parallel) {
        for (Unit unit : active) {
            if (unit.kind == Unit.TEST) {
                tests.remove(unit.parent); // the test is in it: a feature of Spock, with its iterations
                tests.add(unit);
            } else if (unit.kind == Unit.CLASS) {
                classes.add(unit);
            }
        }
        single = tests.isEmpty() || tests.size() == 1 && isAlone(tests.get(0), parallel);
        owner = tests.isEmpty() ? classOf(active) : single ? tests.get(0).number + 1 : Counts.SHARED;
    }

    /** Reports whether no other class is under way on another thread: its set-up is not the test's. */
    private boolean isAlone(Unit test, boolean parallel) {
        boolean inClass = false;
        for (Unit c : classes) {
            if (c.thread != test.thread && !test.isIn(c)) {
                return false;
            }
            inClass = true;
        }
        return inClass || !parallel;
    }

    /** The innermost class, if all classes are in each other. */
    private static long classOf(Collection<Unit> active) {
        Unit inner = null;
        for (Unit unit : active) {
            if (unit.kind == Unit.CLASS) {
                // JUnit 4 does not report what a class is in: suites run theirs on their own thread.
                boolean nested = inner == null || unit.isIn(inner)
                        || unit.parent == null && unit.thread == inner.thread;
                if (!nested) {
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
        long found = find(tests, thread, 0);
        found = found == 0 ? find(classes, thread, 0) : found;
        found = found == 0 ? find(tests, null, origin) : found;
        found = found == 0 ? find(classes, null, origin) : found;
        return found == 0 ? owner : found;
    }

    /** Finds the last unit that began on a thread, or the one with a number; 0 for none. */
    private static long find(List<Unit> units, Thread thread, long number) {
        for (int i = units.size() - 1; i >= 0; i--) {
            Unit unit = units.get(i);
            if (thread != null && unit.thread == thread || unit.number == number) {
                return unit.number + 1;
            }
        }
        return 0;
    }
}
