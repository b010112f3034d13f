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
	Label    string   // the user's name for it, "" for none
	Command  []string // as the user typed it
	Start    time.Time
	Tool     string // version of jprof
	ExitCode int    // of the user's command
	JVMs     int    // number of JVMs that wrote counts
	Commit   string // ID of the commit of the sources, "" where it is not known, or there are several
	Changed  int    // files that differed from the commit
	Build    bool   // of a build tool; else it was a program
	// Failed are the builds and programs that failed; of a merged run, those of its parts.
	Failed []FailedRun
	// Carried gives the number of tests carried over from an earlier run, and names that run; "" for none.
	Carried string
	// Tests are the numbers of executed tests: all 0 without test reports.
	Tests TestResults
	// NotBuilt are source sets that were to be compiled and were not, by module and name.
	NotBuilt []NotBuilt
	// Saturated means that a counter has reached 2^63-1: see Model.Saturated.
	Saturated bool
	// OmittedFolders are folders of sources that were compiled without counters: they are in no number of the model.
	// Those that the user excludes are in ExcludedFolders, with that as the reason.
	OmittedFolders, ExcludedFolders []SourceFolder
}

// SourceFolder is a folder of sources without counters.
type SourceFolder struct {
	Module, Set string
	Path        string
	Reason      string
	Files       int
	Names       []string // of the files, slash paths from the folder; of runs of jprof 0.2 and earlier none
}

// OmittedSources returns the number of sources in OmittedFolders. A folder that several runs name counts once, with the
// most that one of them has.
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
	Totals     Totals   // of the main sources; of the test sources where there are no others
	TestTotals Totals   // of the test sources beside main sources
	Files      []*File  // by path; versions of one path follow one another
	Classes    []*Class // top-level classes, most executions first
	Omitted    []OmittedPart
	Problems   []Problem
	Dropped    []Dropped // counts of Input.Older for code that the sources no longer have
	Warnings   []Problem // comments in the sources that have no effect, or another one than they seem to have
	// Origins are the origins that By distinguishes, ascending: own and other modules' tests if there are test steps
	// and several modules, unit and integration tests if there are steps of both kinds.
	Origins []Origin

	// ReadSource gives the bytes of a file as they were when it was instrumented: package source decodes them. Several
	// goroutines may call it at a time.
	ReadSource func(path string, hash [32]byte) ([]byte, error)
	// ReadTests gives the tests that the build has run; nil for none that are known.
	ReadTests func() []testreports.Suite
}

// TestSuites reads the results of the tests that the build has run, nil for none that are known.
func (m *Model) TestSuites() []testreports.Suite {
	if m.ReadTests == nil {
		return nil
	}
	return m.ReadTests()
}

// SaturatedNote explains Model.Saturated.
const SaturatedNote = "counts have reached the maximum, 9,223,372,036,854,775,807: the true counts may be higher"

// Saturated reports whether counts have reached 2^63-1, where they end: true counts may be higher.
func (m *Model) Saturated() bool {
	return m.Run.Saturated || slices.ContainsFunc([]Totals{m.Totals, m.TestTotals}, func(t Totals) bool {
		return t.Invocations == MaxCount || t.Executed == MaxCount
	})
}

// SetName names a source set of a module.
type SetName struct {
	Module string // groupId:artifactId, or "" where there is no build tool
	Name   string // "main", "test", or "main:EXECUTION"
	Test   bool   // it holds tests, or helpers of them: see probe.Kind
}

// File is one version of a source file with its counts. Several source sets that compile the same bytes have one File,
// with their counts added up.
type File struct {
	Path     string // slash path, relative to the root of the project
	Package  string // dotted name, "" for the unnamed package
	Hash     [32]byte
	Encoding string
	Sets     []SetName // that compile it, sorted
	Version  int       // 1 to Versions, among the files that have this path
	Versions int       // more than 1 when source sets compiled different bytes, or measured them differently
	Measured bool      // false: nothing in it is counted, or shown; Omitted says why

	Classes     []*Class // top-level classes, in the order of the source
	Methods     []Method
	Blocks      []Block
	Regions     []Region
	Expressions []Expression
	Branches    []Branch
	Omitted     []Part // in the order of the source, no two overlap
	Totals      Totals

	Types   []probe.Type
	ClassOf []*Class // of each type
}

// Part is an omitted part of a file: its counts are not shown.
type Part struct {
	Span     Span
	Reason   string
	Excluded bool // hidden by the user, not unmeasured
	Whole    bool // all of the file
	Method   bool // a method that is not in File.Methods, as it could not be counted
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
	OmittedBy *Part // the part that omits all of it, nil for none
}

// Method is a method, constructor or initialiser with a body.
type Method struct {
	// Metrics are those with lambdas, without methods of classes within it. An omitted method has its invocations, too,
	// but no sum includes them.
	Metrics

	Class    *Class // the top-level class that it is counted in
	Label    string // Outer$Inner::name(parameters), or Outer::static {...}, Outer::{...}
	Span     Span
	Name     Pos // start of its name
	Hottest  int // index in File.Blocks, -1 for none
	Measured bool
	Varies   bool // its counts differ between equal runs
	By       *By  // see Totals.By; nil where the model has no origins

	Type int32   // index in File.Types
	Hash [8]byte // see probe.Method
	Kind probe.MethodKind
}

// Block is a sequence of statements that is entered as a whole.
type Block struct {
	Kind     string // "body", "then", "loop", ...
	Class    *Class // nil when it lies outside of every class
	Method   int    // index in File.Methods of the innermost method around it, -1 for none
	Parent   int    // index in File.Blocks of the innermost block around it, -1 for none
	Span     Span
	Count    uint64 // entries
	Measured bool
}

// Region is a run of statements of one block that have the same count. Where an exception left a region of the map,
// there is one for the statements before and one for those after.
type Region struct {
	Block      int // index in File.Blocks
	Span       Span
	Count      uint64
	Statements []Span // ascending
	Measured   bool
	Split      bool // an exception came in front of its first statement: else it were a part of another region
}

// Expression is a part of a statement that starts a line and has a count of its own: see probe.Expression.
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
	Reached     bool // execution has reached it: else no outcome was possible
	Measured    bool
}

// OmittedPart is an entry of the list of unmeasured and excluded code.
type OmittedPart struct {
	File *File
	Part
}

// Dropped is a method of another version of a source, or the code in no method, whose counts are in no number of the
// report.
type Dropped struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	What   string `json:"what"`  // the label of the method, or "outside of methods"
	Method bool   `json:"-"`     // it is a method
	Count  uint64 `json:"count"` // its invocations, or the executions of statements
	Reason string `json:"reason"`
}

// Problem is a message about a place. In Model.Problems it is a failed self-check: a number of the report that cannot
// be right.
type Problem struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Qualified returns the name of the class with its package.
func (c *Class) Qualified() string { return decl.Qualified(c.File.Package, c.Name) }

// Measured reports whether counts of the class are shown.
func (c *Class) Measured() bool { return c.OmittedBy == nil }
