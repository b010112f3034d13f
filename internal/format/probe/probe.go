package probe

import (
	"strconv"
	"strings"
)

// ID identifies the layout of one package of a map: it is a hash of the map record. Sections of counts contain it. They
// are paired with the map by ID, never by name or time.
type ID [16]byte

// Set is the map of one source set of one module: the sources of one run of a Java compiler.
type Set struct {
	Tool     string // version of the jprof that wrote the map
	Module   string // groupId:artifactId, or "" without a build tool
	Name     string // "main", "test", or "main:EXECUTION" for further compiler executions
	Kind     Kind   // not in the map: while a build runs, in the file beside it (WriteKind); later in run.json
	Packages []*Package
}

// Package is the unit of pairing: the files of one folder that declare one package. One helper class counts them.
type Package struct {
	ID     ID     // set by Writer.Add and by the reader
	Name   string // dotted name, "" for the unnamed package
	Helper string // simple name of the generated class that holds the counters
	Files  []*File
}

// HelperPrefix is the start of the simple names of all helper classes.
const HelperPrefix = "__Counter"

// IsHelper reports whether a binary name is that of a helper class, or of a class in one.
func IsHelper(class string) bool {
	return strings.HasPrefix(class[strings.LastIndexByte(class, '.')+1:], HelperPrefix)
}

// Counters returns the number of counters of all files: the length of a count section of this package.
func (p *Package) Counters() int {
	n := 0
	for _, f := range p.Files {
		n += int(f.Counters)
	}
	return n
}

// Sizes returns the number of counters of each package of maps: the length of its count sections.
func Sizes(maps []*Set) map[ID]int {
	sizes := map[ID]int{}
	for _, set := range maps {
		for _, p := range set.Packages {
			sizes[p.ID] = p.Counters()
		}
	}
	return sizes
}

// File is one source file. Its counters have the numbers 0 to Counters-1 in every Formula of the
// file; in the section of its package they start at Base.
type File struct {
	Path     string   // slash path from the folder of the project; it may start with ../
	Hash     [32]byte // SHA-256 of the original bytes, with LF as the end of each line: see lineends
	Encoding string   // as the build declares it, else "UTF-8"
	Base     uint32   // index of counter 0 in the package's section
	Counters uint32

	Types       []Type
	Methods     []Method
	Blocks      []Block
	Regions     []Region
	Expressions []Expression
	Branches    []Branch
	Points      []Point
	Unmeasured  []Unmeasured
	Annotations []Annotated
	Toggles     []Toggle
}

// Omitted reports whether the whole file is unmeasured, for the reason in Unmeasured. A file that declares no type has
// nothing to measure, and is not omitted.
func (f *File) Omitted() bool { return len(f.Types) == 0 && len(f.Unmeasured) > 0 }

// Pos is a place in a file.
type Pos struct {
	Offset uint32 // in bytes from the start of the file, with LF as the end of each line
	Line   uint32 // counted from 1
}

// Span is the half-open range [Start, End) of a file. End.Line is the line of the last byte in it.
type Span struct{ Start, End Pos }

// Where returns the span itself. It gives the rows of all tables, which embed Span, a common method for their place.
func (s Span) Where() Span { return s }

// Term is one summand of a Formula: Coef times the value of the counter.
type Term struct {
	Counter uint32
	Coef    int32 // never 0
}

// Formula is a linear combination of the counters of one file, its terms in ascending order of
// Counter, each counter at most once. The empty formula is the constant 0.
type Formula []Term

// TypeKind is the kind of a type's declaration.
type TypeKind uint8

// The kinds of types.
const (
	Class TypeKind = iota
	Interface
	Enum
	Record
	Annotation
	Anonymous // a class body after new or in an enum constant
)

// Type is a declared class, interface, enum, record or annotation type, named, local or anonymous.
type Type struct {
	Name   string // binary name without the package, numbered as javac does: Outer$Inner, Outer$1, Outer$1Local
	Kind   TypeKind
	Parent int32 // index of the enclosing type in File.Types, -1 for a top-level type
	Span
}

// MethodKind is the kind of a method's body.
type MethodKind uint8

// The kinds of methods.
const (
	PlainMethod  MethodKind = iota
	Constructor             // compact constructors of records included
	StaticInit              // one static { } block
	InstanceInit            // one { } block of a class body
)

// Method is a method, constructor or initialiser with a body.
type Method struct {
	Type   int32  // index in File.Types
	Name   string // "<init>" for constructors, "<clinit>" for static and "{}" for instance initialisers
	Params string // parameter types as written, separated by ", "
	Kind   MethodKind
	Span       // the whole declaration, modifiers included
	NameAt Pos // the start of the name; of an initialiser, the start of the body
	// Hash is a hash of the tokens of the declaration. It does not depend on comments, white space, and annotations and
	// modifiers at the start.
	Hash  [8]byte
	Count Formula // invocations
}

// BlockKind is the construct that a Block belongs to.
type BlockKind uint8

// The kinds of blocks.
const (
	BodyBlock  BlockKind = iota // of a method, constructor or initialiser
	PlainBlock                  // { } among the statements of a block
	ThenBlock                   // also the detail of an assertion
	ElseBlock
	LoopBlock
	CaseBlock // the statements of a case group with colons, or the right side of an arrow
	TryBlock
	CatchBlock
	FinallyBlock
	SyncBlock
	LambdaBlock // the body of a lambda, with braces or without
	LabelBlock  // the body of a labelled block
	FieldBlock  // initialisers of fields, or constants of an enum, that follow each other
)

// BlockKinds has the names of the kinds of blocks, in the order of the constants.
var BlockKinds = []string{"body", "plain", "then", "else", "loop", "case", "try", "catch", "finally", "synchronized",
	"lambda", "label", "field"}

// String returns the name of the kind.
func (k BlockKind) String() string { return nameOf(BlockKinds, int(k)) }

func nameOf(names []string, kind int) string {
	if kind < len(names) {
		return names[kind]
	}
	return "kind " + strconv.Itoa(kind)
}

// Block is a sequence of statements, or a single statement or expression that takes its place. It is entered as a
// whole.
type Block struct {
	Kind   BlockKind
	Method int32   // index in File.Methods of the innermost method around it, -1 in initialisers of fields
	Parent int32   // index in File.Blocks of the innermost block around it in the same file, -1 for none
	Span           // with the braces, if there are any
	Count  Formula // entries
}

// Region is a maximal run of statements of one block that execute together as long as no exception or jump leaves it.
// The regions of nested blocks lie within its span. So the count of a byte is that of the innermost region around it.
// Exceptions do not end a region: the formulas of its statements subtract them.
type Region struct {
	Block      int32 // index in File.Blocks
	Span             // from the first byte of the first statement to the end of the last
	Count      Formula
	Statements []Statement // ascending; none if the region is the declaration of a local class
}

// Statement is one statement of a region, or an expression that is a whole body.
type Statement struct {
	Span          // for a labelled statement, two rows follow each other: with the label, and the one within it
	Count Formula // executions that began
}

// Expression is a part of a statement that starts on a line of its own and has a count of its own, such as an operand,
// the condition or the update of a loop, a resource, or the label of a case with a pattern.
type Expression struct {
	Block int32   // index in File.Blocks of the innermost block around it
	Span          // for an operand, including all operands in it
	Count Formula // executions that began
}

// BranchKind is the construct that decides a Branch.
type BranchKind uint8

// The kinds of branches.
const (
	Condition     BranchKind = iota // an operand of &&, || or ?:, or the condition of an if, loop, guard or assertion
	LoopBranch                      // the header of a for-each loop: true if there is another element
	CaseBranch                      // the labels of a case: true if the selector was one of them
	DefaultBranch                   // of a switch statement without default: true if no label matched
	CatchBranch                     // a catch clause: true if it was entered
)

// BranchKinds has the names of the kinds of branches, in the order of the constants.
var BranchKinds = []string{"condition", "loop", "case", "default", "catch"}

// String returns the name of the kind.
func (k BranchKind) String() string { return nameOf(BranchKinds, int(k)) }

// Outcomes returns the number of outcomes of a branch of kind k: two, or one if there is only True.
func (k BranchKind) Outcomes() int {
	if k == Condition || k == LoopBranch {
		return 2
	}
	return 1
}

// Branch is a place where execution goes one way or another in the source. Branches that only javac's translation of a
// construct has are not included.
type Branch struct {
	Kind        BranchKind
	Block       int32 // index in File.Blocks of the innermost block around it, -1 for none
	Span              // of the operand, the labels, the selector (DefaultBranch) or the parameter (CatchBranch)
	True, False Formula
}

// Point is a part of the code with a counter for the exceptions that leave it for a handler around it, in the same
// method or lambda. A frame that is still in the part when the JVM ends is counted as one more exception (see
// counts.Frame). If points are nested, the innermost one counts.
type Point struct {
	Block int32 // index in File.Blocks of the innermost block around it
	Span
	Counter uint32
}

// Unmeasured is a part of a file that is not counted.
type Unmeasured struct {
	Span   // the whole file: Start {0, 1}, End the end of the file
	Reason string
	Method bool // true for one method, constructor or initialiser, which is not in Methods
}

// Annotated is an annotation on a type, or on a method or constructor with a body. Reports can exclude code whose
// annotations have certain names.
type Annotated struct {
	Name string // as written, without comments and blanks: Override, javax.annotation.Generated
	Span        // the span of the Type or Method
}

// Toggle is a comment by which the author of a source excludes the code that follows (jprof:off), or ends the exclusion
// (jprof:on).
type Toggle struct {
	On     bool
	Span          // of the comment
	Reason string // the rest of an off comment, in one line
}
