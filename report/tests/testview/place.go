package testview

import (
	"cmp"
	"slices"
	"sync"

	"jprof/report"
)

// File has the uses of all parts of one file of the report, by all tests. Lists of uses have tests first, those with
// the most executions first. Other owners of counts follow: set-up of classes, code outside of tests, several tests at
// once.
type File struct {
	m     *Model
	parts *fileParts
	table table
	lines func() lineIndex // computed once
}

// File unpacks the executions of a file of the report by tests. This takes time: keep the result for several questions.
func (m *Model) File(f *report.File) *File {
	const most = 4 // because successive questions are often about the same file
	m.mu.Lock()
	i := slices.IndexFunc(m.last, func(x *File) bool { return x.parts.file == f })
	if i >= 0 {
		defer m.mu.Unlock()
		return m.last[i]
	}
	m.mu.Unlock() // others may unpack other files meanwhile
	x := m.unpack(f)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = append([]*File{x}, m.last[:min(len(m.last), most-1)]...)
	return x
}

func (m *Model) unpack(f *report.File) *File {
	x := &File{m: m}
	if i, known := m.index[f]; known {
		x.parts = &m.files[i]
		x.table = m.evaluate(&evaluator{}, x.parts, x.parts.end)
	} else {
		p := partsOf(f)
		x.parts = &p
		x.table = table{first: make([]uint32, p.end+1)}
	}
	x.lines = sync.OnceValue(x.indexLines)
	return x
}

// of returns the uses of a part.
func (x *File) of(part int) []Use { return x.m.ordered(slices.Clone(x.table.of(part))) }

// Region returns the uses of a region.
func (x *File) Region(i int) []Use { return x.of(i) }

// Block returns the uses of a block: its entries.
func (x *File) Block(i int) []Use { return x.of(x.parts.blocks + i) }

// Branch returns the uses of the outcomes of a branch.
func (x *File) Branch(i int) (yes, no []Use) { return x.of(x.parts.yes + i), x.of(x.parts.no + i) }

// Invocations returns the invocations of a method by tests.
func (x *File) Invocations(i int) []Use { return x.of(x.parts.methods + i) }

// Method returns the tests that executed any code of a method, with their executions of statements, without methods of
// classes in it. The count is 0 for a test that only invoked it.
func (x *File) Method(i int) []Use {
	return x.inBlocks(func(block int) bool { return x.parts.file.MethodOf(block) == i }, i)
}

// Class returns the same for a top-level class with all code in it.
func (x *File) Class(c *report.Class) []Use {
	return x.inBlocks(func(block int) bool { return x.parts.file.Blocks[block].Class == c }, c.Methods...)
}

// All returns the same for the file.
func (x *File) All() []Use {
	methods := make([]int, len(x.parts.file.Methods))
	for i := range methods {
		methods[i] = i
	}
	return x.inBlocks(func(int) bool { return true }, methods...)
}

// inBlocks adds up the executions in the blocks that in accepts. It also lists the tests that invoked methods.
func (x *File) inBlocks(in func(block int) bool, methods ...int) []Use {
	f := x.parts.file
	s := sum{}
	for i, r := range f.Regions {
		if r.Measured && in(r.Block) {
			s.add(x.table.of(i), len(r.Statements))
		}
	}
	for _, i := range methods {
		if f.Methods[i].Measured {
			s.add(x.table.of(x.parts.methods+i), 0)
		}
	}
	return x.m.ordered(s.uses())
}

// sum adds up uses by test.
type sum map[int32]uint64

// add adds n times the count of each use. With n = 0, it only adds the tests to the list.
func (s sum) add(uses []Use, n int) {
	for _, u := range uses {
		s[u.Test] = report.Add(s[u.Test], report.Times(u.Count, n))
	}
}

func (s sum) uses() []Use {
	list := make([]Use, 0, len(s))
	for test, count := range s {
		list = append(list, Use{test, count})
	}
	return list
}

// ordered sorts uses in the order that File describes.
func (m *Model) ordered(uses []Use) []Use {
	other := func(u Use) int {
		if m.Tests[u.Test].IsTest() {
			return 0
		}
		return 1 + int(m.Tests[u.Test].Kind)
	}
	slices.SortFunc(uses, func(a, b Use) int {
		return cmp.Or(other(a)-other(b), cmp.Compare(b.Count, a.Count), cmp.Compare(m.ranks[a.Test], m.ranks[b.Test]))
	})
	return uses
}

// Cases returns the number of tests among uses: attempts of one test count as one.
func (m *Model) Cases(lists ...[]Use) int {
	groups := map[int32]bool{}
	for _, uses := range lists {
		for _, u := range uses {
			if m.Tests[u.Test].IsTest() {
				groups[m.groups[u.Test]] = true
			}
		}
	}
	return len(groups)
}

// OfMethods returns the tests that executed any of several methods, of any files, with their statement executions.
func (m *Model) OfMethods(methods []report.MethodRef) []Use {
	byFile := map[*report.File][]int{}
	var files []*report.File
	for _, r := range methods {
		if byFile[r.File] == nil {
			files = append(files, r.File)
		}
		byFile[r.File] = append(byFile[r.File], r.Index)
	}
	var lists [][]Use
	for _, f := range files {
		of := byFile[f]
		lists = append(lists, m.File(f).inBlocks(func(block int) bool {
			return slices.Contains(of, f.MethodOf(block))
		}, of...))
	}
	return m.Sum(lists...)
}

// Sum adds up uses of several parts.
func (m *Model) Sum(lists ...[]Use) []Use {
	s := sum{}
	for _, uses := range lists {
		s.add(uses, 1)
	}
	return m.ordered(s.uses())
}

// OfRegion returns the uses of a region of a file, most executions first: see File.
func (m *Model) OfRegion(f *report.File, region int) []Use { return m.File(f).Region(region) }

// OfLine returns the uses of a line: see File.Line.
func (m *Model) OfLine(f *report.File, line int) []Use { return m.File(f).Line(line) }

// OfMethod returns the uses of a method: see File.Method.
func (m *Model) OfMethod(f *report.File, method int) []Use { return m.File(f).Method(method) }

// OfClass returns the uses of a top-level class: see File.Class.
func (m *Model) OfClass(c *report.Class) []Use { return m.File(c.File).Class(c) }

// OfBranch returns the uses of the outcomes of a branch.
func (m *Model) OfBranch(f *report.File, branch int) (yes, no []Use) { return m.File(f).Branch(branch) }
