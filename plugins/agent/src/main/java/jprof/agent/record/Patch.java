package jprof.agent.record;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.Set;

/** The facts about its instrumented java.base that a JVM needs when it starts. */
final class Patch {

    /** None: the JDK is as it was. */
    static final Patch NONE = new Patch();

    /** The names of its packages. */
    final Set<String> packages;
    /** The number of its classes. The IDs of others follow. */
    final int classes;
    /** The IDs of its methods, and the numbers of their slots. */
    final int[] methods;
    final int[] slots;

    private Patch() {
        packages = Collections.emptySet();
        classes = 0;
        methods = new int[0];
        slots = new int[0];
    }

    /**
     * Reads it.
     *
     * @param folder where jprof.agent.PatchJdk has written it
     * @throws IOException if it cannot be read
     * @throws ReflectiveOperationException never
     */
    @SuppressWarnings("unchecked")
    Patch(String folder) throws IOException, ReflectiveOperationException {
        byte[] file = Files.readAllBytes(new File(folder, PatchFiles.START).toPath());
        classes = (file[0] & 0xFF) << 24 | (file[1] & 0xFF) << 16 | (file[2] & 0xFF) << 8 | file[3] & 0xFF;
        int n = (file.length - 4) / 2;
        methods = new int[n];
        slots = new int[n];
        for (int i = 0; i < n; i++) {
            methods[i] = i;
            slots[i] = (file[4 + 2 * i] & 0xFF) << 8 | file[5 + 2 * i] & 0xFF;
        }
        try { // by reflection, as the agent is made for Java 8
            Object module = Class.class.getMethod("getModule").invoke(Object.class);
            packages = (Set<String>) Class.forName("java.lang.Module").getMethod("getPackages").invoke(module);
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException(e.getCause());
        }
    }
}
