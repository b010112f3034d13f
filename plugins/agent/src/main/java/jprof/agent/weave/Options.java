package jprof.agent.weave;

/** The choices for weaving classes. One object serves all classes of a JVM. */
public final class Options {

    /** Says which classes are woven. */
    public interface Filter {

        /**
         * Says whether a class is woven.
         *
         * @param internalName its name with slashes
         */
        boolean woven(String internalName);
    }

    /** No points: blocks that an exception has left count as if they had come to their end. */
    public boolean fast;
    /** Calls only: no slots and no points. */
    public boolean calls;
    /**
     * User agents: each block is counted where it starts, lowers the thread's budget, and some of them ask for visits.
     */
    public boolean agents;
    /** The callee learns which instruction has called it. */
    public boolean callSites;
    /** The classes belong to java.base and are woven ahead of time: intrinsics become ordinary methods. */
    public boolean patch;
    /** The JDK is woven as well: what natives make counts where they are called. */
    public boolean all;
    /** The classes that are woven: their constructors learn when this(...) or super(...) has called them. */
    public Filter woven = new Filter() {
        @Override
        public boolean woven(String internalName) {
            return true;
        }
    };
}
