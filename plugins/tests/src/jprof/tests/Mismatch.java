package jprof.tests;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/** Finds where two arrays differ, by many counters at a time where Java can: from 9 on. */
final class Mismatch {

    private static final MethodHandle ARRAYS = arrays();

    /** There are no objects of this class. */
    private Mismatch() {
    }

    private static MethodHandle arrays() {
        try {
            return MethodHandles.publicLookup().findStatic(Arrays.class, "mismatch", MethodType.methodType(int.class,
                    long[].class, int.class, int.class, long[].class, int.class, int.class));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // Java 8
        }
    }

    /**
     * Finds the next difference.
     *
     * @param a an array
     * @param b another one
     * @param from where to begin
     * @param end where to stop
     * @return the place; end for none
     */
    static int find(long[] a, long[] b, int from, int end) {
        int i = from;
        if (ARRAYS == null || end - from < 8) {
            while (i < end && a[i] == b[i]) {
                i++;
            }
            return i;
        }
        try {
            int at = (int) ARRAYS.invokeExact(a, from, end, b, from, end);
            return at < 0 ? end : from + at;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
