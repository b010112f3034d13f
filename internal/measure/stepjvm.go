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

// contextsFile is the content of a file with settings for the JVMs of tests. A build without counters passes it to the
// jprof that its hook starts. It also has the cache folder, because a relative path in the variable for the cache would
// lead to another folder in that process.
type contextsFile struct {
	agent.Settings
	Cache   string
	Samples bool // the flight recorder takes samples instead
}

// contextsPath returns the path of the contextsFile that belongs to a hook file.
func contextsPath(hookFile string) string {
	return filepath.Join(filepath.Dir(hookFile), "contexts.json")
}

// StepJVM is a JVM that a test step is about to start, as the hook in a build describes it.
type StepJVM struct {
	Java        string  // the path of its launcher; a name without a folder is searched on the PATH
	ToolOptions string  // the value of JAVA_TOOL_OPTIONS that it would get
	Arguments   *string // its options on the command line; nil if the hook cannot add options
	Fixed       bool    // the hook cannot choose another launcher
}

// WriteOptions writes, as Java properties, the options by which the JVM records contexts or samples. Its keys are:
// toolOptions, the new value of JAVA_TOOL_OPTIONS; argument.0, argument.1 and so on, which come before the options of
// the user; java, another launcher to use; and without, the reason why fewer contexts are recorded than the user asked
// for.
//
// Options for an instrumented JDK fit only one build of a JDK. They must not be in a variable, because JVMs that tests
// start inherit variables, and may be of any JDK. So they are arguments.
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
	var arguments []string
	if j.Arguments != nil {
		arguments = append(a.JDKOptions(), stackOption(*j.Arguments, j.ToolOptions)...)
	}
	return append(list, argumentProperties(arguments)...), nil
}

// argumentProperties returns one property for each of the options that precede the options of the user.
func argumentProperties(options []string) []buildtools.KeyValue {
	var list []buildtools.KeyValue
	for i, option := range options {
		list = append(list, buildtools.KeyValue{Key: fmt.Sprintf("argument.%d", i), Value: option})
	}
	return list
}

// launcher returns the path of the JVM's launcher, or its name if it is not found.
func (j StepJVM) launcher() string {
	if path, err := exec.LookPath(j.Java); err == nil {
		return path
	}
	return j.Java
}

// notRecorded begins a message about a JVM whose JDK classes are not recorded. The reason follows.
const notRecorded = "the classes of its JDK are not recorded: "

// notFromImage is a message about a JVM whose launcher the build chooses.
const notFromImage = `its JVM prints "Picked up JAVA_TOOL_OPTIONS": the build chooses its JDK, so --jdk-image cannot`

// stackOption returns the option for a larger stack of threads. It returns none if one of the texts with the user's
// options sets a size. Without the option a recursion could end earlier than without jprof. Recorded methods take up to
// four times as much stack as without jprof. The same holds for counted methods that do little more than call
// themselves, if HotSpot's first compiler compiles them. If they are interpreted, they take up to twice as much.
func stackOption(own ...string) []string {
	if ownStack().MatchString(strings.Join(own, " ")) {
		return nil
	}
	return []string{"-Xss4m"}
}

// stackOf returns the stackOption for a JVM that reads its options from the environment.
func stackOf(getenv func(string) string) []string {
	return stackOption(getenv(agent.ToolVariable), getenv("JDK_JAVA_OPTIONS"), getenv("_JAVA_OPTIONS"))
}

var ownStack = lazyregexp.New(`-Xss\d|-XX:(Main)?ThreadStackSize=`)

// unfit matches options that keep a JVM from starting if its java.base is replaced.
var unfit = lazyregexp.New(`--patch-module[= ]java\.base=\S*|-Xshare:on|-XX:\+RequireSharedSpaces`)

// conflict returns the reason why the JVM cannot have an instrumented JDK with its options, "" if there is none.
func (j StepJVM) conflict() string {
	if j.Arguments == nil {
		return "the plugin takes no options for its JVMs"
	}
	if option := unfit().FindString(*j.Arguments + " " + j.ToolOptions); option != "" {
		return "the JVM has the option " + strings.TrimSpace(option)
	}
	return ""
}
