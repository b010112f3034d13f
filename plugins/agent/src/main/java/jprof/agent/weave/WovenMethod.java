package jprof.agent.weave;

/** The data recorded for each context of a method. Instructions are numbered from 0, as in the original class file. */
public final class WovenMethod {

    public final int access;
    public final String name;
    public final String desc;
    /** The line of the first instruction that has one; 0 if there is none. */
    public final int firstLine;
    /** The kind of each slot: see {@link Slots}. */
    public final int[] kind;
    /** The first instruction of each slot. */
    public final int[] a;
    /** The second instruction of each slot that has two, else 0. */
    public final int[] b;
    /** The instruction of each point, that of point 1 first. */
    public final int[] points;

    WovenMethod(int access, String name, String desc, int firstLine, Slots slots, int[] points) {
        this(access, name, desc, firstLine, slots.kinds(), slots.firsts(), slots.seconds(), points);
    }

    /**
     * Makes what was woven before.
     *
     * @param access and all others are the fields
     */
    public WovenMethod(int access, String name, String desc, int firstLine, int[] kind, int[] a, int[] b,
            int[] points) {
        this.access = access;
        this.name = name;
        this.desc = desc;
        this.firstLine = firstLine;
        this.kind = kind;
        this.a = a;
        this.b = b;
        this.points = points;
    }
}
