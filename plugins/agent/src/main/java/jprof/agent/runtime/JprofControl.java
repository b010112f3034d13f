package jprof.agent.runtime;

import java.util.function.Function;

/**
 * The recording that goes on in this JVM, for agents that come later to stop it or to have it write, and for the end of
 * the JVM. It stays when a recording ends: each class of the runtime can be defined once only.
 */
public final class JprofControl implements Runnable {

    /** The check sum of the runtime classes: an agent of another jprof may have brought them. */
    public static volatile String version;
    /** The recording, which takes a command and answers, or null. */
    public static volatile Function<String, String> recording;
    /** The JVM calls this object at its end. */
    public static volatile boolean last;

    /** Ends the recording, if there is one: the JVM ends. */
    @Override
    public void run() {
        Function<String, String> now = recording;
        if (now != null) {
            now.apply("end");
        }
    }
}
