package jprof.agent.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;

/**
 * The trees of all threads, by the names of the threads. Threads end without a word: whoever needs a tree looks whether
 * threads of its name have ended, and so does the agent now and then.
 */
public final class JprofThreads {

    /** The limit of names, without the one for all others. */
    private static final int NAMES = 64;
    /** The name of all others. */
    private static final String OTHERS = "(others)";
    /** The longest name. */
    private static final int LENGTH = 200;
    /** The number of threads that a new one examines. */
    private static final int LOOKS = 4;
    /** The trees without a thread that a name keeps; more are joined. */
    private static final int FREE = 8;

    /** The lock of all fields and of all names. */
    private static final Object LOCK = new Object();
    /** The names. */
    private static final HashMap<String, Name> ALL = new HashMap<>();
    /** The record of threads that there is no memory for, and of those that begin. */
    static final JprofThread NOBODY = JprofThread.silent();
    /** The start of the names of threads that are not recorded, null for none. */
    private static String ignored;

    private JprofThreads() {
    }

    /**
     * Leaves threads of the JVM itself out of the recording.
     *
     * @param start the start of their names
     */
    public static void ignore(String start) {
        ignored = start;
    }

    /**
     * Gives a thread a record and a tree.
     *
     * @param t the current thread, which has none, or has lost it
     * @return its record
     */
    static JprofThread enter(Thread t) {
        if (JprofBarrier.shut) {
            return NOBODY; // all that it could record would be missing in the file
        }
        JprofCurrent.hold(t);
        try {
            String own = t.getName();
            if (own == null) { // a thread of native code: its constructor runs in itself
                JprofCurrent.release(t);
                return NOBODY;
            }
            if (ignored != null && own.startsWith(ignored)) {
                JprofCurrent.set(t, NOBODY);
                return NOBODY;
            }
            Class<?> type = t.getClass();
            boolean virtual = type != Thread.class && type.getName().startsWith("java.lang.");
            String text = name(own, virtual);
            JprofThread record;
            JprofCurrent.pin();
            try {
                synchronized (LOCK) {
                    record = virtual || JprofCurrent.patched() ? null : find(t);
                    if (record == null) {
                        record = group(text).enter(t, virtual);
                    }
                }
            } finally {
                JprofCurrent.unpin();
            }
            JprofCurrent.set(t, record);
            Jprof.begin(t, record);
            return record;
        } catch (OutOfMemoryError e) {
            JprofLimit.LOST.calls++;
            return NOBODY;
        }
    }

    /**
     * Finds the record of a thread whose thread locals were erased, as ForkJoinPool does.
     *
     * @param t the thread
     * @return its record, null if it has none
     */
    private static JprofThread find(Thread t) {
        for (Name n : ALL.values()) {
            for (int i = 0; i < n.live.size(); i++) {
                if (n.live.get(i).get() == t) {
                    return n.live.get(i).record;
                }
            }
        }
        return null;
    }

    /**
     * Returns the name under which the tree of a thread is written.
     *
     * @param text the name of the thread
     * @param virtual whether it is a virtual thread
     * @return the name, with an N for each number
     */
    private static String name(String text, boolean virtual) {
        if (text.isEmpty()) {
            return virtual ? "(virtual)" : "(unnamed)";
        }
        StringBuilder name = new StringBuilder();
        boolean number = false;
        for (int i = 0; i < text.length() && name.length() < LENGTH; i++) {
            char c = text.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (!digit) {
                name.append(c);
            } else if (!number) {
                name.append('N');
            }
            number = digit;
        }
        return name.toString();
    }

    /**
     * Finds the threads of a name.
     *
     * @param name the name
     * @return the threads, made if there were none
     */
    private static Name group(String name) {
        Name n = ALL.get(name);
        if (n == null && ALL.size() >= NAMES) {
            name = OTHERS;
            n = ALL.get(name);
        }
        if (n == null) {
            n = new Name(name);
            ALL.put(name, n);
        }
        return n;
    }

    /** Forgets all trees: the recording has ended. */
    static void forget() {
        synchronized (LOCK) {
            for (Name n : ALL.values()) {
                for (int i = 0; i < n.trees.size(); i++) {
                    n.trees.get(i).drop();
                }
                for (int i = 0; i < n.live.size(); i++) {
                    JprofCurrent.leave(n.live.get(i).record, n.live.get(i).get());
                }
            }
            ALL.clear();
            JprofCurrent.forget();
        }
    }

    /** Looks for threads that have ended, and joins trees that nobody needs. Nobody walks through trees meanwhile. */
    public static void clean() {
        ArrayList<Name> names;
        synchronized (LOCK) {
            JprofCurrent.clean();
            names = new ArrayList<>(ALL.values());
            for (Name n : names) {
                n.look(Integer.MAX_VALUE);
            }
        }
        for (Name n : names) {
            n.join();
        }
    }

    /**
     * Lists the trees.
     *
     * @return all trees; several may have the same name
     */
    public static JprofTree[] trees() {
        ArrayList<JprofTree> trees = new ArrayList<>();
        synchronized (LOCK) {
            for (Name n : ALL.values()) {
                trees.addAll(n.trees);
            }
        }
        return trees.toArray(new JprofTree[0]);
    }

    /**
     * Lists the threads that are alive, and their records.
     *
     * @param threads to add the threads to
     * @param records to add their records to, in the same order
     */
    public static void live(ArrayList<Thread> threads, ArrayList<JprofThread> records) {
        synchronized (LOCK) {
            for (Name n : ALL.values()) {
                for (Live l : n.live) {
                    Thread t = l.get();
                    if (t != null && t.isAlive()) {
                        threads.add(t);
                        records.add(l.record);
                    }
                }
            }
        }
    }

    /** The threads of one name. */
    private static final class Name {

        /** The name. */
        private final String name;
        /** Their trees. */
        private final ArrayList<JprofTree> trees = new ArrayList<>();
        /** Those of them that no thread uses. */
        private final ArrayList<JprofTree> free = new ArrayList<>();
        /** The threads that have a tree. */
        private final ArrayList<Live> live = new ArrayList<>();
        /** The next place to search for a thread that has ended. */
        private int next;

        Name(String name) {
            this.name = name;
        }

        /**
         * Gives a thread a record and a tree.
         *
         * @param t the thread
         * @param virtual whether it is a virtual thread
         * @return its record
         */
        JprofThread enter(Thread t, boolean virtual) {
            look(LOOKS);
            int last = free.size() - 1;
            JprofTree tree = last < 0 ? new JprofTree(name) : free.get(last);
            if (last < 0) {
                trees.add(tree);
                free.add(tree); // it is nobody's if there is no memory for what follows
                last = 0;
            }
            Live l = new Live(t);
            live.add(l);
            l.record = JprofCurrent.record(t, virtual);
            l.record.begin(tree);
            free.remove(last);
            return l.record;
        }

        /**
         * Looks for threads that have ended.
         *
         * @param looks how many to check
         */
        void look(int looks) {
            for (int i = Math.min(looks, live.size()); i > 0; i--) {
                next = next >= live.size() ? 0 : next;
                Live l = live.get(next);
                Thread t = l.get();
                if (t != null && t.isAlive() && (l.record == null || !l.record.ended)) {
                    next++;
                    continue;
                }
                if (l.record != null) {
                    free.add(l.record.tree);
                    JprofCurrent.forget(l.record);
                }
                Live moved = live.remove(live.size() - 1);
                if (next < live.size()) {
                    live.set(next, moved);
                }
            }
        }

        /** Joins trees that no thread uses. */
        void join() {
            while (true) {
                JprofTree to;
                JprofTree from;
                synchronized (LOCK) {
                    int last = free.size() - 1;
                    if (last < FREE) {
                        return;
                    }
                    from = free.remove(last);
                    to = free.remove(last - 1);
                }
                to.join(from);
                synchronized (LOCK) {
                    trees.remove(from);
                    free.add(to);
                }
            }
        }
    }

    /** A thread that has a tree. */
    private static final class Live extends WeakReference<Thread> {

        /** Its record, null where there was no memory for it. */
        private JprofThread record;

        Live(Thread t) {
            super(t);
        }
    }
}
