/** A class of a jar that the agent appends. */
public class Appended {
    public static int work(Runnable of) {
        of.run();
        return 1;
    }
}
