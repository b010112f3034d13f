package maven

import (
	"jprof/buildtools"
	"jprof/internal/util/lazyregexp"
)

// Tool is Maven.
type Tool struct{}

// fallback is the option to instrument the sources of the copy in place.
var fallback = buildtools.Option{Name: "fallback",
	Usage: "instrument the copy's sources in place, instead of in the build by an extension of Maven"}

// Info is part of buildtools.Tool.
func (Tool) Info() buildtools.Info {
	return buildtools.Info{
		Command: "mvn", Name: "Maven", Aliases: []string{"maven"},
		BuildFiles:   []string{"pom.xml"},
		JavacMessage: javacMessage,
		Unit:         "goal", Usual: "verify",
		Goals: []buildtools.Example{
			{Line: "verify", Does: "compile, test, package, and run integration tests"},
			{Line: "test", Does: "compile, and run unit tests"},
			{Line: "package", Does: "compile, test and package"},
			{Line: "install", Does: "verify, and install into the workspace of jprof"},
			{Line: "compile", Does: "compile main sources"},
			{Line: "clean verify", Does: "remove what earlier builds made, then verify"},
		},
		Step:      step,
		Help:      helpLine,
		Hook:      "extension",
		NotHooked: "the extension of jprof was not loaded: look for maven.ext.class.path in the settings of Maven",
		Options:   []buildtools.Option{fallback},
		File: buildtools.Option{Name: "file", Alias: "f",
			Usage: "the `POM` of the project, or its folder, as for mvn"},
		Examples: []buildtools.Example{
			{Line: "jprof mvn verify", Does: "build and test the project, and count"},
			{Line: "jprof mvn --label base -pl core -am test",
				Does: "test a module and what it depends on, as the run base"},
		},
		Outputs: buildtools.Outputs{Folders: []buildtools.OutputFolder{
			// Only Maven makes the folders in Holds.
			{Beside: []string{"pom.xml"},
				Holds: []string{"maven-status", "maven-archiver", "surefire-reports", "failsafe-reports"}},
			// These names are common words. So the build directory must have its usual name, because src/classes may be
			// a folder of sources.
			{Name: "target", Beside: []string{"pom.xml"}, Holds: []string{"classes", "test-classes"}},
		}},
	}
}

// step matches the line that announces a goal, such as "--- surefire:3.2.5:test (default-test) @ core ---". Maven 3
// prints the whole name of the plugin.
var step = lazyregexp.New(
	`^\[INFO\] --- (?:maven-)?([\w.-]+?)(?:-maven-plugin|-plugin)?:(?:[\w.-]+:)?([\w-]+) `)

// Open is part of buildtools.Tool.
func (Tool) Open(cwd string, args, env []string) (buildtools.Build, error) {
	return open(cwd, args, env)
}

// helpLine matches the lines with which Maven ends after a failure, whatever has failed.
var helpLine = lazyregexp.New(`^\[ERROR\] *(?:$|-> \[Help \d+\]|\[Help \d+\] |To see the full stack trace |` +
	`Re-run Maven |For more information about the errors |After correcting the problems|\s*mvn <args> -rf )`)
