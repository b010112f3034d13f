package runs

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/util/jsonerror"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// Run is the content of run.json.
type Run struct {
	ID          string    `json:"id"`
	Label       string    `json:"label,omitempty"`   // the user's name for it
	Tool        string    `json:"tool"`              // version of jprof
	Format      int       `json:"format,omitempty"`  // recordfile.Version when it was written; 0 means 6, of jprof 0.1
	Project     string    `json:"project,omitempty"` // groupId:artifactId of the module in its root, if that was built
	Command     []string  `json:"command"`           // as the user typed it, from the name of the tool or program on
	Dir         string    `json:"dir"`               // the folder of its start, slash path relative to the project
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended"`
	ExitCode    int       `json:"exitCode"`
	Interrupted bool      `json:"interrupted,omitempty"`
	// NotFinished means that jprof entered the run but has not saved it: the run goes on, or jprof failed or was
	// killed. In this state, ExitCode is the exit code of jprof. Incomplete has the reason. If jprof could not write
	// one, Ended equals Started.
	NotFinished bool `json:"notFinished,omitempty"`
	// Refused means that the run is not finished because jprof did not begin it: no build or program has started.
	Refused bool `json:"refused,omitempty"`
	// Running means that the run is not finished because it goes on now (live.Mark).
	Running bool    `json:"-"`
	Rounds  int     `json:"rounds"`        // number of builds: more than one if javac rejected files
	JVMs    int     `json:"jvms"`          // that wrote counts
	JDK     string  `json:"jdk,omitempty"` // the versions of the JVMs that wrote counts
	Commit  *Commit `json:"commit,omitempty"`
	Sets    []Set   `json:"sets"`
	// NotBuilt lists the source sets that the build was to compile and did not, sorted by module and name.
	NotBuilt []NotBuilt `json:"notBuilt,omitempty"`
	// FailedModules has the IDs of the modules in which a step of the build failed, sorted; none if they are not known.
	// With mvn -fn, the exit code of the build is 0 even if there are such modules.
	FailedModules []string `json:"failedModules,omitempty"`
	// TestsFailedIn has those of FailedModules in which a step failed for nothing but failed tests, as far as that is
	// known. A merged run has none: its parts have.
	TestsFailedIn []string `json:"testsFailedIn,omitempty"`
	// CompileErrors has the errors of the compiler in sources of the project, as far as the build has stopped at them:
	// the first ones, in its order.
	CompileErrors []CompileError `json:"compileErrors,omitempty"`
	// Results has the results of the build's tests, nil if it wrote no test reports.
	Results *Results `json:"results,omitempty"`
	// Outcomes has the tests that failed, and what was tested; nil if the build wrote no test reports.
	Outcomes *Outcomes `json:"outcomes,omitempty"`
	// Tests lists the test steps that have counts, sorted by ID.
	Tests []TestStep `json:"tests,omitempty"`
	// Sources is the folder that the paths of the maps are relative to. Around is the folder with all sources, "" if
	// that is Sources. Both are paths with slashes, relative to the project. Mirror is the absolute path of the copy of
	// Sources that was built, "" for none.
	Sources string `json:"sources"`
	Around  string `json:"around,omitempty"`
	Mirror  string `json:"mirror,omitempty"`
	// Title is the title of the report.
	Title string `json:"title"`
	// Unmeasured lists sources that were compiled without counters because of their place: generated sources, and
	// sources outside of the project.
	Unmeasured []Unmeasured `json:"unmeasured,omitempty"`
	// Excluded has the Java files in source roots that the build does not compile, by their paths as in maps. The
	// values are hashes (ExcludedHash). These files are in no total.
	Excluded map[string]string `json:"excluded,omitempty"`
	// Incomplete has the reasons why counts may be missing, one line each.
	Incomplete []string `json:"incomplete,omitempty"`
	// Varying lists the methods whose counts differ between equal runs, if this run was repeated.
	Varying []Method `json:"varying,omitempty"`
	// Repeated has the tests whose counts differ between equal runs by test, nil if these were not compared.
	Repeated *Repeated `json:"repeated,omitempty"`
	// Contexts describes the contexts of a run with contexts, which has no counts; nil for a run with counters.
	Contexts *Contexts `json:"contexts,omitempty"`
	// Files has the SHA-256 of files of the project, in hexadecimal. Each hash is of the text with LF at the end of
	// each line. These are the files that differ from the commit, without the sources in the maps. Without a commit,
	// they are all files. Only runs by test have this map: see package selection.
	Files map[string]string `json:"files,omitempty"`
	// Given has the input of the build beside its files. Only runs by test of 0.3 and later have it: see package
	// selection.
	Given *Given `json:"given,omitempty"`
	// ByTest describes the counts by test, nil if the run was not made by test.
	ByTest *ByTest `json:"byTest,omitempty"`
	// Times describes the samples of a run with --time, nil for other runs. A merged run has none.
	Times *Times `json:"times,omitempty"`
	// Shipped describes the artifacts of a build with --ship, nil for other runs.
	Shipped *Shipped `json:"shipped,omitempty"`
	// Services describes the services whose counts were collected, nil for other runs, and for merged ones.
	Services *Services `json:"services,omitempty"`
	// Shard describes the share of the selected tests that the build was given, nil for all.
	Shard *Shard `json:"shard,omitempty"`
	// Selected describes the tests that a build with --affected selected, nil for other runs.
	Selected *Selected `json:"selected,omitempty"`
	// Totals has the totals of the report that was made with the run, or when it was merged; nil if there are no
	// counts.
	Totals *Totals `json:"totals,omitempty"`
	// Forward describes the parts of an earlier run that this run has, nil if a build or program made it.
	Forward *Forward `json:"carriedForward,omitempty"`
	// Parts has the runs in a merged run, sorted by ID. None of them has parts.
	Parts []Run `json:"parts,omitempty"`
}

// Commit is the state of the user's repository when a run started.
type Commit struct {
	ID     string    `json:"id"`
	Time   time.Time `json:"time"`             // of the commit
	Depth  int       `json:"depth,omitempty"`  // number of commits that lead to it, with itself; 0 in a shallow clone
	Folder string    `json:"folder,omitempty"` // of the project in the repository, a slash path, "" for its root
	Dirty  []string  `json:"dirty,omitempty"`  // files that differ from the commit, slash paths relative to the project
	Branch string    `json:"branch,omitempty"` // that is checked out, or that CI names; "" where neither is known
}

// Given has the input of a build beside the files of its project, if the results of tests may depend on it.
type Given struct {
	JDK     string   `json:"jdk"`               // vendor and version of that which starts the build, "" where not known
	Options []string `json:"options,omitempty"` // see buildtools.Call
	// Variables and Settings have the environment variables that are set, and the user's settings files that exist (see
	// buildtools.Call). The values are the first digits of their SHA-256, in hexadecimal.
	Variables map[string]string `json:"variables,omitempty"`
	Settings  map[string]string `json:"settings,omitempty"`
}

// Method is a method of a report: its file, and its label there.
type Method struct {
	Path  string `json:"path"`
	Label string `json:"label"`
}

// Contexts describes the calling contexts of a run. If several JVMs or runs differ, a text has both values.
type Contexts struct {
	Coverage  string `json:"coverage"`  // app: the project and its libraries; all: the JDK as well; "" without a JVM
	Blocks    string `json:"blocks"`    // exact, fast or calls
	Recursion string `json:"recursion"` // full or folded
	CallSites bool   `json:"callSites,omitempty"`
	Limit     uint64 `json:"limit"` // of the contexts of one JVM
	JVMs      int    `json:"jvms"`  // that recorded
	Nodes     uint64 `json:"nodes"` // contexts of all test steps and threads
	Calls     uint64 `json:"calls"`
	Bytecodes uint64 `json:"bytecodes,omitempty"` // unknown where calls only are recorded
	Lost      uint64 `json:"lost,omitempty"`      // calls beyond the limit, of which only sums by method are known
	Memory    uint64 `json:"memory,omitempty"`    // the approximate bytes of the contexts in the JVMs
	// Unplaced is the number of calls that had not ended and whose place is unknown. They count as if they had ended.
	Unplaced uint64 `json:"unplaced,omitempty"`
	// Unread lists other losses for people, one line each, such as incomplete files of JVMs.
	Unread []string `json:"unread,omitempty"`
}

// Set is a source set of a run.
type Set struct {
	Module   string `json:"module"`
	Name     string `json:"name"`
	Map      string `json:"map"` // file name in maps
	Files    int    `json:"files"`
	Measured int    `json:"measured"`
	// Kind is the kind that the build tool reports. It is empty in runs of jprof 0.2 and earlier.
	Kind probe.Kind `json:"kind,omitempty"`
}

// Totals has the totals of a report over main sources, by the settings at that time.
type Totals struct {
	Methods  Share `json:"methods"`
	Lines    Share `json:"lines"`
	Branches Share `json:"branches"` // their outcomes
}

// Share has the number of all parts of a kind, and of those that were executed.
type Share struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// NotBuilt is a source set that the build should have compiled, and did not.
type NotBuilt struct {
	Module string `json:"module"`
	Name   string `json:"name"`
	File   string `json:"file,omitempty"` // the build file of the module, a slash path relative to the project
	Files  int    `json:"files"`          // its Java files
	// Failed means that its compilation began and failed. Its files are in the totals of the run, as not executed or
	// unmeasured. Without Failed they are in no total.
	Failed bool       `json:"failed,omitempty"`
	Kind   probe.Kind `json:"kind,omitempty"` // as in Set
}

// CompileError is an error of the compiler in a source of the project.
type CompileError struct {
	Path    string `json:"path"` // with slashes, relative to Sources
	Line    int    `json:"line"`
	Column  int    `json:"column,omitempty"` // 0 where it is not known
	Message string `json:"message"`          // may have several lines
}

// Results has numbers of tests. A test that failed at first and passed when it was retried has passed.
type Results struct {
	Tests   int `json:"tests"`
	Failed  int `json:"failed"` // by an assertion or by any other exception
	Skipped int `json:"skipped"`
}

// TestStep is a step of a build that ran tests. The counts of its JVMs are kept apart.
type TestStep struct {
	ID        string `json:"id"` // its name in the counts: the same in each run
	Module    string `json:"module"`
	Plugin    string `json:"plugin"`              // groupId:artifactId:version, or the name of the tool
	Goal      string `json:"goal"`                // or the name of the task
	Execution string `json:"execution,omitempty"` // or the source set of the tests
	Kind      string `json:"kind"`                // see buildtools.Kind
	FailFast  bool   `json:"failFast,omitempty"`  // it stops when tests have failed, and then lacks later tests
}

// Unmeasured describes Java files below a folder that were compiled without counters.
type Unmeasured struct {
	Module string `json:"module"`
	Set    string `json:"set"`
	Path   string `json:"path"` // of the folder, relative to the project if it is in the project
	Reason string `json:"reason"`
	Files  int    `json:"files"`
	// Names has the paths of the files, with slashes and relative to the folder, for patterns of settings. It is empty
	// in runs of jprof 0.2 and earlier.
	Names []string `json:"names,omitempty"`
}

// UnmarshalJSON reads a run.json. In that of an earlier version, Unmeasured has the key "left". All versions write
// exitCode: without it, a run whose build has failed would pass for a good one.
func (r *Run) UnmarshalJSON(data []byte) error {
	type plain Run // without this method
	earlier := struct {
		*plain
		Left     []Unmeasured `json:"left"`
		ExitCode *int         `json:"exitCode"` // in place of that of plain
	}{plain: (*plain)(r)}
	if err := json.Unmarshal(data, &earlier); err != nil {
		if value := (*json.UnmarshalTypeError)(nil); errors.As(err, &value) {
			value.Field = strings.TrimPrefix(value.Field, "plain.")
		}
		return fmt.Errorf("the run %q: %w", r.ID, jsonerror.Plain(err, data))
	}
	if earlier.ExitCode == nil {
		return fmt.Errorf("the run %q has no exitCode", r.ID)
	}
	r.ExitCode = *earlier.ExitCode
	r.Unmeasured = append(r.Unmeasured, earlier.Left...)
	return nil
}

// NewID returns an ID that sorts by time: UTC to the second, and a random part for runs that start within one second.
func NewID(now time.Time) (string, error) {
	var random [3]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	return now.UTC().Format("20060102-150405") + "-" + hex.EncodeToString(random[:]), nil
}

// ids matches IDs that NewID returns.
var ids = lazyregexp.New(`^[0-9]{8}-[0-9]{6}-[0-9a-f]{6}$`)

// names matches IDs and labels. They are valid names of files on any system.
var names = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9._+-]{0,99}$`)

// ValidName reports whether a text can be the ID or the label of a run.
func ValidName(s string) bool { return names().MatchString(s) }

// CheckLabel returns an error for a text that users cannot give a run as its label; "" is none.
func CheckLabel(label string) error {
	switch {
	case label != "" && !ValidName(label):
		return term.Errorf("labels are made of letters, digits, and . _ + -", "%q is not a label", label)
	case ids().MatchString(label):
		return term.Errorf("give the run another label", "%q is the ID of a run, not a label", label)
	}
	return nil
}

// AllVarying returns the methods that the field Varying of the run, or of one of its parts, lists.
func (r Run) AllVarying() map[Method]bool {
	all := map[Method]bool{}
	for _, leaf := range r.Leaves() {
		for _, m := range leaf.Varying {
			all[m] = true
		}
	}
	return all
}

// IsBuild reports whether a build tool made the run, not jprof run. It returns false for a merged or collected run.
func (r Run) IsBuild() bool {
	return len(r.Parts) == 0 && len(r.Command) > 0 && !paths.IsJava(r.Command[0]) && !r.IsOther()
}

// FromJVMs is the first word of the command of a run that was made of what JVMs have recorded that jprof did not start.
// The names of their programs follow.
const FromJVMs = "java"

// IsOther reports whether jprof did not start the JVMs of the run.
func (r Run) IsOther() bool {
	return len(r.Parts) == 0 && len(r.Command) > 0 && (r.Command[0] == FromJVMs || r.Services != nil)
}

// Again returns a command that repeats the run with options of jprof, such as jprof gradle --by-test test. For a merged
// run, which has no command of its own, it returns an example for each build tool. If builds is true, only builds have
// the options, and Again returns such examples for the run of a program, too.
func (r Run) Again(options string, builds bool) string {
	switch {
	case r.IsBuild():
		return words.Spaced("jprof", words.Command(r.Command[:1]), options, words.Command(r.Command[1:]))
	case r.IsOther() && r.IsContexts():
		return "jprof attach PID, or jprof agent"
	case len(r.Parts) == 0 && !r.IsOther() && len(r.Command) > 0 && !builds:
		return words.Spaced("jprof run", options, words.Command(r.Command))
	}
	return fmt.Sprintf("jprof mvn %s verify, jprof gradle %s test", options, options)
}

// IsContexts reports whether the run was made with contexts, so without counters. It may have recorded none.
func (r Run) IsContexts() bool { return r.Contexts != nil }

// IsCounts reports whether the run was made to count. It may have no counts.
func (r Run) IsCounts() bool { return !r.IsContexts() }

// HasCounts reports whether JVMs of the run have written counts.
func (r Run) HasCounts() bool { return r.JVMs > 0 }

// HasContexts reports whether JVMs of the run have recorded contexts.
func (r Run) HasContexts() bool { return r.IsContexts() && r.Contexts.JVMs > 0 }

// hasData reports whether the run has counts, or contexts if it was made for them.
func (r Run) hasData() bool { return r.HasCounts() || r.HasContexts() }

// kinds returns the kinds of source sets, which maps do not have. If the runs in r give different kinds, the last one
// counts.
func (r Run) kinds() map[setName]probe.Kind {
	kinds := map[setName]probe.Kind{}
	for _, leaf := range r.Leaves() {
		for _, s := range leaf.Sets {
			of := setName{s.Module, s.Name}
			kinds[of] = cmp.Or(s.Kind, kinds[of])
		}
	}
	return kinds
}

// Failed reports whether the build or program has failed, was interrupted, or is not known to have ended.
func (r Run) Failed() bool {
	return r.ExitCode != 0 || r.Interrupted || r.NotFinished || len(r.FailedModules) > 0
}

// Took returns the duration of the run for people, "–" if jprof did not begin it or its end is not known.
func (r Run) Took() string {
	if len(r.Parts) == 0 && (r.Refused || r.NotFinished && len(r.Incomplete) == 0) {
		return "–"
	}
	return words.Duration(r.Duration())
}

// Duration returns the duration of the run. For a merged run, it is the sum over its runs.
func (r Run) Duration() time.Duration {
	var d time.Duration
	for _, leaf := range r.Leaves() {
		d += max(0, leaf.Ended.Sub(leaf.Started))
	}
	return d
}

// Leaves lists the parts of a merged run, or the run itself if it is not merged.
func (r Run) Leaves() []Run {
	if len(r.Parts) > 0 {
		return r.Parts
	}
	return []Run{r}
}

// FolderOf returns the name of the folder that usually has the test reports of a test step, "" for an unknown step.
func (r Run) FolderOf(step string) string {
	for _, t := range r.Tests {
		if t.ID == step {
			return t.Module[strings.LastIndexByte(t.Module, ':')+1:]
		}
	}
	return ""
}
