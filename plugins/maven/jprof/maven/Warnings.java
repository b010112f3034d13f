package jprof.maven;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.maven.plugin.Mojo;
import org.apache.maven.plugin.logging.Log;

/**
 * What a compiler has warned of. With -Werror the failure itself names no file; the warnings before
 * it do.
 */
final class Warnings {

    private static final int LIMIT = 1 << 20; // characters; a build may have very many warnings

    private final StringBuffer text = new StringBuffer();

    /** Listens to the log of the mojo. Where that does not work, there will be no warnings. */
    static Warnings of(Mojo mojo) {
        Warnings warnings = new Warnings();
        try {
            Log log = mojo.getLog();
            if (log != null) {
                mojo.setLog(warnings.listen(log));
            }
        } catch (RuntimeException e) {
            // the mojo goes on with the log it has
        }
        return warnings;
    }

    private Log listen(Log log) {
        return (Log) Proxy.newProxyInstance(Log.class.getClassLoader(), new Class<?>[] {Log.class}, (proxy, method, args) -> {
            record(method, args);
            try {
                return method.invoke(log, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private void record(Method method, Object[] args) {
        if ("warn".equals(method.getName()) && args.length > 0 && args[0] instanceof CharSequence && text.length() < LIMIT) {
            text.append(args[0]).append('\n');
        }
    }

    String text() {
        return text.toString();
    }
}
