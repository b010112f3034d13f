import com.softwaremill.jox.Channel;
import java.util.ArrayList;
import java.util.List;

/** Passes numbers through chains of channels, each of its stages a virtual thread. */
public final class JoxDriver {
    private static final int STAGES = 200;
    private static final int NUMBERS = 500;

    public static void main(String[] args) throws Exception {
        // As many virtual threads run at a time as there are to be threads.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", args[0]);
        Par.run(args, JoxDriver::unit);
    }

    private static long unit(int u) throws Exception {
        List<Channel<Long>> channels = new ArrayList<>();
        for (int i = 0; i <= STAGES; i++) {
            channels.add(new Channel<>(i % 3 == 0 ? 0 : 16));
        }
        List<Thread> threads = new ArrayList<>();
        Channel<Long> first = channels.get(0);
        threads.add(Thread.ofVirtual().start(() -> send(first, u)));
        for (int i = 0; i < STAGES; i++) {
            Channel<Long> from = channels.get(i);
            Channel<Long> to = channels.get(i + 1);
            threads.add(Thread.ofVirtual().start(() -> pass(from, to)));
        }
        long sum = 0;
        for (int i = 0; i < NUMBERS; i++) {
            sum = sum * 31 + channels.get(STAGES).receive();
        }
        for (Thread t : threads) {
            t.join();
        }
        Par.expect("com/softwaremill/jox/Channel.java", "public void send(T value) throws InterruptedException {",
                "var r = sendOrClosed(value);", (long) NUMBERS * (STAGES + 1));
        return sum;
    }

    private static void send(Channel<Long> to, int seed) {
        try {
            for (int i = 0; i < NUMBERS; i++) {
                to.send((long) i * seed);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pass(Channel<Long> from, Channel<Long> to) {
        try {
            for (int i = 0; i < NUMBERS; i++) {
                to.send(from.receive() + 1);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
