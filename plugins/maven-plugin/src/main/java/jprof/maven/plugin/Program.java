package jprof.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** The program jprof of the plugin's own version, from the repositories of the plugins. */
final class Program {
    private final RepositorySystem repositories;
    private final MavenSession session;
    private final MavenProject project;
    private final PluginDescriptor plugin;

    Program(RepositorySystem repositories, MavenSession session, MavenProject project, PluginDescriptor plugin) {
        this.repositories = repositories;
        this.session = session;
        this.project = project;
        this.plugin = plugin;
    }

    /** Returns the path of the program. The one that reaches clouds is beside it, if arguments need it. */
    String path(List<String> arguments) throws IOException, MojoExecutionException {
        if (arguments.stream().anyMatch(a -> a.matches("(?s).*\\b(s3|gs|azblob)://.*"))) {
            install("jprof-store");
        }
        return install("jprof").toString();
    }

    /** Resolves an executable, and returns its copy in the cache of jprof: repositories may not be for executables. */
    private Path install(String name) throws IOException, MojoExecutionException {
        Path from = resolve(name);
        Path to = cache().resolve("binaries").resolve(plugin.getVersion()).resolve(name + (isWindows() ? ".exe" : ""));
        if (Files.exists(to) && Files.size(to) == Files.size(from)
            && Files.getLastModifiedTime(to).equals(Files.getLastModifiedTime(from))) {
            return to;
        }
        Files.createDirectories(to.getParent());
        Path part = Files.createTempFile(to.getParent(), name, ".part");
        try {
            Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            if (!part.toFile().setExecutable(true, false)) {
                throw new IOException(part + " cannot be made executable: set JPROF_CACHE to another folder");
            }
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        return to;
    }

    private Path resolve(String name) throws MojoExecutionException {
        DefaultArtifact artifact = new DefaultArtifact(plugin.getGroupId(), name, classifier(), "exe",
            plugin.getVersion());
        try {
            return repositories.resolveArtifact(session.getRepositorySession(), new ArtifactRequest(artifact,
                project.getRemotePluginRepositories(), null)).getArtifact().getFile().toPath();
        } catch (ArtifactResolutionException e) {
            throw new MojoExecutionException("the program of jprof for this system is not in the repositories of "
                + "plugins: " + e.getMessage() + ". Another one can be named by -Djprof.executable=FILE", e);
        }
    }

    /** Returns the name of this system as os-maven-plugin forms it. */
    private static String classifier() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT).replace("_", "");
        return (os.startsWith("mac") ? "osx" : isWindows() ? "windows" : os) + "-"
            + (arch.equals("amd64") || arch.equals("x8664") ? "x86_64" : arch.equals("aarch64") || arch.equals("arm64")
            ? "aarch_64" : arch);
    }

    private static boolean isWindows() {
        return File.separatorChar == '\\';
    }

    /** Returns the cache of jprof, where jprof itself has it. */
    private static Path cache() {
        String own = System.getenv("JPROF_CACHE");
        if (own != null && !own.isEmpty()) {
            return Paths.get(own).toAbsolutePath();
        }
        String home = System.getProperty("user.home");
        String base = isWindows() ? System.getenv("LocalAppData") : System.getenv("XDG_CACHE_HOME");
        if (System.getProperty("os.name").startsWith("Mac")) {
            base = home + "/Library/Caches";
        } else if (base == null || base.isEmpty()) {
            base = Paths.get(home, ".cache").toString();
        }
        return Paths.get(base, "jprof");
    }
}
