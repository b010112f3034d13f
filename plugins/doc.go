// Package plugins holds the pieces of jprof that run inside of a build tool, as sources: the extension of Maven, which
// is compiled once with the user's JDK, and the init script of Gradle; the listeners of test frameworks that count by
// test (tests/), compiled in the same way (buildtools.Jar); and the agent for calling contexts, as a jar (agent/ has
// its sources, ContextAgent returns it). A properties file names their folders and programs
// (buildtools.HookFile). They make the user's build compile shadow trees, and report its events. Support
// for another plugin of Maven that compiles or checks is added in maven/ (Step, Checks); the hook of another build tool
// is a folder of its own. vscode/ is no part of the program: the extension of VS Code, in TypeScript, which starts
// jprof lsp (make vscode). Nor are maven-plugin/ and gradle-plugin/, by which a build starts jprof, and start/, which
// they share: docs/PLUGINS.md.
//
// # In the user's Maven
//
// The extension (maven/) changes nothing but fields of mojos that are about to run, so no other plugin sees the shadow
// trees:
//
//   - CompileListener replaces the source roots of a compiler's mojo. Roots under the build directory (generated
//     sources) stay. The folder that annotation processors will write to is only reported (buildtools.Compile.Written).
//     A mojo may have a wrapper (Maven 4) or a proxy (Develocity's extension): Fields.unwrapped.
//   - AspectJ's and Scala's compilers read the roots of the project, and so does javac's plugin for tests that are a
//     Java module of their own. ProjectSources puts the copies there for that one execution. So does the compiler
//     plugin for Maven 4, unless other roots are configured: there the roots are objects, and SourceRoots puts in some
//     that differ by the folder only.
//   - Maven 3 reports nothing to listeners of a mojo that failed. BuildSpy listens to events instead, and hands over
//     the errors of javac. Its warnings go to the log of the mojo (Complaints, MojoLog). So do failures of tests that
//     the build ignores (TestFailures).
//   - Checks of class files would see the helper classes (Checks): docs/MAVEN.md lists them.
//   - Completion looks at what each other goal has made, and has jprof internal-complete add helper classes where class
//     files were picked without them. BuildSpy reports failures whose messages name one.
//   - In a build with contexts (the key contexts of the properties file), nothing of that is done. The JVMs of test
//     steps get the agent, by options that jprof internal-contexts prints for their JDK (ContextAgent).
//   - The JVMs of test steps get a folder of their own (TestVariables): see package counts.
//   - They get the options that jprof internal-test-options prints (TestOptions): for a larger stack, for --time, and
//     for methods that are too long for HotSpot only because of counters. Sources with long methods were noted by jprof
//     internal-instrument, in the folder notes beside the properties file (shadow.Note).
//   - jprof adds to the command line: installing into the workspace or not at all, no deploying (nothing of the mirror
//     may leave it), no build caches (a test whose result comes from a cache does not run), and maven.ext.class.path,
//     joined with the one that Maven would take otherwise.
//
// Without the extension (jprof mvn --fallback, and by itself where a build succeeds that never loaded it), the
// instrumented copies replace the originals in the mirror: in a second mirror, f, where Sync skips those folders. The
// poms, and the build.properties of Eclipse bundles, list the sources (buildtools/maven/sources.go). The output has
// javac's errors, and plugins that check sources are switched off by their properties. Generated sources, and roots
// that plugins add, are not instrumented then.
//
// The compiler plugin's includes and excludes go to jprof internal-instrument as patterns (antpattern): files
// that javac is not given are copied without counters, as javac may look for them.
//
// # In the user's Gradle
//
// The init script (gradle/) adds a task in front of each task that compiles Java (also Groovy's and Scala's joint
// compilation): jprofCompileJava for compileJava. Its inputs are the sources of that task, with what makes them and
// with their filters. Its output is one folder of copies, which becomes the source of the compiler.
//
//   - jprof internal-instrument gets a list of files, not of folders: files that a build excludes are not in it. Files
//     below the build directory, or outside of the project, are copied without counters.
//   - The script gives each source set a kind (probe.Kind), by tasks of type Test and the jar of main. It asks for the
//     tasks that make files, not for the files: they need not be there yet.
//   - The task has inputs and outputs like any other, so it is up to date when nothing has changed, and so are the
//     tasks after it. The facts about a source set are written once, next to its copy (buildtools.WriteCompile). The
//     function by which Gradle checks whether the task is up to date reports them again in each build.
//   - Everything is reported while tasks run, with nothing but local variables: a build out of a configuration cache
//     does not run the script. A listener collects the output of compilers. A configuration cache keeps no listener, so
//     a failed build is then run once more to read its output (buildtools.Round.Again).
//   - Nothing is done when sources are compiled (doFirst): Gradle has read the inputs by then, and would keep classes
//     with counters under the names of those without.
//   - Switched off: build caches, isolated projects, configuration on demand. Tests always run. Tasks that publish are
//     refused or skipped, unless they write below the copy of the project.
//   - Tasks of type Test ask jprof internal-test-options as Maven's extension does. The notes stay from build to build,
//     as the task that makes them may be up to date.
//   - After each task with actions that is no compiler, test or deletion, jprof internal-complete adds helper classes
//     to its outputs, or to what is below the build directory where it declares none. What such a task prints of a
//     helper class is kept in files *.named.
//   - In a build with contexts, compilers are only watched. Tasks of type Test ask jprof internal-contexts for the
//     options of their JVMs right before these start.
//   - buildSrc and included builds with a project of java-gradle-plugin are not instrumented: they run in Gradle
//     itself. A plugin that is the project itself is instrumented.
//
// # In the JVMs of tests
//
// The recorder (tests/) is a jar without dependencies, of Java 8 level. It divides the counts in the rows of helper
// classes among owners, by the events of test frameworks, and writes one stream for each JVM (package testcounts).
//
//   - Listeners (JUnitPlatformListener, JUnit4Listener, JUnit3Listener, TestNGListener) hand begins and ends to
//     Recorder, which never throws. They are compiled against stubs of what they call (tests/stubs). The platform of
//     JUnit and TestNG find theirs by service files. For the rest, the hook of the build tool names them (TestListeners
//     in maven/) or makes the jar an agent, too (Hook), which adds one where the build tool adds its own to JUnit's
//     list.
//   - Tests that a test itself runs are none of the build: a platform's listener is silent while the plan of another
//     one is under way, and Hook looks at who adds. Where frameworks run each other, one reports: TestNG's listener is
//     silent where there is a platform.
//   - Recording keeps what is under way. At each begin and end it compares all rows with a copy (Section), and gives
//     the differences to their owners (State, Owners): all to one where one test is under way, else by thread (Origin).
//     Nothing is guessed: what is not known is shared. Where a row goes on for another origin between them, the Section
//     puts aside what it has.
//   - Pools changes the thread pools of the JDK when they are loaded (Patch): they report to Origin which task they are
//     given and which begins (Tasks). That takes the agent. Maven's hook adds it where tests may be parallel
//     (ParallelTests).
//   - A recorder finds the host by the name of its thread (package rt), and the host's lock is its lock. Several class
//     loaders may have the jar (Surefire in Maven's own JVM): the first recording is the only one, and gets the events
//     of the others.
//   - Test frameworks that report no classes (JUnit before 4.13, TestNG) may run tests in threads of their own. A
//     test alone is not given what other threads do then: it may be the set-up of a class (Recorder.parallel).
//
// A framework that is no engine of JUnit Platform needs a listener, its stub, and a way into the JVM. Try it in
// testdata/acceptance: the command bytest compares a run with the XML, and with numbers in the names of tests.
package plugins
