package jprof.agent.weave;

import java.util.List;

/** A class as it is loaded, and what is needed to read its counts. */
public final class Woven {

    /** The class file to load. It is the original array where nothing was woven. */
    public final byte[] code;
    /** The methods that are recorded. */
    public final List<WovenMethod> methods;
    /** The methods that have code and are not recorded. */
    public final List<Loss> losses;

    Woven(byte[] code, List<WovenMethod> methods, List<Loss> losses) {
        this.code = code;
        this.methods = methods;
        this.losses = losses;
    }
}
