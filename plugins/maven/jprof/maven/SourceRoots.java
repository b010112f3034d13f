package jprof.maven;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.project.MavenProject;

/**
 * The source roots of a project in Maven 4: objects of its interface SourceRoot (a folder, patterns, a module, a target
 * release). Maven makes the lists of paths that Maven 3 has from them each time.
 */
final class SourceRoots {

    private SourceRoots() {}

    /** The project's own set of them, null in Maven 3. */
    @SuppressWarnings("unchecked")
    static Collection<Object> of(MavenProject project) {
        return Fields.get(project, "sources", Set.class);
    }

    /** Replaces folders by their copies, and returns the undo. */
    static Runnable replace(Collection<Object> roots, Map<Path, String> copies) {
        List<Object> originals = new ArrayList<>(roots);
        List<Object> replaced = new ArrayList<>();
        for (Object root : originals) {
            replaced.add(moved(root, copies));
        }
        set(roots, originals, replaced);
        return () -> set(roots, replaced, originals);
    }

    /** Replaces elements of a set. Elements that were added meanwhile come last. */
    private static void set(Collection<Object> set, List<Object> old, List<Object> now) {
        List<Object> more = new ArrayList<>(set);
        more.removeAll(old);
        set.clear();
        set.addAll(now);
        set.addAll(more);
    }

    /** The source root with its copy as the folder; itself if there is none. */
    private static Object moved(Object root, Map<Path, String> copies) {
        Class<?> type = type(root.getClass());
        try {
            Path folder = type == null ? null : (Path) type.getMethod("directory").invoke(root);
            String copy = folder == null ? null : copies.get(folder.toAbsolutePath().normalize());
            if (copy == null) {
                return root;
            }
            Path moved = folder.resolve(copy);
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                    (proxy, method, args) -> call(proxy, root, folder, moved, method, args));
        } catch (ReflectiveOperationException | ClassCastException e) {
            return root; // none that is known
        }
    }

    private static Object call(Object proxy, Object root, Path folder, Path moved, Method method, Object[] args)
            throws Throwable {
        switch (method.getName()) {
            case "directory":
                return moved;
            case "equals":
                return proxy == args[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
        }
        try {
            Object value = method.invoke(root, args);
            if (!(value instanceof PathMatcher)) {
                return value;
            }
            // It compares paths below the folder.
            PathMatcher matcher = (PathMatcher) value;
            return (PathMatcher) path ->
                    matcher.matches(path.startsWith(moved) ? folder.resolve(moved.relativize(path)) : path);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The interface of that name, null if the class has none. */
    private static Class<?> type(Class<?> c) {
        for (Class<?> above = c; above != null; above = above.getSuperclass()) {
            for (Class<?> type : above.getInterfaces()) {
                if ("org.apache.maven.api.SourceRoot".equals(type.getName())) {
                    return type;
                }
            }
        }
        return null;
    }
}
