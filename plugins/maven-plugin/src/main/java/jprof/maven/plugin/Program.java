package jprof.maven.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import jprof.start.Binary;

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
        if (Binary.needsStore(arguments)) {
            install(Binary.STORE);
        }
        return install(Binary.JPROF).toString();
    }

    /** Resolves an executable, and returns its copy in the cache of jprof. */
    private Path install(String name) throws IOException, MojoExecutionException {
        return Binary.install(resolve(name), name, plugin.getVersion());
    }

    private Path resolve(String name) throws MojoExecutionException {
        DefaultArtifact artifact = new DefaultArtifact(plugin.getGroupId(), name, Binary.classifier(), "exe",
            plugin.getVersion());
        try {
            return repositories.resolveArtifact(session.getRepositorySession(), new ArtifactRequest(artifact,
                project.getRemotePluginRepositories(), null)).getArtifact().getFile().toPath();
        } catch (ArtifactResolutionException e) {
            throw new MojoExecutionException("the program of jprof for this system, " + Binary.classifier()
                + ", cannot be resolved from the repositories of plugins. There are programs for "
                + String.join(", ", Binary.CLASSIFIERS) + "; offline, run once without -o; name another program by "
                + "-Djprof.executable=FILE: " + e.getMessage(), e);
        }
    }
}
