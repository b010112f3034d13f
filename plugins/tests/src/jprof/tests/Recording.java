package jprof.tests;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The state of the recorder in this JVM. At each begin and end of a test it takes the counts of each thread in each
 * helper class, and gives them to their owner. Its lock is the host (see package rt in jprof's sources), which sends it
 * messages: the place of its file, new helper classes, and the end of the JVM.
 */
final class Recording implements BiConsumer<Object, long[]> {

    /** The start of the name of the host's thread: rt.hostVersion. */
    private static final String HOST = "jprof-counts-6 ";

    private final Map<List<Object>, Unit> active = new LinkedHashMap<>();
    private final List<Section> sections = new ArrayList<>();
    private final Map<Object, Section> byCounters = new java.util.IdentityHashMap<>();
    private final TestsFile file = new TestsFile();
    private volatile State state = new State(active.values(), false);
    /** Tests run in threads of a framework that reports no classes. */
    private boolean parallel;
    private long units;
    /** The lock: the host, if there is one already. */
    private volatile Object host;
    /** The recording of another class loader, which was first in this JVM; or null. */
    private volatile BiConsumer<Object, long[]> other;

    /** Begins with nothing. Pools report to the newest. */
    Recording() {
        Pools.report();
        Opened.report(this);
    }

    /**
     * Returns whose counts those of the current thread are. It takes no lock.
     *
     * @return the owner: see {@link Counts}; -1 if another recording knows it
     */
    long owner() {
        State now = state;
        return other != null ? -1 : now.owner(Thread.currentThread(), now.single ? 0 : Origin.number());
    }

    /**
     * Notes a begin or an end: see {@link Recorder}.
     *
     * @param event "begin", source, key, kind, key of the parent, five names; or "end", source, key, status, reason; or
     *     "parallel"
     */
    void note(Object[] event) {
        synchronized (this) {
            look();
            if (host == null) {
                handle(event);
                return;
            }
        }
        if (other != null) {
            other.accept(event, null);
        } else {
            accept(event, null);
        }
    }

    /** Finds the host, if it was not found before, and makes this known to it. Units that have begun stay. */
    @SuppressWarnings("unchecked")
    synchronized void look() {
        if (host != null) {
            return;
        }
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = root.getParent(); parent != null; parent = root.getParent()) {
            root = parent;
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 10];
        for (int i = root.enumerate(threads, false) - 1; i >= 0; i--) {
            Object handler = threads[i].getName().startsWith(HOST) ? threads[i].getUncaughtExceptionHandler() : null;
            if (handler instanceof Consumer) {
                ((Consumer<Object>) handler).accept(this);
                host = handler;
                return;
            }
        }
    }

    /**
     * Receives messages of the host, and events of recordings of other class loaders.
     *
     * @param what see Host.ask in package rt; or an event; or the recording that was first
     * @param numbers see there
     */
    @Override
    @SuppressWarnings("unchecked")
    public void accept(Object what, long[] numbers) {
        try {
            if (what instanceof Object[] && ((Object[]) what)[0] instanceof String) {
                synchronized (host) {
                    handle((Object[]) what);
                }
            } else if (what instanceof String) {
                file.open(new File(what + ".tests"), numbers[0], numbers[1]);
                Opened.open(new File(what + ".files"));
            } else if (what instanceof BiConsumer) {
                other = (BiConsumer<Object, long[]>) what;
            } else if (Boolean.FALSE.equals(what)) {
                boundary(state);
            } else if (Boolean.TRUE.equals(what)) {
                file.flush(true);
                Opened.flush(true);
            } else if (numbers != null) {
                byCounters.get(what).sum(numbers);
            } else {
                Section section = new Section((Object[]) what, state.single);
                sections.add(section);
                byCounters.put(what, section);
                file.section(section.about);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void handle(Object[] event) {
        try {
            if ("begin".equals(event[0])) {
                begin(event);
            } else if ("end".equals(event[0])) {
                end(event);
            } else {
                parallel = true;
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void begin(Object[] event) throws IOException {
        List<Object> key = key(event[1], event[2]);
        if (active.containsKey(key)) {
            return; // a listener that was registered twice
        }
        int kind = (Integer) event[3];
        Unit parent = event[4] == null ? null : active.get(key(event[1], event[4]));
        Unit unit = new Unit(event[2], event[1], kind, parent, Thread.currentThread(), ++units, System.nanoTime());
        active.put(key, unit);
        boundary(new State(active.values(), parallel));
        String[] names = new String[5];
        System.arraycopy(event, 5, names, 0, 5);
        file.begin(unit, System.currentTimeMillis(), names);
        if (kind == Unit.TEST) {
            file.flush(false); // so that a JVM that is killed has said what it was doing
        }
        if (kind != Unit.CONTAINER) {
            long[] number = Origin.enter(key);
            if (number != null) {
                number[0] = unit.number;
            }
        }
    }

    private void end(Object[] event) throws IOException {
        List<Object> key = key(event[1], event[2]);
        Unit unit = active.remove(key);
        if (unit == null) {
            return;
        }
        long nanos = System.nanoTime() - unit.began;
        boundary(new State(active.values(), parallel));
        file.end(unit, (Integer) event[3], nanos, (String) event[4]);
        file.flush(false);
        Origin.leave(key);
    }

    private static List<Object> key(Object source, Object key) {
        return java.util.Arrays.asList(source, key);
    }

    /** Gives all that was counted to its owners, and goes on with a new state. */
    private void boundary(State next) {
        Owners owners = new Owners(state, next);
        Map<Long, Counts> all = new LinkedHashMap<>();
        Map<Long, Sum> sums = new LinkedHashMap<>();
        boolean single = state.single && next.single;
        Sum one = single ? new Sum(state.owner(null, 0)) : null;
        for (int i = 0; i < sections.size(); i++) {
            if (single) {
                sections.get(i).takeAll(one);
                move(i, one, all);
                continue;
            }
            sections.get(i).takeByThread(owners, owner -> sums.computeIfAbsent(owner, Sum::new));
            for (Sum sum : sums.values()) {
                move(i, sum, all);
            }
        }
        write(all.values());
        Opened.flush(false);
        state = next;
    }

    private static void move(int section, Sum sum, Map<Long, Counts> all) {
        if (sum.isEmpty()) {
            return;
        }
        Counts counts = all.get(sum.owner);
        if (counts == null) {
            counts = new Counts();
            counts.clear(sum.owner);
            all.put(sum.owner, counts);
        }
        sum.moveTo(section, counts);
    }

    private void write(Collection<Counts> all) {
        for (Counts counts : all) {
            file.counts(counts);
        }
    }
}
