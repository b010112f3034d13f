package unused

import (
	"slices"

	"jprof/internal/java/decl"
	"jprof/report"
	"jprof/report/tests/testview"
)

// Text is a text of the project: a resource, or a source.
type Text struct {
	Path string // slash path, relative to the root of the project
	Data []byte
}

// Input has what Find needs.
type Input struct {
	Model     *report.Model // with the counts of what was observed
	Observed  Observed
	Resources []Text
	// Ran reports whether a method was executed, as other sources than the counts say. It may be nil.
	Ran func(report.MethodRef) bool
	// Foreign lists classes without sources. They are passed on.
	Foreign []ForeignClass
	// Seen returns where the code of a method was observed. Methods that were seen on no day are not listed: nobody
	// looked. It may be nil.
	Seen func(report.MethodRef) Seen
	// Tests has the newest run of tests, nil for none.
	Tests *Tests
	// In chooses the methods, branches and classes that are listed, by their lines; nil takes all.
	In func(f *report.File, first, last int) bool
}

// Tests has the counts of a run of tests.
type Tests struct {
	Model  *report.Model
	ByTest *testview.Model // nil without counts by test
}

// Size is the size of code that would go.
type Size struct {
	Lines      int `json:"lines"` // of the source, with comments in front
	Statements int `json:"statements"`
}

func (s Size) plus(o Size) Size { return Size{s.Lines + o.Lines, s.Statements + o.Statements} }

// TestedBy has the tests that execute a method.
type TestedBy struct {
	Known    bool     // there is a run of tests that has the method
	Executed bool     // tests execute it
	Count    int      // the number of these tests, 0 without counts by test
	Names    []string // of the first of them
}

// maxNames limits TestedBy.Names.
const maxNames = 10

// TestedMethods has the methods of a class or file that nobody executed, and how many of these tests execute.
type TestedMethods struct {
	Tested, Of int
	Known      bool // a run of tests has some of them
}

// Method is a method that nobody executed.
type Method struct {
	report.MethodRef
	Size  Size
	Seen  Seen
	Tests TestedBy
	Class *Class // the outermost dead class around it, nil for none
	Mark  Mark   // zero for dead ones
	Inner bool   // it is in the body of another dead method

	member *decl.Member // nil where the declaration is not known
}

// Line returns the line of its name.
func (m *Method) Line() int { return int(m.Method().Name.Line) }

// Member returns its declaration, nil if it is not known or is in a local or anonymous class.
func (m *Method) Member() *decl.Member { return m.member }

// Class is a class of which nothing was executed.
type Class struct {
	File    *report.File
	Type    int    // index in File.Types
	Name    string // with its package: org.example.Outer.Inner
	Line    int
	Size    Size
	Seen    Seen
	Methods TestedMethods // those in it
	Whole   bool          // its file is dead, too
	Mark    Mark          // zero for dead ones
}

// File is a source of which nothing was executed.
type File struct {
	*report.File
	Size  Size
	Seen  Seen
	Tests TestedMethods // of its methods
}

// Branch is a place in an executed method with an outcome that never happened.
type Branch struct {
	report.Missed
	Seen Seen
}

// Hot is a method that was executed, but not by tests.
type Hot struct {
	report.MethodRef
	Calls, Executed uint64
}

// ForeignClass is a class without a source, with its methods that did not run. No rules mark these.
type ForeignClass struct {
	Name    string // with dots
	Place   string // its jar or folder
	Loaded  bool   // by a JVM
	Of      int    // the number of its methods
	Methods []ForeignMethod
}

// ForeignMethod is a method of a class file.
type ForeignMethod struct {
	Name       string `json:"method"`
	Descriptor string `json:"descriptor"`
	Line       int    `json:"line"` // 0 if it is not known
}

// Lists chooses what is listed besides dead code.
type Lists struct {
	Marked bool // marked methods, each with the reason
	Hot    bool // methods that were executed, but not by tests
}

// Result has what was found.
type Result struct {
	Model         *report.Model
	Observed      Observed
	Tests         *Tests
	Files         []File
	Classes       []Class  // also those of dead files; none within another dead class
	Methods       []Method // also those of dead classes
	Branches      []Branch
	Marked        []Method // never executed, with a mark
	MarkedClasses []Class
	Hot           []Hot // most executions first
	Foreign       []ForeignClass
	Of            int  // the number of measured methods of which Methods are a part
	Unobserved    int  // the number of further methods whose code no observed JVM had
	Total         Size // of all that is dead

	code *code
}

// Outermost returns the methods that are in no dead class, and in no other dead method.
func (r *Result) Outermost() []Method {
	return slices.DeleteFunc(slices.Clone(r.Methods), func(m Method) bool { return m.Class != nil || m.Inner })
}

// OuterClasses returns the classes that are in no dead file.
func (r *Result) OuterClasses() []Class {
	return slices.DeleteFunc(slices.Clone(r.Classes), func(c Class) bool { return c.Whole })
}

// MarkedBy returns the number of marked methods of each kind, in the order of Kinds.
func (r *Result) MarkedBy() (list []KindCount) {
	for _, k := range Kinds {
		n := 0
		for _, m := range r.Marked {
			if m.Mark.Kind == k.Kind {
				n++
			}
		}
		if n > 0 {
			list = append(list, KindCount{k, n})
		}
	}
	return list
}

// KindCount is a kind of marks, with the number of methods that have it.
type KindCount struct {
	KindInfo
	Count int
}
