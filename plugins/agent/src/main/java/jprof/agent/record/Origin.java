package jprof.agent.record;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;

/** Says where classes come from. */
final class Origin {

    /** The class loader of the platform, null in Java 8 where its parent is the only one. */
    static final ClassLoader PLATFORM = ClassLoader.getSystemClassLoader().getParent();

    private Origin() {
    }

    /**
     * Reports whether a class is an accessor that reflection makes, in JDKs before 22 after a number of calls. It makes
     * objects of the program, so it is recorded with the JDK. Without the JDK it is not.
     *
     * @param name the name of the class, with slashes
     * @return whether it is
     */
    static boolean generated(String name) {
        return name.startsWith("sun/reflect/Generated") || name.startsWith("jdk/internal/reflect/Generated");
    }

    /**
     * Reports whether a class is part of the JDK, wherever it is loaded.
     *
     * @param loader its class loader
     * @param domain where it comes from
     * @return whether it is
     */
    static boolean ofPlatform(ClassLoader loader, ProtectionDomain domain) {
        if (loader == null || loader == PLATFORM) {
            return true;
        }
        URL from = place(domain);
        if (from == null || !from.getProtocol().equals("jrt")) {
            return false;
        }
        // An image made by jlink has modules of the program as well.
        return from.getPath().startsWith("/java.") || from.getPath().startsWith("/jdk.");
    }

    /**
     * Returns the place of a class.
     *
     * @param domain where it comes from
     * @return the URL of a jar or folder, or null
     */
    static URL place(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source == null ? null : source.getLocation();
    }

    /**
     * Returns the kind of a class loader.
     *
     * @param loader the loader
     * @return 0 for that of the boot, 1 for the platform's, 2 for that of the class path, 3 for others
     */
    static int kind(ClassLoader loader) {
        return loader == null ? 0 : loader == PLATFORM ? 1 : loader == ClassLoader.getSystemClassLoader() ? 2 : 3;
    }
}
