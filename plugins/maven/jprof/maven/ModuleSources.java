package jprof.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The main sources of modules whose tests have a module-info.java of their own.
 *
 * <p>For such tests, the compiler plugin patches the module with the source roots of the project, and
 * javac compiles what the tests need of them once more, next to the tests, where the JVM of the
 * tests takes them from. The plugin has these roots from the project, not from a field of its own.
 * So the project has the instrumented copies while the tests are compiled, and only then.
 */
final class ModuleSources {

    /** By project, the copies of its main source roots. */
    private final Map<String, Map<Path, String>> copies = new ConcurrentHashMap<>();

    /** Remembers the copies of source roots, those of main sources only. */
    void instrumented(Step step, List<String> roots, List<String> shadows) {
        if (step.isTest()) {
            return;
        }
        Map<Path, String> known = copies.computeIfAbsent(step.project().getId(), id -> new ConcurrentHashMap<>());
        for (int i = 0; i < roots.size(); i++) {
            known.put(step.absolute(roots.get(i)), shadows.get(i));
        }
    }

    /** Gives the project the copies, if the step needs them, and returns what takes them away again. */
    Runnable substitute(Step step) {
        Map<Path, String> known = copies.get(step.project().getId());
        if (!step.isTest() || known == null || !step.hasModuleInfo()) {
            return () -> {};
        }
        Map<String, String> originals = new ConcurrentHashMap<>();
        List<String> roots = step.project().getCompileSourceRoots(); // the project's own list in Maven 3
        try {
            roots.replaceAll(root -> {
                String copy = known.getOrDefault(step.absolute(root), root);
                originals.put(copy, root);
                return copy;
            });
        } catch (UnsupportedOperationException e) {
            return () -> {}; // a list that cannot be changed: then with the sources as they are
        }
        return () -> roots.replaceAll(root -> originals.getOrDefault(root, root));
    }
}
