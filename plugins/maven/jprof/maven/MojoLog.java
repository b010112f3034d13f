package jprof.maven;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.apache.maven.plugin.logging.Log;

/** The log of a mojo: the one of Maven that it has a setter for, or one of its own in a field. */
final class MojoLog {

    /** The log of mojos for Maven 4. */
    static final String LOG4 = "org.apache.maven.api.plugin.Log";

    /** The types of logs in fields: of Maven 4, of Surefire up to 3.2, and of later ones. */
    private static final List<String> FIELDS =
            Arrays.asList(LOG4, "org.codehaus.plexus.logging.Logger", "org.slf4j.Logger");

    private MojoLog() {}

    /** Hears messages. */
    interface Listener {
        /** Hears a message to a log of a type. The level is "warn", "error", or whatever method the mojo has called. */
        void heard(Object log, Class<?> type, String level, String text);
    }

    /** Has a listener hear what the mojo logs. Where that does not work, the mojo goes on with the log it has. */
    static void listen(Step step, Listener listener) {
        try {
            Object own = Fields.get(step.target(), "logger", Object.class);
            Class<?> type = own == null ? null : Fields.find(step.target(), "logger").getType();
            if (type != null && FIELDS.contains(type.getName())) {
                Fields.set(step.target(), "logger", heard(own, type, listener));
                return;
            }
            Log log = step.mojo().getLog();
            if (log != null) {
                step.mojo().setLog((Log) heard(log, Log.class, listener));
            }
        } catch (RuntimeException e) {
            // no messages are heard
        }
    }

    private static Object heard(Object log, Class<?> type, Listener listener) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (args != null && args.length > 0 && args[0] instanceof CharSequence) {
                listener.heard(log, type, method.getName(), String.valueOf(args[0]));
            }
            try {
                return method.invoke(log, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }
}
