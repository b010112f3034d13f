package buildtools

import "context"

// Build makes the commands, hooks and findings of one call of its tool. It runs nothing.
type Build interface {
	// About returns the facts that follow from the arguments.
	About() Call
	// Plain returns the command as the user typed it, in the user's folder.
	Plain() (Command, error)
	// Hooks returns the ways to make compilers read instrumented sources, the preferred one first. If a build that
	// compiles something succeeds, and its hook has reported no module (Events.Built), the next way is tried.
	Hooks() []Hook
	// Examine returns, for jprof doctor, the programs that would run, and the sources that they would compile.
	Examine(ctx context.Context, e Examiner) Examination
}

// Call describes a call of a build tool, read from its arguments: the project, and what the tool will do.
type Call struct {
	// Project is the project of the call. It is empty if AsTyped is set.
	Project Project
	// AsTyped means that there is nothing to count, and no copy to make. The tool only prints something, or writes into
	// the user's own tree on purpose.
	AsTyped bool
	// Compiles means that the call probably compiles something. Then it is an error if nothing was instrumented.
	Compiles bool
	// Options are the arguments that may change the behaviour of tests: profiles and properties. Each is there in one
	// form, and they are sorted.
	Options []string
	// Settings are files outside of the project that may change the behaviour of tests, keyed by a description of each.
	// The files need not exist.
	Settings map[string]string
}

// Hook is a way to give the compilers of a build instrumented sources. There are two kinds. The tool loads the first
// kind, which calls jprof internal-instrument before each compilation and writes events. Such a hook finds its settings
// in the hook file (HookFile). The tool does not load the second kind, an in-place hook: jprof instruments declared
// sources in the mirror itself, in place of the originals.
type Hook interface {
	// InPlace reports whether the hook is an in-place hook, and returns the source sets to instrument in the mirror.
	InPlace() ([]SourceSet, bool)
	// Command returns the user's command for the mirror, with the arguments that load the hook.
	Command(ctx context.Context, site Site) (Command, error)
	// Events returns the events of a round, with the rejections in the messages of compilers (Failure.Rejections).
	Events(ctx context.Context, site Site, round Round) (Events, error)
}

// Site is the place of a build, with the folders that a tool may use. All paths are absolute.
type Site struct {
	Mirror   string // the copy of Project.Root
	Own      string // a folder for files that the tool keeps for this project between builds
	Cache    string // a folder for files that the tool keeps for all projects
	HookFile string // see HookFile
	Events   string // the folder that the hook writes events to: see ReadEvents
	Run      Output
}

// Round is one execution of the user's build.
type Round struct {
	ExitCode    int
	Interrupted bool // by the user
	// Output is the output of a build with an in-place hook. It is "" for other builds, because jprof does not read
	// their output.
	Output string
	// Again runs the command once more, and returns all that it prints.
	Again func() (string, error)
}

// Failed reports whether the build has failed by itself.
func (r Round) Failed() bool { return r.ExitCode != 0 && !r.Interrupted }

// Examiner has the functions for Build.Examine.
type Examiner struct {
	Cache string // as in Site
	Run   Output
	// InCopy makes a temporary copy of the project, and passes it to the given function. It is for tools that write
	// into their folder.
	InCopy func(use func(Site) error) error
}

// Examination is the result of Build.Examine.
type Examination struct {
	Findings []Finding
	Sets     []SourceSet
	As       string // subject and verb for messages about Sets: "the poms declare"
}

// Finding is a line of jprof doctor.
type Finding struct {
	What  string // the thing that was found: Maven
	Under bool   // the finding is a detail of the last one before it that is not Under
	Text  string
	Err   error // a problem; Text is not used then
}
