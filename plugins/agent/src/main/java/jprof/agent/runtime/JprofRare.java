package jprof.agent.runtime;

/** Data of few contexts: exceptions that left instructions, and objects whose types are known at run time only. */
public final class JprofRare {

    /** Takes what there is no memory for. */
    static final JprofRare LOST = new JprofRare();

    /** Exceptions that left each point; point k is at k - 1. It grows as needed. */
    public volatile long[] cuts = new long[4];
    /** The objects, the newest first. */
    public volatile Made made;
    /** The current node while the constructor calls super(...) of a class that is not woven, or null. */
    JprofOutside outside;

    /** Makes an empty one. */
    JprofRare() {
    }

    /**
     * Counts an exception.
     *
     * @param point the number of the point, from 1
     */
    void cut(int point) {
        cut(point, 1);
    }

    /**
     * Counts exceptions.
     *
     * @param point the number of the point, from 1
     * @param n how many
     */
    private void cut(int point, long n) {
        long[] known = cuts;
        if (point > known.length) {
            try {
                long[] more = new long[point + known.length];
                for (int i = 0; i < known.length; i++) {
                    more[i] = known[i];
                }
                cuts = known = more;
            } catch (OutOfMemoryError e) {
                JprofLimit.LOST.calls++;
                return;
            }
        }
        known[point - 1] += n;
    }

    /**
     * Finds the objects that an instruction has made.
     *
     * @param instruction its index
     * @param type their class
     * @return the place to count, null if there is no memory for it
     */
    Made made(int instruction, String type) {
        for (Made m = made; m != null; m = m.next) {
            if (m.instruction == instruction && m.type.equals(type)) {
                return m;
            }
        }
        try {
            return made = new Made(instruction, type, made);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /**
     * Adds the counts of another one.
     *
     * @param other the other one, which does not change
     */
    void join(JprofRare other) {
        for (int i = 0; i < other.cuts.length; i++) {
            if (other.cuts[i] != 0) {
                cut(i + 1, other.cuts[i]);
            }
        }
        for (Made m = other.made; m != null; m = m.next) {
            Made to = made(m.instruction, m.type);
            if (to != null) {
                to.objects += m.objects;
                to.arrays += m.arrays;
                to.elements += m.elements;
            }
        }
    }

    /**
     * Copies the counts.
     *
     * @return another one with the same
     */
    public JprofRare copy() {
        JprofRare copy = new JprofRare();
        copy.join(this);
        return copy;
    }

    /** Sets all counts to 0. */
    void clear() {
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = 0;
        }
        made = null;
    }

    /** Objects of one class that one instruction has made. */
    public static final class Made {

        /** The index of the instruction. */
        public final int instruction;
        /** The name of the class, as Class.getName has it. */
        public final String type;
        /** The next one of the context. */
        public final Made next;
        /** The number of objects. */
        public long objects;
        /** The number of arrays. */
        public long arrays;
        /** The sum of their lengths. */
        public long elements;

        /**
         * Makes a place to count.
         *
         * @param instruction the index of the instruction
         * @param type the name of the class
         * @param next the next one of the context
         */
        Made(int instruction, String type, Made next) {
            this.instruction = instruction;
            this.type = type;
            this.next = next;
        }
    }
}
