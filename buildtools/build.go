package buildtools

import "context"

// Build is one call of a build tool.
type Build interface {
	// About returns what is known of the call before it runs.
	About() Call
	// Plain returns the command as the user typed it, in the user's folder.
	Plain() (Command, error)
	// Hooks returns the ways to have the compilers read instrumented sources, the preferred one first. The next one
	// is tried where a build that compiles something succeeds and its hook has reported no module (Events.Built).
	Hooks() []Hook
	// Examine finds out for jprof doctor what would run, and which sources it would compile.
	Examine(ctx context.Context, e Examiner) Examination
}

// Call is what a build tool was asked for.
type Call struct {
	// Project is what the call builds. It is empty if AsTyped is set.
	Project Project
	// AsTyped says that there is nothing to count, and no copy to make: the tool only prints something, or its
	// purpose is to write into the user's own tree.
	AsTyped bool
	// Compiles says that the call can be expected to compile something, so that it is an error if nothing was
	// instrumented.
	Compiles bool
}

// Hook is a way to have the compilers of a build read instrumented sources. There are two kinds. A hook that the tool
// loads calls jprof internal-instrument before each compilation and writes events; it finds all that it needs in the
// hook file (HookFile). A hook in place does without the tool: jprof instruments declared sources in the mirror itself,
// where the originals would be.
type Hook interface {
	// InPlace returns the source sets to instrument in the mirror, and reports whether the hook is one in place.
	InPlace() ([]SourceSet, bool)
	// Command returns the user's command as it runs in the mirror, with what loads the hook.
	Command(ctx context.Context, site Site) (Command, error)
	// Events returns what became of a round. It knows how to read the messages of compilers (Failure.Rejections).
	Events(ctx context.Context, site Site, round Round) (Events, error)
}

// Site is where a build runs, and what a tool may use there. All paths are absolute.
type Site struct {
	Mirror   string // the copy of Project.Root
	Own      string // a folder for what the tool keeps for this project between builds
	Cache    string // a folder for what the tool keeps for all projects
	HookFile string // see HookFile
	Events   string // the folder that the hook writes events to: see ReadEvents
	Run      Output
}

// Round is one execution of the user's build.
type Round struct {
	ExitCode    int
	Interrupted bool // by the user
	// Output is what a build with a hook in place has printed. It is "" for others, whose output jprof does not read.
	Output string
	// Again runs the command once more, and returns all that it prints.
	Again func() (string, error)
}

// Failed reports whether the build has failed by itself.
func (r Round) Failed() bool { return r.ExitCode != 0 && !r.Interrupted }

// Examiner is what Build.Examine may use.
type Examiner struct {
	Cache string // as in Site
	Run   Output
	// InCopy calls use with a copy of the project that is gone afterwards: for tools that write where they run.
	InCopy func(use func(Site) error) error
}

// Examination is what Build.Examine has found.
type Examination struct {
	Findings []Finding
	Sets     []SourceSet
	As       string // where Sets are from, with the verb for them: "the poms declare"
}

// Finding is a line of jprof doctor.
type Finding struct {
	What  string // that was found: Maven
	Under bool   // it belongs to the last finding that is under none
	Text  string
	Err   error // a problem; Text is not used then
}
