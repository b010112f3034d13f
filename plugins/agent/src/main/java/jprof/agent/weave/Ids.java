package jprof.agent.weave;

import org.objectweb.asm.ClassReader;

/**
 * The IDs of the methods of a class. While it is woven, each method has a number in place of its ID: an int in the
 * constant pool that no other code of the class uses, so that the ID can take its place later. Classes are kept in that
 * form, as each JVM has its own IDs.
 */
final class Ids {

    /** The tag of an int in the constant pool (JVM specification, 4.4). */
    private static final int INTEGER = 3;
    /** The first number of most classes. */
    private static final int FIRST = 0x6A70_0000;

    private final int first;
    private int next;

    /**
     * Chooses the numbers.
     *
     * @param original the class
     * @param most how many it may need
     */
    Ids(ClassReader original, int most) {
        int from = FIRST;
        while (taken(original, from, most)) {
            from += most; // wraps around; a class has fewer constants than there are numbers
        }
        first = from;
        next = from;
    }

    private static boolean taken(ClassReader original, int from, int most) {
        for (int i = 1; i < original.getItemCount(); i++) {
            int at = integer(original, i);
            if (at > 0 && Integer.compareUnsigned(original.readInt(at) - from, most) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns where the value of an entry of the constant pool is, 0 if it is no int. */
    private static int integer(ClassReader reader, int entry) {
        int at = reader.getItem(entry);
        return at > 0 && reader.readByte(at - 1) == INTEGER ? at : 0;
    }

    /** Returns the number of the next method. */
    int next() {
        return next++;
    }

    /**
     * Finds the numbers in the woven class.
     *
     * @param woven the class
     * @return where each of them is
     */
    int[] places(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        int[] places = new int[next - first];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = integer(reader, i);
            int method = at > 0 ? reader.readInt(at) - first : -1;
            if (method >= 0 && method < places.length) {
                places[method] = at;
            }
        }
        return places;
    }
}
