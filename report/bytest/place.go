package bytest

import (
	"cmp"
	"slices"

	"jprof/internal/testcounts"
	"jprof/report"
)

// File has the uses of all parts of one file of the report, by all tests. All lists of uses have tests first, those
// with the most executions first, then other owners of counts: set-up of classes, code outside of tests, several tests
// at once.
type File struct {
	m     *Model
	parts *fileParts
	table table
}

// File unpacks what tests executed of a file of the report. It takes time: keep it for several questions.
func (m *Model) File(f *report.File) *File {
	const most = 4 // as neighbouring questions are often of the same file
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range m.last {
		if x.parts.file == f {
			return x
		}
	}
	x := &File{m: m}
	if i, known := m.index[f]; known {
		x.parts = &m.files[i]
		x.table = m.evaluate(&evaluator{}, x.parts, x.parts.end)
	} else {
		p := partsOf(f)
		x.parts = &p
		x.table = table{first: make([]uint32, p.end+1)}
	}
	m.last = append([]*File{x}, m.last[:min(len(m.last), most-1)]...)
	return x
}

// Region are the uses of a region.
func (x *File) Region(i int) []Use { return x.m.ordered(slices.Clone(x.table.of(i))) }

// Block are the uses of a block: its entries.
func (x *File) Block(i int) []Use { return x.m.ordered(slices.Clone(x.table.of(x.parts.blocks + i))) }

// Branch are the uses of the outcomes of a branch.
func (x *File) Branch(i int) (yes, no []Use) {
	return x.m.ordered(slices.Clone(x.table.of(x.parts.yes + i))), x.m.ordered(slices.Clone(x.table.of(x.parts.no + i)))
}

// Invocations are the uses of a method: how often tests invoked it.
func (x *File) Invocations(i int) []Use {
	return x.m.ordered(slices.Clone(x.table.of(x.parts.methods + i)))
}

// Method says which tests executed any of a method: how many statements of it, without those of methods in it. The
// count is 0 for a test that only invoked it.
func (x *File) Method(i int) []Use {
	return x.inBlocks(func(block int) bool { return x.parts.file.MethodOf(block) == i }, i)
}

// Class says the same of a top-level class with all that is in it.
func (x *File) Class(c *report.Class) []Use {
	return x.inBlocks(func(block int) bool { return x.parts.file.Blocks[block].Class == c }, c.Methods...)
}

// All says the same of the file.
func (x *File) All() []Use {
	methods := make([]int, len(x.parts.file.Methods))
	for i := range methods {
		methods[i] = i
	}
	return x.inBlocks(func(int) bool { return true }, methods...)
}

// inBlocks adds up what tests executed in blocks, and lists those that invoked methods.
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

// Line says which tests executed a line: how many statements and expressions that start there, else the statement that
// the line is in, else the method that is declared there. Lines are from 1.
func (x *File) Line(n int) []Use { return x.Lines(n, n) }

// Lines says the same of all lines from first to last.
func (x *File) Lines(first, last int) []Use {
	f, s := x.parts.file, sum{}
	within := func(p report.Pos) bool { return first <= int(p.Line) && int(p.Line) <= last }
	found := false
	for i, r := range f.Regions {
		if !r.Measured {
			continue
		}
		starts := 0
		for _, st := range r.Statements {
			if within(st.Start) {
				starts++
			}
		}
		if starts > 0 {
			s.add(x.table.of(i), starts)
			found = true
		}
	}
	for i, e := range f.Expressions {
		if e.Measured && within(e.Span.Start) {
			s.add(x.table.of(x.parts.expressions+i), 1)
			found = true
		}
	}
	for i, m := range f.Methods {
		if m.Measured && within(m.Name) {
			s.add(x.table.of(x.parts.methods+i), 0)
			found = true
		}
	}
	if found {
		return x.m.ordered(s.uses())
	}
	if i := x.regionAround(first, last); i >= 0 {
		s.add(x.table.of(i), 1)
	}
	return x.m.ordered(s.uses())
}

// HasCode reports whether a line from first to last has a count: whether Lines may have uses.
func (x *File) HasCode(first, last int) bool {
	f := x.parts.file
	within := func(p report.Pos) bool { return first <= int(p.Line) && int(p.Line) <= last }
	return slices.ContainsFunc(f.Regions, func(r report.Region) bool {
		return r.Measured && slices.ContainsFunc(r.Statements, func(s report.Span) bool { return within(s.Start) })
	}) || slices.ContainsFunc(f.Expressions, func(e report.Expression) bool {
		return e.Measured && within(e.Span.Start)
	}) || slices.ContainsFunc(f.Methods, func(m report.Method) bool {
		return m.Measured && within(m.Name)
	}) || x.regionAround(first, last) >= 0
}

// regionAround is the innermost measured region with a statement over all of these lines, -1 for none.
func (x *File) regionAround(first, last int) int {
	f, best := x.parts.file, -1
	size := ^uint32(0)
	for i, r := range f.Regions {
		if !r.Measured {
			continue
		}
		for _, st := range r.Statements {
			n := st.End.Offset - st.Start.Offset
			if int(st.Start.Line) <= first && last <= int(st.End.Line) && n <= size {
				best, size = i, n
			}
		}
	}
	return best
}

// sum adds up uses by test.
type sum map[int32]uint64

// add adds the count of each use n times: a test with a count is listed also if n is 0.
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

// ordered sorts uses as File says.
func (m *Model) ordered(uses []Use) []Use {
	other := func(u Use) int {
		if m.Tests[u.Test].IsTest() {
			return 0
		}
		return 1 + int(m.Tests[u.Test].Kind)
	}
	slices.SortFunc(uses, func(a, b Use) int {
		return cmp.Or(other(a)-other(b), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Test, b.Test))
	})
	return uses
}

// Cases is how many tests are among uses: attempts of one test are one.
func (m *Model) Cases(uses []Use) int {
	groups := map[int32]bool{}
	for _, u := range uses {
		if m.Tests[u.Test].Kind == testcounts.Case {
			groups[m.groups[u.Test]] = true
		}
	}
	return len(groups)
}

// OfMethods says which tests executed any of several methods, of any files: how many statements of them.
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

// OfRegion are the uses of a region of a file, most executions first: see File.
func (m *Model) OfRegion(f *report.File, region int) []Use { return m.File(f).Region(region) }

// OfLine are those of a line: see File.Line.
func (m *Model) OfLine(f *report.File, line int) []Use { return m.File(f).Line(line) }

// OfMethod are those of a method: see File.Method.
func (m *Model) OfMethod(f *report.File, method int) []Use { return m.File(f).Method(method) }

// OfClass are those of a top-level class: see File.Class.
func (m *Model) OfClass(c *report.Class) []Use { return m.File(c.File).Class(c) }

// OfBranch are those of the outcomes of a branch.
func (m *Model) OfBranch(f *report.File, branch int) (yes, no []Use) { return m.File(f).Branch(branch) }
