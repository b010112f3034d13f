package runs

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// Run is the content of run.json.
type Run struct {
	ID          string    `json:"id"`
	Label       string    `json:"label,omitempty"`   // the user's name for it
	Tool        string    `json:"tool"`              // version of jprof
	Format      int       `json:"format,omitempty"`  // recordfile.Version of that time; 0 of jprof 0.1, which had 6
	Project     string    `json:"project,omitempty"` // the module in its root, groupId:artifactId, where that was built
	Command     []string  `json:"command"`           // as the user typed it, from the name of the tool or program on
	Dir         string    `json:"dir"`               // the folder of its start, slash path relative to the project
	Started     time.Time `json:"started"`
	Ended       time.Time `json:"ended"`
	ExitCode    int       `json:"exitCode"`
	Interrupted bool      `json:"interrupted,omitempty"`
	// NotFinished means that jprof has noted the run and not saved it: it runs, or jprof has failed or was killed. Then
	// ExitCode is that of jprof, and Incomplete has the reason, if jprof could write one; else Ended is Started.
	NotFinished bool `json:"notFinished,omitempty"`
	// Refused means that it is not finished because jprof did not begin it: no build or program has started.
	Refused bool    `json:"refused,omitempty"`
	Rounds  int     `json:"rounds"`        // number of builds: more than one if javac rejected files
	JVMs    int     `json:"jvms"`          // that wrote counts
	JDK     string  `json:"jdk,omitempty"` // the versions of the JVMs that wrote counts
	Commit  *Commit `json:"commit,omitempty"`
	Sets    []Set   `json:"sets"`
	// NotBuilt are the source sets that the build was to compile and did not, by module and name.
	NotBuilt []NotBuilt `json:"notBuilt,omitempty"`
	// FailedModules are the IDs of the modules in which a step of the build failed, sorted; none where that is not
	// known.
	FailedModules []string `json:"failedModules,omitempty"`
	// Results are those of the tests of the build; nil where it wrote no test reports.
	Results *Results `json:"results,omitempty"`
	// Tests are the test steps that have counts, by ascending ID.
	Tests []TestStep `json:"tests,omitempty"`
	// Sources is the folder that the paths of the maps start at, a slash path relative to the
	// project, and Mirror the copy of it that was built, an absolute path, "" for none. Around is the folder that all
	// sources lie in, a slash path relative to the project, "" where that is Sources.
	Sources string `json:"sources"`
	Around  string `json:"around,omitempty"`
	Mirror  string `json:"mirror,omitempty"`
	// Title is the title of the report.
	Title string `json:"title"`
	// Unmeasured are sources that were compiled without counters because of where they are: generated ones, and those
	// that are not in the project.
	Unmeasured []Unmeasured `json:"unmeasured,omitempty"`
	// Excluded has the hashes (ExcludedHash) of Java files in source roots that the build does not compile, by their
	// paths as in maps. They are in no total.
	Excluded map[string]string `json:"excluded,omitempty"`
	// Incomplete says why counts may be missing, one line each.
	Incomplete []string `json:"incomplete,omitempty"`
	// Varying are the methods that had other counts in equal runs, where it was one of several of them.
	Varying []Method `json:"varying,omitempty"`
	// Repeated are the tests that had other counts in equal runs by test; nil where they were not compared.
	Repeated *Repeated `json:"repeated,omitempty"`
	// Contexts describes the contexts of a run, which it has in place of counts; nil for one with counters.
	Contexts *Contexts `json:"contexts,omitempty"`
	// Files has the SHA-256, in hexadecimal and with LF as the end of each line, of files of the project that differ
	// from the commit, and without a commit of all, but for the sources in the maps. Only runs by test have it: see
	// selection.
	Files map[string]string `json:"files,omitempty"`
	// Given holds the input of the build beside its files. Only runs by test of 0.3 and later have it: see selection.
	Given *Given `json:"given,omitempty"`
	// ByTest describes the counts by test of a run; nil where it was not run by test.
	ByTest *ByTest `json:"byTest,omitempty"`
	// Times describes the samples of a run with --time; nil where it was run without. A merged run has none.
	Times *Times `json:"times,omitempty"`
	// Totals are those of the report that was made with the run, or when it was merged; nil without counts.
	Totals *Totals `json:"totals,omitempty"`
	// Parts are the runs that were merged, by ascending ID; none of them has parts.
	Parts []Run `json:"parts,omitempty"`
}

// Commit is the state of the user's repository when a run started.
type Commit struct {
	ID     string    `json:"id"`
	Time   time.Time `json:"time"`             // of the commit
	Depth  int       `json:"depth,omitempty"`  // number of commits that lead to it, with itself; 0 in a shallow clone
	Folder string    `json:"folder,omitempty"` // of the project in the repository, a slash path, "" for its root
	Dirty  []string  `json:"dirty,omitempty"`  // files that differ from the commit, slash paths relative to the project
}

// Given holds the input of a build beside the files of its project, as far as the results of tests may depend on it.
type Given struct {
	JDK     string   `json:"jdk"`               // vendor and version of that which starts the build, "" where not known
	Options []string `json:"options,omitempty"` // see buildtools.Call
	// Variables and Settings have the start of the SHA-256, in hexadecimal, of environment variables and of files of
	// the user (buildtools.Call) that are set or there.
	Variables map[string]string `json:"variables,omitempty"`
	Settings  map[string]string `json:"settings,omitempty"`
}

// Method is a method of a report: its file, and its label there.
type Method struct {
	Path  string `json:"path"`
	Label string `json:"label"`
}

// Contexts describes the calling contexts of a run. Where several JVMs or runs differ, it has both values.
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
	Lost      uint64 `json:"lost,omitempty"`      // calls beyond the limit: of these only sums by method are known
	Memory    uint64 `json:"memory,omitempty"`    // about the bytes of the contexts in a JVM
	// Unplaced is the number of calls that had not ended, at an unknown place: they count as if they had.
	Unplaced uint64 `json:"unplaced,omitempty"`
	// Unread lists other losses for people, a line each: files of JVMs that are not whole, and the like.
	Unread []string `json:"unread,omitempty"`
}

// Set is a source set of a run.
type Set struct {
	Module   string `json:"module"`
	Name     string `json:"name"`
	Map      string `json:"map"` // file name in maps
	Files    int    `json:"files"`
	Measured int    `json:"measured"`
	// Kind is the kind that the build tool said; "" of jprof 0.2 and earlier.
	Kind probe.Kind `json:"kind,omitempty"`
}

// Totals are the totals of a report, of main sources, by the settings of its time.
type Totals struct {
	Methods  Share `json:"methods"`
	Lines    Share `json:"lines"`
	Branches Share `json:"branches"` // their outcomes
}

// Share has the numbers of executed and of all parts of a kind.
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

// Results are numbers of tests. A test that failed at first and passed when it was run again has passed.
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
	FailFast  bool   `json:"failFast,omitempty"`  // it stops when tests have failed, and then lacks those that follow
}

// Unmeasured are Java files below a folder that were compiled without counters.
type Unmeasured struct {
	Module string `json:"module"`
	Set    string `json:"set"`
	Path   string `json:"path"` // of the folder, relative to the project where it is in it
	Reason string `json:"reason"`
	Files  int    `json:"files"`
	// Names are the files, slash paths from the folder, for patterns of settings; none of jprof 0.2 and earlier.
	Names []string `json:"names,omitempty"`
}

// UnmarshalJSON reads a run.json, also one of an earlier version, with the key left for Unmeasured.
func (r *Run) UnmarshalJSON(data []byte) error {
	type plain Run // without this method
	earlier := struct {
		*plain
		Left []Unmeasured `json:"left"`
	}{plain: (*plain)(r)}
	if err := json.Unmarshal(data, &earlier); err != nil {
		return err
	}
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

// ids matches what NewID returns.
var ids = lazyregexp.New(`^[0-9]{8}-[0-9]{6}-[0-9a-f]{6}$`)

// names matches IDs and labels: a file name on any system, and no path.
var names = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9._+-]{0,99}$`)

// ValidName reports whether a text can be the ID or the label of a run.
func ValidName(s string) bool { return names().MatchString(s) }

// AllVarying is the set of methods that vary by the run or by one that is in it.
func (r Run) AllVarying() map[Method]bool {
	all := map[Method]bool{}
	for _, leaf := range r.Leaves() {
		for _, m := range leaf.Varying {
			all[m] = true
		}
	}
	return all
}

// IsBuild reports whether it was a build tool that ran, not a program of jprof run. A merged run is neither.
func (r Run) IsBuild() bool {
	return len(r.Parts) == 0 && len(r.Command) > 0 && !paths.IsJava(r.Command[0])
}

// Again is the command that repeats the run with options of jprof: jprof gradle --by-test test. A merged run has no
// command of its own: it is an example for each build tool then. So it is for a program, where the options are for
// builds only.
func (r Run) Again(options string, builds bool) string {
	switch {
	case r.IsBuild():
		tool, args := words.Command(r.Command[:1]), words.Command(r.Command[1:])
		return strings.TrimSpace("jprof " + tool + " " + options + " " + args)
	case len(r.Parts) == 0 && len(r.Command) > 0 && !builds:
		return "jprof run " + options + " " + words.Command(r.Command)
	}
	return fmt.Sprintf("jprof mvn %s verify, jprof gradle %s test", options, options)
}

// IsContexts reports whether it was run with contexts, so without counters. It may have recorded none.
func (r Run) IsContexts() bool { return r.Contexts != nil }

// IsCounts reports whether it was made to count. It may have no counts.
func (r Run) IsCounts() bool { return !r.IsContexts() }

// HasCounts reports whether JVMs of the run have written counts.
func (r Run) HasCounts() bool { return r.JVMs > 0 }

// HasContexts reports whether JVMs of the run have recorded contexts.
func (r Run) HasContexts() bool { return r.IsContexts() && r.Contexts.JVMs > 0 }

// kindOf is the kind of a source set, as the last of the runs in it says that knows it. Maps do not have it.
func (r Run) kindOf(module, name string) probe.Kind {
	var kind probe.Kind
	for _, leaf := range r.Leaves() {
		for _, s := range leaf.Sets {
			if s.Module == module && s.Name == name {
				kind = cmp.Or(s.Kind, kind)
			}
		}
	}
	return kind
}

// Failed reports whether the build or program has failed, was interrupted, or is not known to have ended.
func (r Run) Failed() bool {
	return r.ExitCode != 0 || r.Interrupted || r.NotFinished || len(r.FailedModules) > 0
}

// Took returns the time of the run, for people; "–" if jprof did not begin it, or its end is not known.
func (r Run) Took() string {
	if len(r.Parts) == 0 && (r.Refused || r.NotFinished && len(r.Incomplete) == 0) {
		return "–"
	}
	return words.Duration(r.Duration())
}

// Duration returns the time of the run; of a merged run, of all runs in it together.
func (r Run) Duration() time.Duration {
	var d time.Duration
	for _, leaf := range r.Leaves() {
		d += max(0, leaf.Ended.Sub(leaf.Started))
	}
	return d
}

// Leaves lists the runs that are not merged: the parts of a merged run, else the run itself.
func (r Run) Leaves() []Run {
	if len(r.Parts) > 0 {
		return r.Parts
	}
	return []Run{r}
}

// FolderOf is the name of the folder that the test reports of a test step are mostly in, "" for an unknown step.
func (r Run) FolderOf(step string) string {
	for _, t := range r.Tests {
		if t.ID == step {
			return t.Module[strings.LastIndexByte(t.Module, ':')+1:]
		}
	}
	return ""
}
