package jprof.agent.record;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Says by the names of classes which of them are part of the JDK. It is not needed where the JDK is woven as well. */
final class Platform {

    private final ClassLoader loader;
    /** The packages of the JDK's modules, with slashes; null in Java 8. */
    private final Set<String> packages;
    /** Answers found in Java 8. */
    private final ConcurrentHashMap<String, Boolean> known = new ConcurrentHashMap<>();

    /**
     * Reads which packages there are.
     *
     * @param loader the class loader of the platform, null in Java 8 where its parent is the only one
     * @throws ReflectiveOperationException never
     */
    Platform(ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        Class<?> layer;
        try {
            layer = Class.forName("java.lang.ModuleLayer");
        } catch (ClassNotFoundException e) {
            packages = null;
            return;
        }
        packages = new HashSet<>();
        Class<?> module = Class.forName("java.lang.Module");
        for (Object m : (Set<?>) layer.getMethod("modules").invoke(layer.getMethod("boot").invoke(null))) {
            Object of = module.getMethod("getClassLoader").invoke(m);
            if (of == null || of == loader) {
                for (Object name : (Set<?>) module.getMethod("getPackages").invoke(m)) {
                    packages.add(((String) name).replace('.', '/'));
                }
            }
        }
    }

    /**
     * Reports whether the JDK has a class. It reads no files where it can: that would take hash codes from the thread.
     *
     * @param name its name with slashes
     * @return whether it has, as far as the name says
     */
    boolean has(String name) {
        if (packages != null) {
            return packages.contains(name.substring(0, Math.max(name.lastIndexOf('/'), 0)));
        }
        Boolean has = known.get(name);
        if (has == null) {
            has = name.startsWith("java/") || loader != null && loader.getResource(name + ".class") != null;
            known.put(name, has);
        }
        return has;
    }
}
