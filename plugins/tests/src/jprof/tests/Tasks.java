package jprof.tests;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tasks that pools were given and have not begun, and for whom. A program may give a pool the same object more than
 * once: if it was for different ones, nothing is known of it until none of them is left.
 */
final class Tasks {

    /** The most tasks: a program with more of them in queues needs its memory itself. */
    private static final int LIMIT = 100_000;

    /** The keys are tasks, the values the same. */
    private final ConcurrentHashMap<Object, Task> all = new ConcurrentHashMap<>();
    /** The tasks that are no more: pools have rejected or dropped them. */
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /**
     * Notes that a pool gets a task.
     *
     * @param pool the pool
     * @param task the task
     * @param from for whom; null where that is not known
     */
    void give(Object pool, Object task, Object[] from) {
        for (Reference<?> old = gone.poll(); old != null; old = gone.poll()) {
            all.remove(old);
        }
        if (all.size() >= LIMIT) {
            return;
        }
        Task given = new Task(pool, task, gone, from);
        for (Task same = all.putIfAbsent(given, given); same != null; same = all.putIfAbsent(given, given)) {
            if (same.add(from)) {
                return;
            }
        }
    }

    /**
     * Notes that a task begins.
     *
     * @param pool the pool
     * @param task the task
     * @return for whom; null where that is not known
     */
    Object[] begin(Object pool, Object task) {
        Sought sought = new Sought(pool, task);
        Task given = all.get(sought);
        return given == null ? null : given.remove(all, sought);
    }

    /** A task of a pool. Both are compared by identity: their equals may be code of the program. */
    private static final class Task extends WeakReference<Object> {

        private final Object pool;
        private final int hash;
        private Object[] from;
        /** The number of times that it was given and not begun; 0 if it was removed. */
        private int times = 1;

        Task(Object pool, Object task, ReferenceQueue<Object> gone, Object[] from) {
            super(task, gone);
            this.pool = pool;
            hash = hash(pool, task);
            this.from = from;
        }

        static int hash(Object pool, Object task) {
            return 31 * System.identityHashCode(pool) + System.identityHashCode(task);
        }

        synchronized boolean add(Object[] another) {
            if (times == 0) {
                return false;
            }
            times++;
            from = another == from ? from : null;
            return true;
        }

        synchronized Object[] remove(ConcurrentHashMap<Object, Task> all, Object key) {
            if (times == 0) {
                return null;
            }
            if (--times == 0) {
                all.remove(key);
            }
            return from;
        }

        boolean is(Object ofPool, Object task) {
            return task != null && pool == ofPool && get() == task;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof Task && ((Task) other).is(pool, get());
        }
    }

    /** A key that finds a task. */
    private static final class Sought {

        private final Object pool;
        private final Object task;

        Sought(Object pool, Object task) {
            this.pool = pool;
            this.task = task;
        }

        @Override
        public int hashCode() {
            return Task.hash(pool, task);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Task && ((Task) other).is(pool, task);
        }
    }
}
