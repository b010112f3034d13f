package buildtools

import "context"

// Build makes the commands, hooks and findings of one call of its tool. It runs nothing.
type Build interface {
	// About returns the facts that follow from the arguments.
	About() Call
	// Plain returns the command as the user typed it, in the user's folder.
	Plain() (Command, error)
	// Hooks returns the ways to make compilers read instrumented sources, the preferred one first. The next one is
	// tried if a build that compiles something succeeds and its hook has reported no module (Events.Built).
	Hooks() []Hook
	// Examine returns, for jprof doctor, the programs that would run, and the sources that they would compile.
	Examine(ctx context.Context, e Examiner) Examination
}

// Call describes a call of a build tool, read from its arguments: the project, and what the tool will do.
type Call struct {
	// Project is the project of the call. It is empty if AsTyped is set.
	Project Project
	// AsTyped means that there is nothing to count, and no copy to make: the tool only prints something, or writes into
	// the user's own tree on purpose.
	AsTyped bool
	// Compiles means that the call probably compiles something, so that it is an error if nothing was instrumented.
	Compiles bool
	// Options are those arguments that may change what tests do, profiles and properties, in one form for each, sorted.
	Options []string
	// Settings are files outside of the project that may do so, keyed by a description of each. They need not be there.
	Settings map[string]string
}

// Hook is a way to give the compilers of a build instrumented sources. There are two kinds. A hook that the tool loads
// calls jprof internal-instrument before each compilation and writes events; it finds all that it needs in the hook
// file (HookFile). An in-place hook is not loaded by the tool: jprof instruments declared sources in the mirror itself,
// in place of the originals.
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
	// Output is the output of a build with an in-place hook. It is "" for others, whose output jprof does not read.
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
	// InCopy calls use with a temporary copy of the project: for tools that write into their folder.
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
	What  string // that was found: Maven
	Under bool   // it belongs to the last finding that is under none
	Text  string
	Err   error // a problem; Text is not used then
}
