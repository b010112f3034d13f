package jprof.maven;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The source roots of projects. Compilers that read them from there, not from a field of their own, find the
 * instrumented copies in the project while they run, and only then.
 *
 * <p>That is so for AspectJ and Scala, and for the compiler plugin for Maven 4; and for tests with a module-info.java
 * of their own: the compiler plugin patches the module with the main source roots of the project, and javac compiles
 * the classes that the tests need once more, next to the tests. The JVM of the tests loads them from there.
 */
final class ProjectSources {

    /** By project and kind, the copies of its source roots. */
    private final Map<String, Map<Path, String>> copies = new ConcurrentHashMap<>();

    private Map<Path, String> copies(Step step, boolean test) {
        String key = (test ? "test " : "main ") + step.project().getId();
        return copies.computeIfAbsent(key, k -> new ConcurrentHashMap<>());
    }

    /** Remembers the copies of source roots. */
    void instrumented(Step step, List<String> roots, List<String> shadows) {
        Map<Path, String> known = copies(step, step.isTest());
        for (int i = 0; i < roots.size(); i++) {
            known.put(step.absolute(roots.get(i)), shadows.get(i));
        }
    }

    /** Reports whether all of these source roots were instrumented before, for another compiler. */
    boolean has(Step step, List<String> roots) {
        Map<Path, String> known = copies(step, step.isTest());
        return roots.stream().allMatch(root -> known.containsKey(step.absolute(root)));
    }

    /**
     * Gives the project the copies that the step needs, and returns the undo: copies of the sources that it compiles if
     * it reads the project, of the main sources if it patches a module.
     */
    Runnable substitute(Step step) {
        if (step.readsProject()) {
            step.moveFolder(copies(step, step.isTest()));
            return replace(step, step.isTest());
        }
        if (step.isTest() && step.hasModuleInfo()) {
            return replace(step, false);
        }
        return () -> {};
    }

    /** Replaces the main or test source roots of the project. */
    private Runnable replace(Step step, boolean test) {
        Map<Path, String> known = copies(step, test);
        Collection<Object> roots = SourceRoots.of(step.project());
        if (roots != null) { // one set for all of Maven 4, main and test
            Map<Path, String> all = new ConcurrentHashMap<>(copies(step, true));
            all.putAll(copies(step, false));
            return SourceRoots.replace(roots, all);
        }
        Map<String, String> originals = new ConcurrentHashMap<>();
        List<String> list = step.projectRoots(test);
        try {
            list.replaceAll(root -> {
                String copy = known.getOrDefault(step.absolute(root), root);
                originals.put(copy, root);
                return copy;
            });
        } catch (UnsupportedOperationException e) {
            return () -> {}; // a list that cannot be changed: the build uses the original sources
        }
        return () -> list.replaceAll(root -> originals.getOrDefault(root, root));
    }
}
