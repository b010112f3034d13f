/** A class that a class loader of the agent loads. */
public class Loaded {
    public static void work() {
    }
}
