package jprof.tests;

/** A test or a container of tests that has begun and not ended. */
final class Unit {

    /** The kinds: see {@link Recorder#begin}. */
    static final int CLASS = 0;
    static final int CONTAINER = 1;
    static final int TEST = 2;

    /** The key of its framework. */
    final Object key;
    /** Distinguishes the keys of one class loader from those of others. */
    final Object source;
    final int kind;
    /** The container that it is in; or null. */
    final Unit parent;
    /** The thread that it has begun on. */
    final Thread thread;
    /** Its number in this JVM, from 1 on. */
    final long number;
    /** When it has begun, by System.nanoTime. */
    final long began;

    Unit(Object key, Object source, int kind, Unit parent, Thread thread, long number, long began) {
        this.key = key;
        this.source = source;
        this.kind = kind;
        this.parent = parent;
        this.thread = thread;
        this.number = number;
        this.began = began;
    }

    /**
     * Reports whether it is in another one.
     *
     * @param other a container
     * @return whether it is, also by others
     */
    boolean isIn(Unit other) {
        for (Unit u = parent; u != null; u = u.parent) {
            if (u == other) {
                return true;
            }
        }
        return false;
    }
}
