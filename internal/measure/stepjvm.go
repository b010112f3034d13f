package measure

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure/agent"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
)

// contextsFile is the file for jprof in the hook of a build without counters: the settings for JVMs of tests, and the
// cache, whose variable may be relative to another folder there.
type contextsFile struct {
	agent.Settings
	Cache   string
	Samples bool // the flight recorder takes samples instead
}

// contextsPath is the contextsFile that belongs to a hook file.
func contextsPath(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "contexts.json")
}

// StepJVM is a JVM that a test step is about to start, as the hook in a build describes it.
type StepJVM struct {
	Java        string  // its launcher; a name without a folder is on the PATH
	ToolOptions string  // the value of JAVA_TOOL_OPTIONS that it would get
	Arguments   *string // its options on the command line; nil if the hook cannot add any
	Fixed       bool    // the hook cannot choose another launcher
}

// WriteOptions writes, as Java properties, the options by which the JVM records contexts, or samples: toolOptions is
// the new value of JAVA_TOOL_OPTIONS; argument.0 and so on come before those of the user; java is another launcher to
// take; without says why fewer contexts are recorded than was asked for.
//
// Options for an instrumented JDK fit one build of a JDK only. They are arguments, as JVMs that tests start inherit
// variables, and may be of any JDK.
func (j StepJVM) WriteOptions(ctx context.Context, u *term.UI, hookFile string, out io.Writer) error {
	hook, err := buildtools.ReadHookFile(hookFile)
	if err != nil {
		return err
	}
	var file contextsFile
	if err := atomicfile.ReadJSON(hook.Contexts, &file); err != nil {
		return err
	}
	var options []buildtools.KeyValue
	if file.Samples {
		options, err = j.recorderProperties(file.Out)
	} else {
		options, err = j.options(ctx, u, file)
	}
	if err != nil {
		return err
	}
	return buildtools.WriteProperties(out, options)
}

func (j StepJVM) options(ctx context.Context, u *term.UI, file contextsFile) ([]buildtools.KeyValue, error) {
	set, without := file.Settings, ""
	if set.Coverage != agent.App {
		without = j.conflict()
	}
	if without != "" {
		set.Coverage = agent.App
	} else if set.Coverage == agent.All {
		set.Coverage = agent.Auto // the tests run in any case
	}
	noted := set.Image && j.Fixed
	set.Image = set.Image && !j.Fixed
	java := j.launcher()
	a, err := agent.Prepare(ctx, u, file.Cache, java, set)
	if err != nil {
		return nil, err
	}
	if without = cmp.Or(without, a.Reason); without != "" {
		without = notRecorded + without
	}
	if noted {
		if without != "" {
			without += "; "
		}
		without += notFromImage
	}
	tool, err := a.ToolOptions(j.ToolOptions)
	if err != nil {
		return nil, err
	}
	list := []buildtools.KeyValue{{Key: "toolOptions", Value: tool}, {Key: "without", Value: without}}
	if a.Java != java {
		list = append(list, buildtools.KeyValue{Key: "java", Value: a.Java})
	}
	arguments := a.JDKOptions()
	if j.Arguments != nil {
		arguments = append(arguments, stackOption(*j.Arguments, j.ToolOptions)...)
	}
	return append(list, argumentProperties(arguments)...), nil
}

// argumentProperties are the properties for options that come before those of the user.
func argumentProperties(options []string) []buildtools.KeyValue {
	var list []buildtools.KeyValue
	for i, option := range options {
		list = append(list, buildtools.KeyValue{Key: fmt.Sprintf("argument.%d", i), Value: option})
	}
	return list
}

// launcher is the launcher of the JVM, with its folder where it is found.
func (j StepJVM) launcher() string {
	if path, err := exec.LookPath(j.Java); err == nil {
		return path
	}
	return j.Java
}

// notRecorded starts a message about a JVM whose JDK has no full coverage.
const notRecorded = "the classes of its JDK are not recorded: "

// notFromImage is a message about a JVM whose launcher is a matter of the build.
const notFromImage = `its JVM prints "Picked up JAVA_TOOL_OPTIONS": the build chooses its JDK, so --jdk-image cannot`

// stackOption gives threads a larger stack, unless one of the texts with the user's options says a size: a recursion
// must not end earlier than without jprof. Recorded methods take up to four times as much of it. So do counted ones
// that do little more than call themselves, where HotSpot's first compiler compiles them; interpreted, they take up to
// twice as much.
func stackOption(own ...string) []string {
	if ownStack().MatchString(strings.Join(own, " ")) {
		return nil
	}
	return []string{"-Xss4m"}
}

// stackOf is stackOption for JVMs with the options of this environment.
func stackOf(getenv func(string) string) []string {
	return stackOption(getenv(agent.ToolVariable), getenv("JDK_JAVA_OPTIONS"), getenv("_JAVA_OPTIONS"))
}

var ownStack = lazyregexp.New(`-Xss\d|-XX:(Main)?ThreadStackSize=`)

// unfit are options with which a JVM does not start if its java.base is replaced.
var unfit = lazyregexp.New(`--patch-module[= ]java\.base=\S*|-Xshare:on|-XX:\+RequireSharedSpaces`)

// conflict says why the JVM cannot get an instrumented JDK because of its options, "" if it can.
func (j StepJVM) conflict() string {
	if j.Arguments == nil {
		return "the plugin takes no options for its JVMs"
	}
	if option := unfit().FindString(*j.Arguments + " " + j.ToolOptions); option != "" {
		return "the JVM has the option " + strings.TrimSpace(option)
	}
	return ""
}
