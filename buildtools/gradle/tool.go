package gradle

import (
	"jprof/buildtools"
	"jprof/internal/util/lazyregexp"
)

// Tool is Gradle.
type Tool struct{}

// Info is part of buildtools.Tool.
func (Tool) Info() buildtools.Info {
	return buildtools.Info{
		Command: "gradle", Name: "Gradle", Aliases: []string{"gradlew"},
		BuildFiles:  []string{"build.gradle", "build.gradle.kts"},
		RootFiles:   []string{"settings.gradle", "settings.gradle.kts"},
		UnitOptions: true, Similar: []string{"continue", "continuous"}, Unit: "task", Usual: "build",
		Goals: []buildtools.Example{
			{Line: "build", Does: "compile, test, check and package"},
			{Line: "test", Does: "compile, and run unit tests"},
			{Line: "check", Does: "compile, test, and run all checks"},
			{Line: "assemble", Does: "compile and package, without tests"},
			{Line: "clean build", Does: "remove what earlier builds made, then build"},
		},
		Step: step,
		Help: helpLine,
		Hook: "init script",
		NotHooked: "no task compiled Java sources: " +
			"jprof counts what Gradle's own plugins for Java, Groovy or Scala compile",
		Examples: []buildtools.Example{
			{Line: "jprof gradle build", Does: "build and test the project, and count"},
			{Line: "jprof gradle --repeat 3 test",
				Does: "test three times, and list the counts that are not always the same"},
		},
		Outputs: buildtools.Outputs{
			State: []string{".gradle"},
			// The build file of a project may have any name.
			Folders: []buildtools.OutputFolder{{Name: "build", Beside: []string{"?*.gradle", "*.gradle.kts"},
				Holds: []string{"classes/java", "tmp/compileJava", "test-results", "reports/tests", "libs"}}},
		},
	}
}

// step matches the line that announces a task: "> Task :app:test", and ":app:test" before Gradle 4.6.
var step = lazyregexp.New(`^(?:> Task )?(:[\w.:-]+)(?: [A-Z-]+)?$`)

// Open is part of buildtools.Tool.
func (Tool) Open(cwd string, args, env []string) (buildtools.Build, error) {
	return open(cwd, args, env)
}

// helpLine matches the lines with which Gradle ends after a failure, whatever has failed.
var helpLine = lazyregexp.New(`^(?:\* Try:$|> Run with --|> Get more help at |\* Get more help at |Run with --)`)
