package report

import (
	"slices"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/testreports"
	"jprof/internal/java/decl"
)

// RunInfo describes the run that the counts come from.
type RunInfo struct {
	ID       string
	Label    string   // the label that the user gave it, "" for none
	Command  []string // as the user typed it
	Start    time.Time
	Tool     string // version of jprof
	ExitCode int    // of the user's command
	JVMs     int    // number of JVMs that wrote counts
	Commit   string // ID of the commit of the sources, "" if it is not known, or there are several
	Changed  int    // number of files that differed from the commit
	Build    bool   // true for a build tool, false for a program
	// Failed lists the builds and programs that failed; for a merged run, those of its parts.
	Failed []FailedRun
	// Part names the part of the tests that it has: an argument of the build, or a shard; "" for all.
	Part string
	// Carried has the number of tests carried over from an earlier run, and the name of that run; "" for none.
	Carried string
	// Forwarded lists the runs with parts that were carried forward to this merged run.
	Forwarded []Forwarded
	// Tests has the numbers of executed tests, all 0 without test reports.
	Tests TestResults
	// NotBuilt lists source sets that were to be compiled and were not, by module and name.
	NotBuilt []NotBuilt
	// Shards lists the selections of tests that were divided into shards, with the shards that are missing.
	Shards []Shards
	// Saturated is true if a counter has reached 2^63-1: see Model.Saturated.
	Saturated bool
	// OmittedFolders lists folders of sources that were compiled without counters: they are in no number of the model.
	// Those that the user excludes are in ExcludedFolders instead, with the exclusion as the reason.
	OmittedFolders, ExcludedFolders []SourceFolder
}

// Forwarded is a run of which a merged run has those parts that its other runs lack.
type Forwarded struct {
	Run   string        // the ID
	Label string        // "" for none
	Age   time.Duration // the time from its start to that of the newest other run
	Parts []string      // names of test steps and source sets
}

// SourceFolder is a folder of sources without counters.
type SourceFolder struct {
	Module, Set string
	Path        string
	Reason      string
	Files       int
	Names       []string // of the files, slash paths from the folder; empty for runs of jprof 0.2 and earlier
}

// OmittedSources returns the number of sources in OmittedFolders. A folder that several runs have counts once, with the
// highest number of sources.
func (r RunInfo) OmittedSources() int {
	most, n := map[[3]string]int{}, 0
	for _, f := range r.OmittedFolders {
		key := [3]string{f.Module, f.Set, f.Path}
		n += max(0, f.Files-most[key])
		most[key] = max(most[key], f.Files)
	}
	return n
}

// Pos is a place in a source file: byte offset, and line counted from 1.
type Pos = probe.Pos

// Span is a half-open range of a source file.
type Span = probe.Span

// Model holds every number of a report. It is read-only once built.
type Model struct {
	Title      string
	Run        RunInfo
	Totals     Totals   // of the main sources; of the test sources if there are no main sources
	TestTotals Totals   // of the test sources if there are main sources
	Files      []*File  // by path; versions of one path follow one another
	Classes    []*Class // top-level classes, most executions first
	Omitted    []OmittedPart
	Problems   []Problem
	Dropped    []Dropped // counts of Input.Older for code that the sources no longer have
	Warnings   []Problem // about comments in the sources that have no effect, or an unexpected one
	// Origins lists the origins that By distinguishes, ascending. It has those of own and other modules if there are
	// test steps and several modules, and those of unit and integration tests if there are steps of both kinds.
	Origins []Origin

	// ReadSource returns the bytes of a file as they were when it was instrumented; package source decodes them.
	// Several goroutines may call it at a time.
	ReadSource func(path string, hash [32]byte) ([]byte, error)
	// ReadTests returns the tests that the build has run; nil if none are known.
	ReadTests func() []testreports.Suite
}

// TestSuites returns the results of the tests that the build has run, nil if none are known.
func (m *Model) TestSuites() []testreports.Suite {
	if m.ReadTests == nil {
		return nil
	}
	return m.ReadTests()
}

// SaturatedNote explains the effect of Model.Saturated.
const SaturatedNote = "counts have reached the maximum, 9,223,372,036,854,775,807: the true counts may be higher"

// Saturated reports whether counts have reached 2^63-1, the highest count: true counts may be higher.
func (m *Model) Saturated() bool {
	return m.Run.Saturated || slices.ContainsFunc([]Totals{m.Totals, m.TestTotals}, func(t Totals) bool {
		return t.Invocations == MaxCount || t.Executed == MaxCount
	})
}

// SetName names a source set of a module.
type SetName struct {
	Module string // groupId:artifactId, or "" without a build tool
	Name   string // "main", "test", or "main:EXECUTION"
	Test   bool   // it holds tests, or helpers of tests: see probe.Kind
}

// File is one version of a source file with its counts. Several source sets that compile the same bytes have one File,
// with their counts added up.
type File struct {
	Path     string // slash path, relative to the root of the project
	Package  string // dotted name, "" for the unnamed package
	Hash     [32]byte
	Encoding string
	Sets     []SetName // source sets that compile it, sorted
	Version  int       // number of the version, 1 to Versions, among the files with this path
	Versions int       // more than 1 if source sets compiled different bytes, or measured them differently
	Measured bool      // if false, nothing in it is counted or shown; Omitted has the reason

	Classes     []*Class // top-level classes, in the order of the source
	Methods     []Method
	Blocks      []Block
	Regions     []Region
	Expressions []Expression
	Branches    []Branch
	Omitted     []Part // in the order of the source, no two overlap
	Totals      Totals

	Types   []probe.Type
	ClassOf []*Class // the top-level class of each type
	// BodyNames reads the source, and returns a name for each anonymous class in Types, "" for the others: CONSTANT of
	// the body of a constant of an enum, else "new Type". It is nil, or returns no names, if they are not known.
	BodyNames func() []string
}

// Part is an omitted part of a file: its counts are not shown.
type Part struct {
	Span     Span
	Reason   string
	Excluded bool // hidden by the user, not unmeasured
	Whole    bool // it is the whole file
	Method   bool // it is a method that is not in File.Methods, as it could not be counted
}

// Class is a top-level class, interface, enum, record or annotation type. All numbers include the
// classes nested in it, local and anonymous ones as well.
type Class struct {
	Name      string // simple name
	File      *File
	Methods   []int // indices in File.Methods, in the order of the source
	Totals    Totals
	Hottest   int   // index in File.Blocks of the block entered most often, -1 for none
	Line      int   // line of its declaration
	OmittedBy *Part // the part that omits the whole class, nil for none
}

// Method is a method, constructor or initialiser with a body.
type Method struct {
	// Metrics include lambdas, but not methods of classes within the method. An omitted method has Invocations, too,
	// but no sum includes them.
	Metrics

	Class    *Class // the top-level class around it
	Label    string // Outer$Inner::name(parameters), or Outer::static {...}, Outer::{...}
	Span     Span
	Name     Pos // start of its name
	Hottest  int // index in File.Blocks, -1 for none
	Measured bool
	Varies   bool // its counts differ between equal runs
	By       *By  // see Totals.By; nil if the model has no origins

	Type int32   // index in File.Types
	Hash [8]byte // see probe.Method
	Kind probe.MethodKind
}

// Block is a sequence of statements that is entered as a whole.
type Block struct {
	Kind     string // "body", "then", "loop", ...
	Class    *Class // nil if it is outside of all classes
	Method   int    // index in File.Methods of the innermost method around it, -1 for none
	Parent   int    // index in File.Blocks of the innermost block around it, -1 for none
	Span     Span
	Count    uint64 // entries
	Measured bool
}

// Region is a run of statements of one block that have the same count. If an exception left a region of the map, there
// is one region for the statements before and one for those after.
type Region struct {
	Block      int // index in File.Blocks
	Span       Span
	Count      uint64
	Statements []Span // ascending
	Measured   bool
	Split      bool // an exception came before its first statement: otherwise it would be part of another region
}

// Expression is a part of a statement that starts on a line of its own and has a count of its own: see
// probe.Expression.
type Expression struct {
	Block    int // index in File.Blocks
	Span     Span
	Count    uint64
	Measured bool
}

// Branch is a place where execution goes one way or another.
type Branch struct {
	Kind        string // "condition", "loop", "case", "default" or "catch": see probe.BranchKind
	Outcomes    int    // 2, or 1: then False has no meaning
	Block       int    // index in File.Blocks, -1 for none
	Span        Span
	True, False uint64
	Reached     bool // execution has reached it; if not, no outcome was possible
	Measured    bool
}

// OmittedPart is an entry of the list of unmeasured and excluded code.
type OmittedPart struct {
	File *File
	Part
}

// Dropped is a method of another version of a source whose counts are in no number of the report, or the code of that
// version that is in no method.
type Dropped struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	What   string `json:"what"`  // the label of the method, or "outside of methods"
	Title  string `json:"-"`     // for people: the title of the method, or What
	Method bool   `json:"-"`     // true for a method
	Count  uint64 `json:"count"` // invocations of the method, or executions of the statements of other code
	Reason string `json:"reason"`
}

// Problem is a message about a place. In Model.Problems it is a failed self-check: an impossible number in the report.
type Problem struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Qualified returns the name of the class with its package.
func (c *Class) Qualified() string { return decl.Qualified(c.File.Package, c.Name) }

// Measured reports whether counts of the class are shown.
func (c *Class) Measured() bool { return c.OmittedBy == nil }
