package jprof.tests;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The counters of one helper class: all that its threads have counted, and a copy of what was taken of it. The
 * comment of package rt in jprof's sources describes rows. After its counters a row has the origin of the thread that
 * has taken it last (see {@link Origin}), the number of threads that have taken it since that was set to 0, and whether
 * these have different origins.
 *
 * <p>The helper class asks it for whom a new thread counts, and says, under the lock, that a row goes on for another
 * one. Where several tests run, what was counted until then is put aside: whose it is, is known at the next boundary.
 */
final class Section implements LongSupplier, Consumer<long[]> {

    private static final int CLAIMS = 1;
    private static final int MIXED = 2;
    /** The origin of what different ones have counted. */
    private static final long SEVERAL = -1;

    /** The number and the ID of the section. */
    final long[] about;
    /** The number of counters. */
    private final int n;
    /** All rows of the helper class; its threads, which are a lock; and the rows of these. */
    private final AtomicReference<long[][]> all;
    private final Thread[] owners;
    private final long[][] places;
    /** The counters of threads without a row, behind them whether they have changed; and of handlers without a call. */
    private final AtomicReferenceArray<AtomicLongArray> stripes;
    private final long[][] deep;
    private final int[] bases;
    /** The rows as far as they are known. */
    private Row[] rows = {};
    /** The counts taken of the others. */
    private final long[][] stripesTaken;
    private final long[][] deepTaken;
    /** Several tests run, so that the owner of a row matters: under the lock. */
    private boolean apart;
    /** The counts put aside in this interval, by origin: under the lock. */
    private final Map<Long, Sum> aside = new HashMap<>();

    /**
     * Reads how a helper class keeps its counters.
     *
     * @param parts the object that the host got from it
     * @param single whether all threads count for one owner now
     */
    @SuppressWarnings("unchecked")
    Section(Object[] parts, boolean single) {
        apart = !single;
        about = (long[]) parts[7];
        n = (int) about[0];
        all = (AtomicReference<long[][]>) parts[0];
        owners = (Thread[]) parts[1];
        places = (long[][]) parts[2];
        stripes = (AtomicReferenceArray<AtomicLongArray>) parts[4];
        deep = (long[][]) parts[5];
        bases = (int[]) parts[6];
        stripesTaken = new long[stripes.length()][];
        deepTaken = new long[deep.length][];
        for (int i = 0; i < deep.length; i++) {
            deepTaken[i] = new long[deep[i].length];
        }
        ((AtomicReference<LongSupplier>) parts[3]).set(this);
    }

    @Override
    public long getAsLong() {
        return Origin.of(this);
    }

    /**
     * Receives a row that is given to a thread of another origin, under the lock. It never throws.
     *
     * @param now the row
     */
    @Override
    public void accept(long[] now) {
        try {
            Row row = apart ? row(now) : null;
            if (row != null) {
                putAside(row);
                row.idle = true;
                row.last = null;
            }
        } catch (Throwable e) {
            // the end of the stack or of the memory: then it belongs to several
        }
    }

    /**
     * Lets the current thread count for another one.
     *
     * @param thread the thread
     * @param origin the other one
     */
    void turn(Thread thread, long origin) {
        synchronized (owners) {
            for (int i = 0; i < owners.length; i++) {
                if (owners[i] != thread) {
                    continue;
                }
                try {
                    Row row = apart ? row(places[i]) : null;
                    if (row != null) {
                        putAside(row);
                        row.idle = false;
                        row.last = new WeakReference<>(thread);
                        row.origin = origin;
                    }
                } catch (OutOfMemoryError e) {
                    places[i][n + CLAIMS]++;
                    places[i][n + MIXED] = 1;
                }
                places[i][n] = origin;
            }
        }
    }

    private Row row(long[] now) {
        extend();
        for (Row row : rows) {
            if (row.now == now) {
                return row;
            }
        }
        return null;
    }

    /** Takes what a row has counted for its origin. */
    private void putAside(Row row) {
        if (row.now[n + CLAIMS] > 0 || !row.idle) {
            boolean one = row.now[n + MIXED] == 0
                    && (row.last == null || row.idle || row.origin == row.now[n]);
            long origin = one ? row.now[n] : SEVERAL;
            Sum sum = aside.get(origin);
            if (sum == null) {
                sum = new Sum(origin);
                aside.put(origin, sum);
            }
            take(row, sum);
        }
        row.claims = 0;
        row.now[n + CLAIMS] = 0;
        row.now[n + MIXED] = 0;
    }

    /**
     * Takes all for one owner. It needs no lock: whatever counts meanwhile is in this interval or in the next one.
     *
     * @param delta gets what is new
     */
    void takeAll(Delta delta) {
        extend();
        for (Row row : rows) {
            long claims = row.now[n + CLAIMS];
            if (row.idle && claims == row.claims) {
                continue;
            }
            row.claims = claims;
            row.idle = hasEnded(row); // before it is compared: then all that the thread has counted is seen
            take(row, delta);
        }
        takeOthers(delta);
    }

    /**
     * Takes what changes its owner where several tests run at the same time.
     *
     * @param units the owners before and after what happens now
     * @param deltas gets what is new
     */
    void takeByThread(Owners units, Deltas deltas) {
        synchronized (owners) { // no thread takes a row
            extend();
            for (Row row : rows) {
                Thread thread = thread(row);
                long origin = row.now[n];
                long claims = row.now[n + CLAIMS];
                long owner = units.single(true) ? units.before(null, 0)
                        : claims == 0 ? units.before(thread, origin) : ownerOfClaimed(row, units);
                if (!units.isLast() && claims == 0 && row.last != null && owner == units.after(thread, origin)) {
                    row.origin = origin; // it goes on counting for the same owner
                    continue;
                }
                boolean ended = thread == null || !thread.isAlive();
                if (claims > 0 || !row.idle) {
                    take(row, deltas.of(owner));
                }
                row.idle = ended;
                row.claims = 0;
                row.now[n + CLAIMS] = 0;
                row.now[n + MIXED] = 0;
                row.origin = origin;
                if (row.last == null || row.last.get() != thread) {
                    row.last = new WeakReference<>(thread);
                }
            }
            for (Sum sum : aside.values()) {
                sum.addTo(deltas.of(sum.owner == SEVERAL ? Counts.SHARED : units.before(null, sum.owner)));
            }
            aside.clear();
            apart = !units.single(false);
        }
        long owner = units.before(null, 0);
        if (units.isLast() || owner != units.after(null, 0)) {
            takeOthers(deltas.of(owner));
        }
    }

    /** Returns the owner of the counts of a row that was given to a thread, or more, since it was last taken. */
    private long ownerOfClaimed(Row row, Owners units) {
        if (row.last == null && row.now[n + CLAIMS] == 1) { // of one thread only, which may be older than the recorder
            return units.before(thread(row), row.now[n]);
        }
        if (row.now[n + MIXED] != 0) {
            return Counts.SHARED;
        }
        long owner = units.before(null, row.now[n]);
        if (row.last == null || row.idle) {
            return owner; // the counts of the thread before were taken
        }
        return units.before(row.last.get(), row.origin) == owner ? owner : Counts.SHARED;
    }

    /**
     * Adds up what was taken.
     *
     * @param sums gets the counters
     */
    void sum(long[] sums) {
        Arrays.fill(sums, 0, n, 0);
        synchronized (owners) {
            for (Row row : rows) {
                add(row.taken, sums, 0);
            }
            for (Sum sum : aside.values()) {
                sum.subtractFrom(sums);
            }
        }
        for (long[] taken : stripesTaken) {
            if (taken != null) {
                add(taken, sums, 0);
            }
        }
        for (int i = 0; i < deep.length; i++) {
            add(deepTaken[i], sums, bases[i]);
        }
    }

    private static void add(long[] taken, long[] sums, int base) {
        for (int k = 0; k < taken.length; k++) {
            sums[base + k] += taken[k];
        }
    }

    /** Notes new rows. */
    private void extend() {
        long[][] now = all.get();
        int known = rows.length;
        if (now.length > known) {
            rows = Arrays.copyOf(rows, now.length);
            for (int i = known; i < now.length; i++) {
                rows[i] = new Row(now[i], n);
            }
        }
    }

    private boolean hasEnded(Row row) {
        Thread thread = thread(row);
        return thread == null || !thread.isAlive();
    }

    /** Returns the thread of a row; null if it has none, or one that has ended and was forgotten. */
    private Thread thread(Row row) {
        if (places[row.place] != row.now) {
            for (int i = 0; i < places.length; i++) {
                if (places[i] == row.now) {
                    row.place = i;
                    return owners[i];
                }
            }
            return null;
        }
        return owners[row.place];
    }

    private void take(Row row, Delta delta) {
        long[] now = row.now;
        long[] taken = row.taken;
        for (int k = Mismatch.find(now, taken, 0, n); k < n; k = Mismatch.find(now, taken, k + 1, n)) {
            long value = now[k];
            delta.add(k, value - taken[k]);
            taken[k] = value;
        }
    }

    /** Takes the counters without a thread. */
    private void takeOthers(Delta delta) {
        for (int i = 0; i < stripesTaken.length; i++) {
            AtomicLongArray stripe = stripes.get(i);
            if (stripe == null || stripe.get(n) == 0) {
                continue;
            }
            stripe.set(n, 0); // before it is compared: whoever counts later sets it again
            if (stripesTaken[i] == null) {
                stripesTaken[i] = new long[n];
            }
            long[] taken = stripesTaken[i];
            for (int k = 0; k < n; k++) {
                long value = stripe.get(k);
                if (value > taken[k]) {
                    delta.add(k, value - taken[k]);
                    taken[k] = value;
                }
            }
        }
        for (int i = 0; i < deep.length; i++) {
            takeDeep(deep[i], deepTaken[i], bases[i], delta);
        }
    }

    private static void takeDeep(long[] now, long[] taken, int base, Delta delta) {
        int size = now.length;
        for (int k = Mismatch.find(now, taken, 0, size); k < size; k = Mismatch.find(now, taken, k + 1, size)) {
            long value = now[k];
            if (value > taken[k]) { // less where two threads have counted at the same time
                delta.add(base + k, value - taken[k]);
                taken[k] = value;
            }
        }
    }
}
