package jprof.agent.runtime;

/**
 * A context: one stack of methods below a name of threads, with its counts. Only the thread that the tree belongs to
 * writes; others read while it does: counts only grow, and a node is published by one store.
 *
 * <p>A node has 80 bytes. No method here calls code of the JDK, which may be woven itself. None uses a subclass as a
 * node: where the JVM verifies all classes, it would look for that one before this one is defined.
 */
public class JprofNode {

    /** The method of the root of a tree. */
    public static final int ROOT = -1;
    /** The method of the root of what is beyond the limit: a node for each method, all of them its children. */
    public static final int BEYOND = -2;
    /** The method of a node that takes counts which nobody reads: it is its own child. */
    static final int SINK = -3;
    /** The method of a JprofOutside. */
    static final int OUTSIDE = -5;
    /** The method of {@link JprofBarrier#SHUT}. */
    static final int BARRIER = -6;
    /** The method of {@link JprofNumbers#STALE}. */
    static final int GONE = -7;
    /** The children that are searched one after the other; more are in a table. */
    static final int LISTED = 16;
    /** The node that is nobody's child: {@link #hot} before the first call. */
    private static final JprofNode NONE = new JprofNode(-4, null, null);

    /** The ID of the method. */
    public final int method;
    /** The number under which {@link JprofNumbers} has it, 0 if a thread can never be in it. */
    public int number;
    /**
     * The children that were called last, or where those calls were counted instead: each for the methods whose IDs
     * have the same last three bits, as methods that call several others call them in turn. Null in {@link #NONE} only.
     */
    JprofNode hot0 = NONE;
    JprofNode hot1 = NONE;
    JprofNode hot2 = NONE;
    JprofNode hot3 = NONE;
    JprofNode hot4 = NONE;
    JprofNode hot5 = NONE;
    JprofNode hot6 = NONE;
    JprofNode hot7 = NONE;
    /** Entries of the method. */
    public long calls;
    /** The counted values of the method, null if it has none. */
    public final long[] slots;
    /** The context that calls, null in roots. */
    public final JprofNode caller;
    /** The next of the caller's children, where they are a list. It is set before the node is published. */
    public JprofNode next;
    /** The children: null, the first of a list, or a JprofTable. */
    public volatile Object children;
    /** Data that few contexts have, or null. */
    public volatile JprofRare rare;

    /**
     * Makes a context.
     *
     * @param method the ID of its method
     * @param slots room for the values of the method, or null
     * @param caller the context that calls
     */
    JprofNode(int method, long[] slots, JprofNode caller) {
        this.method = method;
        this.slots = slots;
        this.caller = caller;
    }

    /**
     * Finds or makes the context of a method that one of the calls in this one calls.
     *
     * @param id the ID of the method
     * @param site the index of the instruction that calls
     * @return the context, never null
     */
    public final JprofNode child(int id, int site) {
        JprofNode n = (id & 4) == 0
                ? (id & 2) == 0 ? (id & 1) == 0 ? hot0 : hot1 : (id & 1) == 0 ? hot2 : hot3
                : (id & 2) == 0 ? (id & 1) == 0 ? hot4 : hot5 : (id & 1) == 0 ? hot6 : hot7;
        return n.method == id && n.site() == site ? n : find(id, site);
    }

    /**
     * Returns the instruction that calls, where call sites are recorded.
     *
     * @return its index, -1 if it is not known
     */
    public int site() {
        return -1;
    }

    /**
     * Finds or makes the context of a method that was not among the last ones.
     *
     * <p>It is one large method for a reason. HotSpot inlines no method of more than 325 bytes of code, and none whose
     * compiled code is large. If it put this into its callers, it would not put those into woven methods any more:
     * render of docs/lab/CONTEXTS-COST.md would take twice the time.
     *
     * @param id the ID of the method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the context, or the one that takes its counts
     */
    JprofNode find(int id, int site) {
        if (method <= SINK) {
            return method == SINK ? this
                    : method == BARRIER ? JprofBarrier.pass(id, site)
                    : method == GONE ? again(id, site) : ((JprofOutside) this).entered(id, site);
        }
        Object all = children;
        JprofNode n = null;
        if (caller != null && caller.method == BEYOND) {
            n = caller.find(id, -1);
        } else if (all instanceof JprofTable) {
            JprofNode[] nodes = ((JprofTable) all).nodes;
            int last = nodes.length - 1;
            for (int at = JprofTable.hash(id, site) & last; ; at = at + 1 & last) {
                n = nodes[at];
                if (n == null || n.method == id && (site < 0 || n.site() == site)) {
                    break;
                }
            }
        } else {
            n = (JprofNode) all;
            while (n != null && (n.method != id || site >= 0 && n.site() != site)) {
                n = n.next;
            }
        }
        if (n == null && JprofLimit.folded) {
            n = this;
            while (n != null && n.method != id) {
                n = n.caller;
            }
        }
        if (n == null) {
            try {
                int size = JprofLimit.slots(id);
                if (method != BEYOND && !JprofLimit.grant(size)) {
                    n = Jprof.thread().tree.beyond.find(id, -1);
                } else {
                    n = JprofNumbers.add(create(id, site, size == 0 ? null : new long[size]));
                    if (all == null) {
                        children = n; // the first child: most callers have few
                    } else {
                        add(n);
                    }
                }
            } catch (OutOfMemoryError e) {
                return JprofLimit.LOST;
            }
        }
        if ((n.calls & 15) != 0) {
            return n; // two that are called in turn would store a reference each time, which is slow
        }
        switch (id & 7) {
            case 0:
                hot0 = n;
                break;
            case 1:
                hot1 = n;
                break;
            case 2:
                hot2 = n;
                break;
            case 3:
                hot3 = n;
                break;
            case 4:
                hot4 = n;
                break;
            case 5:
                hot5 = n;
                break;
            case 6:
                hot6 = n;
                break;
            default:
                hot7 = n;
                break;
        }
        return n;
    }

    /**
     * Finds the context of a method that a frame of an earlier recording calls: it begins at the root.
     *
     * @param id the ID of the method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the context
     */
    private static JprofNode again(int id, int site) {
        JprofTree tree = Jprof.thread().tree;
        return tree == null ? JprofLimit.OFF : tree.root.find(id, site);
    }

    /** Forgets all that is below this one: the recording has ended. */
    final void drop() {
        children = null;
        rare = null;
        hot0 = NONE;
        hot1 = NONE;
        hot2 = NONE;
        hot3 = NONE;
        hot4 = NONE;
        hot5 = NONE;
        hot6 = NONE;
        hot7 = NONE;
    }

    /**
     * Finds a child.
     *
     * @param id the ID of its method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @return the child, null if there is none
     */
    private JprofNode known(int id, int site) {
        Object all = children;
        if (all instanceof JprofTable) {
            return ((JprofTable) all).get(id, site);
        }
        JprofNode n = (JprofNode) all;
        while (n != null && (n.method != id || n.site() != site)) {
            n = n.next;
        }
        return n;
    }

    /**
     * Makes a child.
     *
     * @param id the ID of its method
     * @param site the index of the instruction that calls, -1 if it is not known
     * @param values room for the values of the method, or null
     * @return the child
     */
    private JprofNode create(int id, int site, long[] values) {
        return site < 0 ? new JprofNode(id, values, this) : JprofSite.of(id, site, values, this);
    }

    /**
     * Adds a child.
     *
     * @param n the child, which nobody else knows
     */
    private void add(JprofNode n) {
        Object known = children;
        if (known instanceof JprofTable) {
            JprofTable table = (JprofTable) known;
            if (table.full()) {
                table = table.larger();
                table.put(n);
                children = table;
            } else {
                table.put(n);
            }
            return;
        }
        JprofNode first = (JprofNode) known;
        int listed = 0;
        for (JprofNode k = first; k != null; k = k.next) {
            listed++;
        }
        if (listed < LISTED) {
            n.next = first;
            children = n;
            return;
        }
        JprofTable table = new JprofTable(4 * LISTED);
        for (JprofNode k = first; k != null; k = k.next) {
            table.put(k);
        }
        table.put(n);
        children = table;
    }

    /**
     * Counts that an exception has left an instruction which had begun to execute.
     *
     * @param point its number in the list of points of the method, from 1; 0 does nothing
     */
    public final void cut(int point) {
        if (point != 0 && method >= 0) {
            rare().cut(point);
        }
    }

    /**
     * Adds the counts of a context of another tree to those of the child of the same method.
     *
     * @param n the context; nobody uses its tree any more
     * @param granted whether it has room that is given back
     * @return the child
     */
    final JprofNode joined(JprofNode n, boolean granted) {
        JprofNode to = known(n.method, n.site());
        if (n.rare != null) {
            JprofOutside.forget(n.rare);
        }
        if (to == null) {
            to = create(n.method, n.site(), n.slots);
            to.calls = n.calls;
            to.rare = n.rare;
            JprofNumbers.replace(n, to);
            add(to);
            return to;
        }
        to.plus(n);
        JprofNumbers.remove(n);
        if (granted) {
            JprofLimit.release(n);
        }
        return to;
    }

    /**
     * Adds the counts of a context of another tree, which goes on, to those of the child of the same method.
     *
     * @param n the context
     */
    final void added(JprofNode n) {
        JprofNode to = known(n.method, n.site());
        if (to == null) {
            to = create(n.method, n.site(), n.slots == null ? null : new long[n.slots.length]);
            add(to);
        }
        to.plus(n);
    }

    private void plus(JprofNode n) {
        calls += n.calls;
        if (n.slots != null) {
            for (int i = 0; i < n.slots.length; i++) {
                slots[i] += n.slots[i];
            }
        }
        if (n.rare != null) {
            rare().join(n.rare);
        }
    }

    /** Sets all counts to 0, for an agent of the user. */
    public final void clear() {
        calls = 0;
        if (rare != null) {
            rare.clear();
        }
        for (int i = 0; slots != null && i < slots.length; i++) {
            slots[i] = 0;
        }
    }

    /**
     * Returns what few contexts have.
     *
     * @return it, made if there was none
     */
    final JprofRare rare() {
        JprofRare r = rare;
        if (r == null) {
            try {
                r = new JprofRare();
            } catch (OutOfMemoryError e) {
                return JprofRare.LOST;
            }
            rare = r;
        }
        return r;
    }
}
