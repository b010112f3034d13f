// Package report turns maps, counts and sources into the numbers that are shown. Build joins them to
// a Model; the packages below report render a Model, one form each, and import nothing else of jprof.
package report

import (
	"time"

	"jprof/internal/probe"
)

// Input is what Build joins.
type Input struct {
	Title string // what the report is about: the name of the project
	Run   RunInfo
	Sets  []*probe.Set
	// Counters gives the counters of a package, summed over all JVMs, or nil when no JVM loaded it:
	// all of its counts are 0.
	Counters func(probe.ID) []uint64
	// Source gives the bytes of a file as they were when it was instrumented. It is called when a
	// page needs them, one file at a time.
	Source func(path string, hash [32]byte) ([]byte, error)
}

// RunInfo says where the counts come from.
type RunInfo struct {
	ID       string
	Command  []string // as the user typed it
	Start    time.Time
	Tool     string // version of jprof
	ExitCode int    // of the user's command
	JVMs     int    // number of JVMs that left counts
}

// Pos is a place in a source file: byte offset, and line counted from 1.
type Pos = probe.Pos

// Span is a half-open range of a source file.
type Span = probe.Span

// Model holds every number of a report. It is read-only once built.
type Model struct {
	Title       string
	Run         RunInfo
	Totals      Totals
	Files       []*File  // by path; versions of one path follow one another
	Classes     []*Class // top-level classes, most invocations first
	NotMeasured []NotMeasured
	Problems    []Problem

	source func(path string, hash [32]byte) ([]byte, error)
}

// SetName names a source set of a module.
type SetName struct {
	Module string // groupId:artifactId, or "" where there is no build tool
	Name   string // "main", "test", or "main:EXECUTION"
}

// File is one version of a source file with its counts. What several source sets compile from the
// same bytes is one File, its counts added up.
type File struct {
	Path     string // slash path, relative to the root of the project
	Package  string // dotted name, "" for the unnamed package
	Hash     [32]byte
	Encoding string
	Sets     []SetName // that compile it, sorted
	Version  int       // 1 to Versions, among the files that have this path
	Versions int       // more than 1 when source sets compiled different bytes, or measured them differently
	Measured bool      // false: nothing in it is counted, NotMeasured says why

	Classes    []*Class // top-level classes, in the order of the source
	Methods    []Method
	Blocks     []Block
	Regions    []Region
	Unmeasured []Part
	Totals     Totals

	types   []probe.Type
	classOf []*Class // of each type
}

// Part is a part of a file that is not measured.
type Part struct {
	Span   Span
	Reason string
}

// Class is a top-level class, interface, enum, record or annotation type. All numbers include the
// classes nested in it, local and anonymous ones as well.
type Class struct {
	Name    string // simple name
	File    *File
	Methods []int // indices in File.Methods, in the order of the source
	Totals  Totals
	Hottest int // index in File.Blocks of the block entered most often, -1 for none
	Parts   int // number of parts of it that are not measured
	Line    int // where it is declared
}

// Method is a method, constructor or initialiser with a body.
type Method struct {
	Class    *Class // the top-level class that it is counted in
	Label    string // Outer$Inner::name(parameters), or Outer::static {...}, Outer::{...}
	Span     Span
	Name     Pos    // where its name starts
	Count    uint64 // invocations
	Regions  Ratio  // in it, without those of methods of classes within it
	Hottest  int    // index in File.Blocks, -1 for none
	Measured bool

	typ int32 // index in File.types
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

// Region is a run of statements of one block that have the same count. Where an exception left a
// region of the map, there is one for the statements before and one for those after.
type Region struct {
	Block      int // index in File.Blocks
	Span       Span
	Count      uint64
	Statements []Pos // where its statements start, ascending
	Measured   bool

	runs []run // of the region of the map, until it is split
}

// Ratio counts how many of a kind were executed at least once.
type Ratio struct {
	Covered int
	Total   int
}

// Totals sums up a file, a class or the whole report. Only what is measured is in it.
type Totals struct {
	Methods     Ratio // initialisers included
	Blocks      Ratio
	Regions     Ratio
	Invocations uint64 // sum of the counts of all methods, saturating
	Executed    uint64 // executions of statements: the sum of count times statements over all regions, saturating

	FilesMeasured    int
	FilesNotMeasured int
}

// NotMeasured is one entry of the list of what is not counted.
type NotMeasured struct {
	File   *File
	Whole  bool // the whole file
	Span   Span
	Reason string
}

// Problem is a failed self-check: a number of the report that cannot be right.
type Problem struct {
	Path string
	Line int
	Text string
}

// Qualified returns the name of the class with its package.
func (c *Class) Qualified() string {
	if c.File.Package == "" {
		return c.Name
	}
	return c.File.Package + "." + c.Name
}

// Measured reports whether counts of the class are known: false when its whole file is not measured.
func (c *Class) Measured() bool { return c.File.Measured }
