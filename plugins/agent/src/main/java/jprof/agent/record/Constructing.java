package jprof.agent.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import jprof.agent.weave.Options;

/**
 * Finds out whether a constructor that has called super(...) of a class which is not woven still runs: then it is the
 * next woven method on the stack behind the one that was entered. From Java 9 on only so much of the stack is read.
 */
final class Constructing implements Function<String, Boolean> {

    private final Options.Filter woven;
    /** StackWalker.walk of an instance, and the names of a frame; null in Java 8. */
    private final MethodHandle walk;
    private final MethodHandle className;
    private final MethodHandle methodName;

    /**
     * Makes it.
     *
     * @param woven accepts the classes that are woven
     * @throws ReflectiveOperationException never
     */
    Constructing(Options.Filter woven) throws ReflectiveOperationException {
        this.woven = woven;
        Class<?> walker;
        try {
            walker = Class.forName("java.lang.StackWalker");
        } catch (ClassNotFoundException e) {
            walk = null;
            className = null;
            methodName = null;
            return;
        }
        Class<?> frame = Class.forName("java.lang.StackWalker$StackFrame");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType function = MethodType.methodType(Object.class, Function.class);
        walk = lookup.findVirtual(walker, "walk", function).bindTo(walker.getMethod("getInstance").invoke(null));
        className = lookup.findVirtual(frame, "getClassName", MethodType.methodType(String.class));
        methodName = lookup.findVirtual(frame, "getMethodName", MethodType.methodType(String.class));
    }

    @Override
    public Boolean apply(final String type) {
        if (walk == null) {
            Search search = new Search(type);
            for (StackTraceElement frame : new Throwable().getStackTrace()) {
                if (search.ends(frame.getClassName(), frame.getMethodName())) {
                    break;
                }
            }
            return search.found;
        }
        try {
            return (Boolean) walk.invoke(new Function<Stream<?>, Object>() {
                @Override
                public Object apply(Stream<?> stack) {
                    return search(new Search(type), stack.iterator());
                }
            });
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private Boolean search(Search search, Iterator<?> stack) {
        try {
            while (stack.hasNext()) {
                Object frame = stack.next();
                if (search.ends((String) className.invoke(frame), (String) methodName.invoke(frame))) {
                    break;
                }
            }
            return search.found;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** A search in frames, the innermost first. */
    private final class Search {

        private final String type;
        /** The frame of the entered method was passed. */
        private boolean entered;
        private boolean found;

        Search(String type) {
            this.type = type;
        }

        /** Reads a frame; returns whether that was enough. */
        boolean ends(String name, String method) {
            if (!entered) {
                entered = !name.startsWith("java.lang.Jprof") && !name.startsWith("jprof.agent.")
                        && !name.startsWith("java.lang.invoke.");
                return false;
            }
            found = name.equals(type) && method.equals("<init>");
            return found || woven.woven(name.replace('.', '/'));
        }
    }
}
