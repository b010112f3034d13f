package p;

/** A class that several class loaders define. */
public class Task implements Runnable {
    @Override
    public void run() {
        step(2);
    }

    static int step(int i) {
        return i == 0 ? 0 : step(i - 1);
    }
}
