package jprof.maven;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MojoExecutionEvent;
import org.apache.maven.model.Build;
import org.apache.maven.plugin.Mojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;

/** One mojo that is about to run, or has run, on one module. */
final class Step {

    private static final String ROOTS = "compileSourceRoots";

    /** Phases before any compilation: a goal "compile" there makes sources, as protobuf's does. */
    private static final List<String> GENERATING = Arrays.asList(
            "validate", "initialize",
            "generate-sources", "process-sources", "generate-resources", "process-resources",
            "generate-test-sources", "process-test-sources", "generate-test-resources", "process-test-resources");

    /** Phases for tests: a goal "compile" there compiles tests. */
    private static final List<String> TEST_PHASES = Arrays.asList(
            "generate-test-sources", "process-test-sources", "generate-test-resources", "process-test-resources",
            "test-compile", "process-test-classes", "test");

    /** Compilers that have no list of source roots of their own. They compile the source roots of the project. */
    private static final List<String> PROJECT_READERS = Arrays.asList("aspectj-maven-plugin", "scala-maven-plugin");

    private final Hook hook;
    private final Mojo mojo;
    private final Object target; // the object with the fields
    private final MavenProject project;
    private final MojoExecution execution;
    private final File localRepository;
    private final Properties ofUser; // of the command line

    Step(MojoExecutionEvent event, Hook hook) {
        this.hook = hook;
        this.mojo = event.getMojo();
        this.project = event.getProject();
        this.execution = event.getExecution();
        this.localRepository = event.getSession().getRequest().getLocalRepositoryPath();
        this.ofUser = event.getSession().getUserProperties();
        this.target = Fields.unwrapped(mojo);
    }

    /** An ID of a mojo's run that is unique among those that run at the same time. */
    static String key(MavenProject project, MojoExecution execution) {
        return project.getId() + "|" + execution.getGroupId() + ":" + execution.getArtifactId() + ":"
                + execution.getGoal() + "@" + execution.getExecutionId();
    }

    /** The goal that a mojo is, as users type it, and its module if there are several: surefire:test of core. */
    static String named(MojoExecutionEvent event) {
        MojoExecution execution = event.getExecution();
        String goal = execution.getMojoDescriptor().getPluginDescriptor().getGoalPrefix() + ":" + execution.getGoal();
        return event.getSession().getProjects().size() < 2 ? goal : goal + " of " + event.getProject().getArtifactId();
    }

    String key() {
        return key(project, execution);
    }

    Mojo mojo() {
        return mojo;
    }

    /** The object that has the mojo's fields. */
    Object target() {
        return target;
    }

    MavenProject project() {
        return project;
    }

    String module() {
        return module(project);
    }

    private static String module(MavenProject project) {
        return project.getGroupId() + ":" + project.getArtifactId();
    }

    String dir() {
        return dir(project, hook);
    }

    /** The folder of the module, a slash path from the root of the project. */
    private static String dir(MavenProject project, Hook hook) {
        if (project.getBasedir() == null) {
            return "."; // a build without a pom
        }
        Path dir = hook.mirror.relativize(absolute(project, project.getBasedir().getPath()));
        String path = dir.toString().replace(File.separatorChar, '/');
        return path.isEmpty() ? "." : path;
    }

    /** The folders that the build may call its root or the module's, the most probable one first. */
    List<File> folders() {
        List<File> folders = new ArrayList<>();
        File dir = project.getBasedir();
        while (dir != null && dir.toPath().startsWith(hook.mirror)) {
            folders.add(dir);
            dir = dir.getParentFile();
        }
        Collections.reverse(folders);
        return folders;
    }

    String plugin() {
        return execution.getGroupId() + ":" + execution.getArtifactId() + ":" + execution.getVersion();
    }

    /**
     * Reports whether a compiler is to run. PMD and others have a list of source roots too, and must read the
     * originals: the goal must be a compiler's as well.
     */
    boolean compiles() {
        String goal = execution.getGoal();
        boolean named = "compile".equals(goal) || "testCompile".equals(goal) || "test-compile".equals(goal);
        return named
                && (Fields.find(target, ROOTS) != null
                        || PROJECT_READERS.contains(execution.getArtifactId()) // Scala's often runs before javac
                        || !GENERATING.contains(execution.getLifecyclePhase()));
    }

    boolean isTest() {
        return !"compile".equals(execution.getGoal());
    }

    /**
     * The name of the source set: "main" and "test" for those of the life cycle. Compilers that read the project
     * compile the same, before javac or after it.
     */
    String set() {
        String name = isTest() ? "test" : "main";
        String usual = isTest() ? "default-testCompile" : "default-compile";
        boolean same = usual.equals(execution.getExecutionId()) || PROJECT_READERS.contains(execution.getArtifactId());
        return same ? name : name + ":" + execution.getExecutionId();
    }

    /**
     * The kind of the sources, main or test, by the goal of the compiler; sources that goal compile compiles in a phase
     * for tests are tests, too.
     */
    String kind() {
        return isTest() || TEST_PHASES.contains(execution.getLifecyclePhase()) ? "test" : "main";
    }

    /** The patterns of files that the compiler is given, or is not; none for compilers that read the project. */
    List<String> patterns(boolean excluded) {
        List<String> patterns = new ArrayList<>();
        if (Fields.find(target, ROOTS) != null) {
            for (Object pattern : Fields.all(target, patternsField(excluded))) {
                if (pattern != null) {
                    patterns.add(String.valueOf(pattern));
                }
            }
        }
        return patterns;
    }

    private String patternsField(boolean excluded) {
        return isTest() ? excluded ? "testExcludes" : "testIncludes" : excluded ? "excludes" : "includes";
    }

    /** Has the compiler compile the helper classes, too, if patterns choose its sources. */
    void includeHelpers() {
        if (!patterns(false).isEmpty()) {
            Set<Object> all = new LinkedHashSet<>(Fields.all(target, patternsField(false)));
            all.add("**/__Counter*.java");
            Fields.set(target, patternsField(false), all);
        }
    }

    /** Reports whether the mojo will do nothing: -Dmaven.test.skip, -Dmaven.main.skip. */
    boolean skipped() {
        return Boolean.TRUE.equals(Fields.get(target, isTest() ? "skip" : "skipMain", Boolean.class));
    }

    /** The source roots, null if there is no list of them that can be replaced. */
    List<?> roots() {
        return readsProject() ? projectRoots(isTest()) : Fields.get(target, ROOTS, List.class);
    }

    /** Reports whether the mojo compiles the source roots of the project, and has no list of its own. */
    boolean readsProject() {
        if (Fields.find(target, ROOTS) == null) {
            return PROJECT_READERS.contains(execution.getArtifactId());
        }
        // The list of the compiler plugin for Maven 4 is for those who configure one.
        List<?> own = Fields.get(target, ROOTS, List.class);
        return SourceRoots.of(project) != null && (own == null || own.isEmpty());
    }

    /** Replaces the folder that Scala's compiler adds where the project does not list it. */
    void moveFolder(Map<Path, String> copies) {
        String name = isTest() ? "testSourceDir" : "sourceDir";
        File folder = Fields.get(target, name, File.class);
        String copy = folder == null ? null : copies.get(absolute(folder.getPath()));
        if (copy != null) {
            Fields.set(target, name, new File(copy));
        }
    }

    /** The project's own list of source roots, test or main. */
    List<String> projectRoots(boolean test) {
        return test ? project.getTestCompileSourceRoots() : project.getCompileSourceRoots();
    }

    /** Reports whether one of the source roots has a module-info.java. */
    boolean hasModuleInfo() {
        for (Object root : roots()) {
            if (Files.exists(absolute(String.valueOf(root)).resolve("module-info.java"))) {
                return true;
            }
        }
        return false;
    }

    boolean setRoots(List<?> roots) {
        return Fields.set(target, ROOTS, roots);
    }

    boolean isFolder(String root) {
        return absolute(root).toFile().isDirectory();
    }

    /** Why a source root gets no counters, null if it is to be instrumented. */
    String whyUnmeasured(String root) {
        Path path = absolute(root);
        if (project.getBuild() != null
                && project.getBuild().getDirectory() != null
                && path.startsWith(absolute(project.getBuild().getDirectory()))) {
            return "generated by the build";
        }
        return path.startsWith(hook.mirror) ? null : "outside of the project";
    }

    /** The encoding of the sources, UTF-8 where the build does not say. */
    String encoding() {
        String encoding = Fields.get(target, "encoding", String.class);
        if (encoding == null || encoding.isEmpty()) {
            encoding = project.getProperties().getProperty("project.build.sourceEncoding");
        }
        return encoding == null || encoding.isEmpty() ? "UTF-8" : encoding;
    }

    /** The level of the language as the compiler gets it (1.8, 17), "" where the build sets none. */
    String level() {
        // The compiler's own order.
        for (String name : Arrays.asList("testRelease", "release", "testSource", "source")) {
            String level = name.startsWith("test") && !isTest() ? null : Fields.get(target, name, String.class);
            if (level != null && !level.isEmpty()) {
                return level;
            }
        }
        return "";
    }

    /** The folder of the class files that the compiler makes, "" where the project has none. */
    String classes() {
        Build build = project.getBuild();
        String folder = build == null ? null : isTest() ? build.getTestOutputDirectory() : build.getOutputDirectory();
        return folder == null ? "" : absolute(folder).toString();
    }

    /** The folder that annotation processors write sources to, "" where the compiler has none. */
    String written() {
        String field = isTest() ? "generatedTestSourcesDirectory" : "generatedSourcesDirectory";
        Object folder = Fields.get(target, field, Object.class); // a File, or a Path
        return folder == null ? "" : absolute(String.valueOf(folder)).toString();
    }

    /** The folder that the module's goals write to, null where there is none. */
    Path outputs() {
        Build build = project.getBuild();
        Path folder = build == null || build.getDirectory() == null ? null : absolute(build.getDirectory());
        return folder != null && folder.startsWith(hook.mirror) && Files.isDirectory(folder) ? folder : null;
    }

    /** Reports whether a file is in one of the folders that the module's compilers write to. */
    boolean isCompiled(Path file) {
        Build build = project.getBuild();
        return file.startsWith(absolute(build.getOutputDirectory()))
                || file.startsWith(absolute(build.getTestOutputDirectory()));
    }

    /** Makes Error Prone, with all of its plugins, ignore the helper classes. Checks that reject counters are off. */
    void adaptErrorProne() {
        List<?> own = Fields.get(target, "compilerArgs", List.class);
        if (own == null || own.stream().noneMatch(Checks::isErrorProne)) {
            return;
        }
        List<Object> args = new ArrayList<>();
        for (Object arg : own) {
            args.add(Checks.isErrorProne(arg) ? Checks.errorProne((String) arg, hook.checks) : arg);
        }
        Fields.set(target, "compilerArgs", args);
        if (!hook.checks.isEmpty()) {
            hook.report(event("unenforced").with("check", "Error Prone's " + String.join(", ", hook.checks)));
        }
    }

    /** Reports whether tests are to run. */
    boolean tests() {
        String artifact = execution.getArtifactId();
        return (artifact.contains("surefire") || artifact.contains("failsafe")) && reports() != null;
    }

    /** The folder that the mojo writes its reports to. */
    File reports() {
        return Fields.get(target, "reportsDirectory", File.class);
    }

    /** Reports whether no more tests start when some have failed. */
    boolean failsFast() {
        Integer failures = Fields.get(target, "skipAfterFailureCount", Integer.class);
        return failures != null && failures > 0;
    }

    /**
     * The name of the folder that the JVMs of this test step are to write their counts to: the same in each build, on
     * each machine. "" where the mojo has no variables, or where the build sets another folder.
     */
    String countsFolder() {
        Map<?, ?> variables = Fields.get(target, TestVariables.FIELD, Map.class);
        boolean set = variables != null && variables.containsKey(TestVariables.COUNTS);
        if (set || Fields.find(target, TestVariables.FIELD) == null) {
            return "";
        }
        return TestVariables.folder(
                project.getArtifactId(), module(), dir(), plugin(), execution.getGoal(), execution.getExecutionId());
    }

    /** Has the JVMs that the mojo starts write their counts to that folder. */
    void countInto(String folder) {
        Map<?, ?> variables = Fields.get(target, TestVariables.FIELD, Map.class);
        Map<String, String> more =
                Collections.singletonMap(TestVariables.COUNTS, hook.counts().resolve(folder).toString());
        Fields.set(target, TestVariables.FIELD, new TestVariables(variables, more));
    }

    /** Has this test step omit what need not run again, by its folder of counts. */
    void omitTests(String folder) {
        try {
            if (!folder.isEmpty()) {
                OmittedTests.apply(target, hook.omittedTests(), folder);
            }
        } catch (IOException e) {
            Hook.warn(execution + ": " + e);
        }
    }

    /** Returns the listeners by which the JVMs of this test step count by test. */
    TestListeners listeners(Hook hook) {
        return new TestListeners(this, execution, hook, ofUser);
    }

    /** Keeps checks of class files to the user's own classes, and reports those that are not enforced. */
    void adaptChecks() {
        String check = Checks.adapt(execution.getArtifactId(), execution.getGoal(), target, this::hasCounters);
        if (check != null) {
            String prefix = execution.getMojoDescriptor().getPluginDescriptor().getGoalPrefix();
            hook.report(event("unenforced").with("check", prefix + ":" + check));
        }
    }

    /** Reports whether the classes of the module have counters. A module without classes may read those of others. */
    private boolean hasCounters() {
        Path main = absolute(project.getBuild().getOutputDirectory());
        Path test = absolute(project.getBuild().getTestOutputDirectory());
        boolean none = !Files.isDirectory(main) && !Files.isDirectory(test);
        return none || Checks.haveHelpers(main) || Checks.haveHelpers(test);
    }

    /** Keeps tests of the architecture to the user's own classes. */
    void ignoreHelpers() {
        try {
            Checks.ignoreHelpers(project, Fields.get(target, "testClassesDirectory", File.class));
        } catch (IOException e) {
            Hook.warn(execution + ": " + e);
        }
    }

    /**
     * Makes integration tests of the invoker plugin, which are builds of their own, use a local repository of the
     * workspace in place of the user's: the plugin installs instrumented artifacts there.
     */
    void keepInstalled() {
        if (!"maven-invoker-plugin".equals(execution.getArtifactId()) || localRepository == null) {
            return;
        }
        File own = Fields.get(target, "localRepositoryPath", File.class);
        if (own == null || own.getAbsoluteFile().equals(localRepository.getAbsoluteFile())) {
            Fields.set(target, "localRepositoryPath", hook.repository());
        }
    }

    /** An event that is about a module. */
    static Event about(String kind, MavenProject project, Hook hook) {
        return new Event(kind).with("module", module(project)).with("dir", dir(project, hook));
    }

    Event event(String kind) {
        return about(kind, project, hook)
                .with("plugin", plugin())
                .with("goal", execution.getGoal())
                .with("execution", execution.getExecutionId());
    }

    /** The event that the compiler has failed, with what it got beside sources. */
    Event failed() {
        Event event = event("compile-failed");
        try {
            List<String> path = isTest() ? project.getTestClasspathElements() : project.getCompileClasspathElements();
            event.with("classpath", String.join(File.pathSeparator, path));
        } catch (DependencyResolutionRequiredException e) {
            return event; // of another kind of module
        }
        StringJoiner processors = new StringJoiner(File.pathSeparator);
        Object resolved = Fields.call(target, "resolveProcessorPathEntries");
        if (resolved instanceof Collection) {
            ((Collection<?>) resolved).forEach(entry -> processors.add(String.valueOf(entry)));
        }
        event.with("processorpath", processors.toString());
        List<String> options = new ArrayList<>();
        Fields.all(target, "compilerArgs").forEach(arg -> options.add(String.valueOf(arg)));
        if (!level().isEmpty() && !options.contains("--release")) {
            options.addAll(Arrays.asList("-source", level()));
        }
        String proc = Fields.get(target, "proc", String.class);
        if (proc != null) {
            options.add("-proc:" + proc);
        }
        StringJoiner named = new StringJoiner(",");
        Fields.all(target, "annotationProcessors").forEach(name -> named.add(String.valueOf(name)));
        if (named.length() > 0) {
            options.addAll(Arrays.asList("-processor", named.toString()));
        }
        for (String arg : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (arg.startsWith("--add-exports=") || arg.startsWith("--add-opens=")) {
                options.add("-J" + arg); // Error Prone and other plugins of javac need it
            }
        }
        for (int i = 0; i < options.size(); i++) {
            event.with("option." + i, options.get(i));
        }
        return event;
    }

    /** The event that a compiler's sources cannot be replaced. */
    Event unhooked(String reason) {
        return event("compile-unhooked").with("set", set()).with("reason", plugin() + " " + reason);
    }

    void reportModule() {
        hook.report(about("module", project, hook));
    }

    Path absolute(String path) {
        return absolute(project, path);
    }

    /** A path that a module names, which starts in its folder. */
    static Path absolute(MavenProject project, String path) {
        Path p = Paths.get(path);
        if (!p.isAbsolute() && project.getBasedir() != null) {
            p = project.getBasedir().toPath().resolve(p);
        }
        return p.toAbsolutePath().normalize();
    }
}
