package jprof.tests;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Has the pools of the platform report when they get a task and when one of their threads begins it: their classes are
 * changed when they are loaded. A pool that has a method beforeExecute of its own, which does not call that of the
 * platform, does not report the begin.
 *
 * <p>Classes of the platform do not see those of this jar. So they call an object in a field of theirs, which is added,
 * too. A jar on the search path of the platform's classes would do the same, but the JVM shares fewer classes then, and
 * warns.
 */
final class Pools implements ClassFileTransformer {

    static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
    private static final String SCHEDULED = "java/util/concurrent/ScheduledThreadPoolExecutor";

    /** The fields that hold what to call. */
    private static final String GIVEN = "jprof$given";
    private static final String BEGUN = "jprof$begun";
    /** The fields with what code that opens files calls: see {@link Opened}. */
    static final String OPENED = "jprof$opened";
    static final String LISTED = "jprof$listed";
    static final String STARTED = "jprof$started";

    private static volatile boolean reporting;

    private boolean changed;

    /** There is one in a JVM. */
    private Pools() {
    }

    /**
     * Changes the classes, unless they are loaded already: then they stay as they are. It never throws.
     *
     * @param instrumentation the JVM's
     */
    static void change(Instrumentation instrumentation) {
        Pools pools = new Pools();
        try {
            new Origin(true); // its class is there before pools call it
            instrumentation.addTransformer(pools);
            Class.forName(POOL.replace('/', '.'), false, null);
            if (report()) {
                Class.forName(SCHEDULED.replace('/', '.'), false, null);
            }
        } catch (Throwable t) {
            // code that these pools run belongs to no test while several are under way
        } finally {
            instrumentation.removeTransformer(pools);
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] code) {
        if (loader != null || redefined != null) {
            return null;
        }
        try {
            if (POOL.equals(name)) {
                byte[] patched = new Patch(code).field(GIVEN).field(BEGUN).field(OPENED).field(LISTED).field(STARTED)
                        .call("execute", "(Ljava/lang/Runnable;)V", 1, POOL, GIVEN)
                        .call("beforeExecute", "(Ljava/lang/Thread;Ljava/lang/Runnable;)V", 2, POOL, BEGUN).file();
                changed = true;
                return patched;
            }
            if (SCHEDULED.equals(name) && changed) {
                String task = "(Ljava/util/concurrent/RunnableScheduledFuture;)V";
                return new Patch(code).call("delayedExecute", task, 1, POOL, GIVEN)
                        .call("reExecutePeriodic", task, 1, POOL, GIVEN).file();
            }
        } catch (Throwable t) {
            // see above
        }
        return null;
    }

    /**
     * Has pools report to {@link Origin} of this class loader.
     *
     * @return whether they do
     */
    static boolean report() {
        try {
            ThreadPoolExecutor.class.getField(GIVEN).set(null, new Origin(false));
            ThreadPoolExecutor.class.getField(BEGUN).set(null, new Origin(true));
            reporting = true;
            return true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false; // no agent has changed them
        }
    }

    /**
     * Says whether pools report.
     *
     * @return whether they do
     */
    static boolean isReporting() {
        return reporting;
    }
}
