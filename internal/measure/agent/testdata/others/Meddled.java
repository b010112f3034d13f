/** A program with another agent. */
public class Meddled {
    static class First {
        static void work() {
        }
    }

    static class Broken {
        static void work() {
        }
    }

    public static void main(String[] args) throws Exception {
        First.work();
        Broken.work();
        Runnable back = First::work;
        ClassLoader.getSystemClassLoader().loadClass("Appended").getMethod("work", Runnable.class).invoke(null, back);
        Object seen = ClassLoader.getSystemClassLoader().loadClass("Meddler").getMethod("seen").invoke(null);
        if (!seen.equals(2)) {
            throw new AssertionError(seen);
        }
    }
}
