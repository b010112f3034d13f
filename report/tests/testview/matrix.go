package testview

import (
	"hash/maphash"
	"slices"

	"jprof/report"
)

// Matrix has all uses of a file without repetitions, for a page of the file. Parts with the same uses share a column,
// and each owner of counts has a row.
type Matrix struct {
	Tests []int32  // the owners of counts that executed anything, ascending
	Rows  [][]Cell // for each of Tests, its executions, ascending by column
	Cases []int    // number of tests that executed each column; attempts of one test count as one

	x       *File
	columns []int32 // column of each part, -1 for a part without uses
	first   []int   // the first part of each column
}

// Cell is the number of executions of the parts of a column by an owner of counts.
type Cell struct {
	Column int32
	Count  uint64
}

// Summand is a column whose counts are added Times times. With 0 times, it only adds the owners with a count to the
// list.
type Summand struct {
	Column int32
	Times  int
}

// Matrix makes the matrix of the file.
func (x *File) Matrix() *Matrix {
	m := &Matrix{x: x, columns: make([]int32, x.parts.end)}
	seed := maphash.MakeSeed()
	byHash := map[uint64][]int32{}
	rows := map[int32]int{}
	for part := range m.columns {
		uses := x.table.of(part)
		m.columns[part] = -1
		if len(uses) == 0 {
			continue
		}
		var h maphash.Hash
		h.SetSeed(seed)
		for _, u := range uses {
			maphash.WriteComparable(&h, u)
		}
		same := byHash[h.Sum64()]
		if i := slices.IndexFunc(same, func(c int32) bool {
			return slices.Equal(x.table.of(m.first[c]), uses)
		}); i >= 0 {
			m.columns[part] = same[i]
			continue
		}
		column := int32(len(m.first))
		m.columns[part], byHash[h.Sum64()] = column, append(same, column)
		m.first = append(m.first, part)
		m.Cases = append(m.Cases, x.m.Cases(uses))
		for _, u := range uses {
			row, known := rows[u.Test]
			if !known {
				row = len(m.Rows)
				rows[u.Test] = row
				m.Tests, m.Rows = append(m.Tests, u.Test), append(m.Rows, nil)
			}
			m.Rows[row] = append(m.Rows[row], Cell{column, u.Count})
		}
	}
	slices.Sort(m.Tests)
	sorted := make([][]Cell, len(m.Rows))
	for i, test := range m.Tests {
		sorted[i] = m.Rows[rows[test]]
	}
	m.Rows = sorted
	return m
}

// Top returns the first n uses of a column, most executions first.
func (m *Matrix) Top(column, n int) []Use {
	uses := m.x.table.of(m.first[column])
	if len(uses) > n {
		uses = m.x.m.ordered(slices.Clone(uses))[:n]
	}
	return uses
}

// Region returns the column of a region, -1 if nothing executed it. The following methods do the same for other parts.
func (m *Matrix) Region(i int) int32 { return m.columns[i] }

// Method returns the column of the invocations of a method.
func (m *Matrix) Method(i int) int32 { return m.columns[m.x.parts.methods+i] }

// Block returns the column of the number of times that a block was entered.
func (m *Matrix) Block(i int) int32 { return m.columns[m.x.parts.blocks+i] }

// Expression returns the column of the executions of an expression.
func (m *Matrix) Expression(i int) int32 { return m.columns[m.x.parts.expressions+i] }

// Branch returns the columns of the outcomes of a branch.
func (m *Matrix) Branch(i int) (yes, no int32) {
	return m.columns[m.x.parts.yes+i], m.columns[m.x.parts.no+i]
}

// Line returns the columns for a line. File.Line adds up the same parts.
func (m *Matrix) Line(n int) []Summand {
	var sum []Summand
	for _, w := range m.x.summedOn(n, n) {
		if column := m.columns[w.part]; column >= 0 {
			sum = with(sum, column, w.times)
		}
	}
	return sum
}

// Methods returns the columns that File.Method adds up for each method, and those of File.All.
func (m *Matrix) Methods() (methods [][]Summand, all []Summand) {
	f := m.x.parts.file
	methods = make([][]Summand, len(f.Methods))
	times := make([]int, len(m.first)) // in the file
	used := make([]bool, len(m.first))
	for i, r := range f.Regions {
		column := m.columns[i]
		if !r.Measured || column < 0 {
			continue
		}
		times[column] += len(r.Statements)
		used[column] = true
		if method := f.MethodOf(r.Block); method >= 0 {
			methods[method] = with(methods[method], column, len(r.Statements))
		}
	}
	for i := range f.Methods {
		if column := m.Method(i); f.Methods[i].Measured && column >= 0 {
			used[column] = true
			methods[i] = with(methods[i], column, 0)
		}
	}
	for column, is := range used {
		if is {
			all = append(all, Summand{int32(column), times[column]})
		}
	}
	return methods, all
}

// with adds a column to a sum, which has each column at most once.
func with(sum []Summand, column int32, times int) []Summand {
	if i := slices.IndexFunc(sum, func(s Summand) bool { return s.Column == column }); i >= 0 {
		sum[i].Times += times
		return sum
	}
	return append(sum, Summand{column, times})
}

// CasesOf returns the number of tests that executed any of these columns; attempts of one test count as one.
func (m *Matrix) CasesOf(sum []Summand) int {
	if len(sum) == 1 {
		return m.Cases[sum[0].Column]
	}
	var lists [][]Use
	for _, s := range sum {
		lists = append(lists, m.x.table.of(m.first[s.Column]))
	}
	return m.x.m.Cases(lists...)
}

// Executions returns the sum of the counts of a row: of statements, and of methods without statements.
func (m *Matrix) Executions(row []Cell, sum []Summand) uint64 {
	var n uint64
	for _, s := range sum {
		if i, found := slices.BinarySearchFunc(row, s.Column, func(c Cell, column int32) int {
			return int(c.Column - column)
		}); found {
			n = report.Add(n, report.Times(row[i].Count, s.Times))
		}
	}
	return n
}
