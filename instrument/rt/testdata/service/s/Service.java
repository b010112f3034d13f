package s;

/**
 * A program that is shipped with counters. Counter 0: how often it was started; 1: what each of its cases counts; 2 and
 * 3: what it does all the time, one right after the other.
 */
public class Service {
    public static void main(String[] args) throws Exception {
        __Counter0000000a.Service(0);
        switch (args[0]) {
            case "exit":
                for (int i = 0; i < 5; i++) {
                    __Counter0000000a.Service(1);
                }
                System.exit(3);
                break;
            case "wait":
                __Counter0000000a.Service(1);
                Thread.sleep(400);
                break;
            case "run":
                Thread worker = new Thread(Service::run);
                worker.start();
                Runtime.getRuntime().addShutdownHook(__Counter0000000a.__hook(new Thread(() -> {
                    worker.interrupt();
                    try {
                        worker.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })));
                worker.join();
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static void run() {
        while (true) {
            __Counter0000000a.Service(2);
            __Counter0000000a.Service(3);
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
