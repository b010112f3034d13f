package jprof.agent.weave;

import java.util.List;

/** A woven class, and what is needed to read its counts. Its methods have no IDs yet: each JVM gives them its own. */
public final class Woven {

    /** The class file without IDs, the original array where nothing was woven. */
    public final byte[] code;
    /** The place of the ID of each method in it, in the order of {@link #methods}: four bytes, the highest first. */
    public final int[] places;
    /** The name of the source file, empty if it is not known. */
    public final String source;
    /** The methods that are recorded. */
    public final List<WovenMethod> methods;
    /** The methods that have code and are not recorded. */
    public final List<Loss> losses;

    /**
     * Makes a woven class.
     *
     * @param code and all others are the fields
     */
    public Woven(byte[] code, int[] places, String source, List<WovenMethod> methods, List<Loss> losses) {
        this.code = code;
        this.places = places;
        this.source = source;
        this.methods = methods;
        this.losses = losses;
    }

    /**
     * Gives IDs to the methods.
     *
     * @param first the ID of the first one; the others follow
     * @return the class file to load
     */
    public byte[] code(int first) {
        if (places.length == 0) {
            return code;
        }
        byte[] with = code.clone();
        for (int i = 0; i < places.length; i++) {
            for (int b = 0; b < 4; b++) {
                with[places[i] + b] = (byte) (first + i >>> 24 - 8 * b);
            }
        }
        return with;
    }
}
