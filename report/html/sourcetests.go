package html

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/packed"
	"jprof/report/source"
	"jprof/report/tests/testview"
)

// Limits of the script with the tests of a source. maxSourceCells limits the number of pairs of a column and a test
// that executed it. If there are more, the script only has the tests that executed most of a column, and the tests that
// executed most of the source.
const (
	maxSourceCells = 300_000
	topOfColumn    = 20
)

// sourceTests has the tests of a source, for its page.
type sourceTests struct {
	Data  string // the script with the tests, relative to the page; "" if nothing executed the source
	Cases int    // number of tests that executed it
}

// fileTests has the tests of a file, for its pages. It is nil for a run without counts by test.
type fileTests struct {
	file    *report.File
	x       *testview.Matrix
	methods [][]testview.Summand
	all     []testview.Summand
}

// testsOf returns the tests that executed a file, or nil without counts by test.
func (s *site) testsOf(f *report.File) *fileTests {
	if s.testPages == nil {
		return nil
	}
	t := &fileTests{file: f, x: s.testPages.model.File(f).Matrix()}
	t.methods, t.all = t.x.Methods()
	return t
}

// ofMethod returns the number of tests that executed a method, or nil if it is unknown.
func (t *fileTests) ofMethod(i int) *int {
	if t == nil || !t.file.Methods[i].Measured {
		return nil
	}
	n := t.x.CasesOf(t.methods[i])
	return &n
}

// sourceTests returns the tests of a source, and a function that writes the script. The argument of that function has
// the branches that the page shows: see code.Writer. Both results are nil without counts by test.
func (s *site) sourceTests(of *fileTests, src *source.Source) (*sourceTests, func(shown []int) error) {
	if of == nil {
		return nil, nil
	}
	t := &sourceTests{Cases: of.x.CasesOf(of.all)}
	if src == nil || len(of.x.Tests) == 0 {
		return t, nil
	}
	page := strings.TrimSuffix(s.sourcePage[of.file], ".html")
	t.Data = page[strings.LastIndexByte(page, '/')+1:] + ".tests.js"
	e := &testsEncoder{fileTests: of, tests: s.testPages.model.Tests}
	return t, func(shown []int) error {
		return s.Write(page+".tests.js", func(w *bufio.Writer) error {
			e.write(w, source.Annotate(of.file, src), shown)
			return nil
		})
	}
}

// testsEncoder writes the tests of a source as a script with strings of packed numbers. A list of columns has a number
// for each part: 0 if nothing executed the part, else 1 + the difference to the previous column, as packed.Signed. A
// sum is
//
//	0            nothing
//	1 DIFF       a column once
//	2            the same as the sum before it
//	n+2 {DIFF TIMES} CASES     n columns, each so many times, and how many tests executed any of them
//
// The strings are:
//
//	cases    of each column: how many tests executed it
//	rows     {n {HEAD COUNT}}  what tests executed. HEAD is twice the gap to the last column, and 1 more if a COUNT
//	         follows; else it is that of the cell before, at first 1
//	tests    {GAP ROW}  each owner of counts, and its row + 1; 0 for the next row
//	others   {NUMBER KIND}  those that are no tests, with their testcounts.Kind
//	regions, blocks, invocations   the column of each region, block and method
//	counts   the column of each count beside a line, in the order of the page
//	outcomes the column of each outcome of a branch after the code, likewise: one or two of each
//	lines    {GAP SUM}  the lines with counts
//	methods  the sum of each method
//	file     the sum of all
//
// more is the number of tests that the script lacks. big is true if counts may exceed the largest number that
// JavaScript can hold exactly.
type testsEncoder struct {
	*fileTests
	tests []testview.Test

	text   []byte
	column int32
	sum    []testview.Summand
}

func (e *testsEncoder) write(w *bufio.Writer, a *source.Annotated, shown []int) {
	kept, more := e.kept()
	w.WriteString(`"use strict"; var jprofSource = {`)
	if e.isBig() {
		w.WriteString("big: true, ")
	}
	if more > 0 {
		fmt.Fprintf(w, "more: %d, ", more)
	}
	field := func(name string, fill func()) {
		e.text, e.column, e.sum = e.text[:0], 0, nil
		fill()
		fmt.Fprintf(w, `%s: "%s", `, name, e.text)
	}
	field("cases", func() {
		for _, n := range e.x.Cases {
			e.number(n)
		}
	})
	rows := e.rows(kept)
	field("rows", func() {
		for _, row := range rows.list {
			e.text = append(e.text, row...)
		}
	})
	field("tests", func() { e.testRows(kept, rows) })
	field("others", func() {
		for _, i := range kept {
			if t := &e.tests[e.x.Tests[i]]; !t.IsTest() {
				e.number(int(e.x.Tests[i]))
				e.number(int(t.Kind))
			}
		}
	})
	f := a.File
	field("regions", func() {
		for i := range f.Regions {
			e.part(e.x.Region(i))
		}
	})
	field("blocks", func() {
		for i := range f.Blocks {
			e.part(e.x.Block(i))
		}
	})
	field("invocations", func() {
		for i := range f.Methods {
			e.part(e.x.Method(i))
		}
	})
	counted := make([][]source.LineEntry, a.Source.Lines())
	for i := range counted {
		counted[i] = a.Line(i + 1).Counts
	}
	field("counts", func() {
		for _, counts := range counted {
			for _, c := range counts {
				e.part(e.columnOf(c))
			}
		}
	})
	field("outcomes", func() {
		for _, i := range shown {
			yes, no := e.x.Branch(i)
			e.part(yes)
			if f.Branches[i].Outcomes == 2 {
				e.part(no)
			}
		}
	})
	field("lines", func() {
		last := 0
		for i, counts := range counted {
			if len(counts) > 0 {
				e.number(i + 1 - last)
				last = i + 1
				e.add(e.x.Line(i + 1))
			}
		}
	})
	field("methods", func() {
		for _, sum := range e.methods {
			e.add(sum)
		}
	})
	field("file", func() { e.add(e.all) })
	w.WriteString("};\n")
}

func (e *testsEncoder) number(n int) { e.text = packed.Append(e.text, uint64(n)) }

// part writes the entry of a part in a list of columns.
func (e *testsEncoder) part(column int32) {
	if column < 0 {
		e.number(0)
		return
	}
	e.text = packed.Append(e.text, 1+packed.Signed(int(column-e.column)))
	e.column = column
}

func (e *testsEncoder) columnOf(c source.LineEntry) int32 {
	switch {
	case c.Method >= 0:
		return e.x.Method(c.Method)
	case c.Expression >= 0:
		return e.x.Expression(c.Expression)
	case c.Region >= 0:
		return e.x.Region(c.Region)
	}
	return e.x.Block(c.Block)
}

// add writes a sum, in the form that testsEncoder describes.
func (e *testsEncoder) add(sum []testview.Summand) {
	diff := func(column int32) {
		e.text = packed.Append(e.text, packed.Signed(int(column-e.column)))
		e.column = column
	}
	switch {
	case len(sum) == 0:
		e.number(0)
		return
	case slices.Equal(sum, e.sum):
		e.number(2)
		return
	case len(sum) == 1 && sum[0].Times == 1:
		e.number(1)
		diff(sum[0].Column)
	default:
		e.number(len(sum) + 2)
		for _, s := range sum {
			diff(s.Column)
			e.number(s.Times)
		}
		e.number(e.x.CasesOf(sum))
	}
	e.sum = sum
}

// encodedRows has the different rows, and the number of each row of a matrix.
type encodedRows struct {
	list [][]byte
	of   map[int]int
}

func (e *testsEncoder) rows(kept []int) encodedRows {
	r := encodedRows{of: map[int]int{}}
	known := map[string]int{}
	for _, i := range kept {
		row := encodeRow(e.x.Rows[i])
		n, found := known[string(row)]
		if !found {
			n = len(r.list)
			known[string(row)] = n
			r.list = append(r.list, row)
		}
		r.of[i] = n
	}
	return r
}

func encodeRow(row []testview.Cell) []byte {
	text := packed.Append(nil, uint64(len(row)))
	last, count := int32(0), uint64(1)
	for _, c := range row {
		head := uint64(c.Column-last) * 2
		if c.Count == count {
			text = packed.Append(text, head)
		} else {
			text = packed.Append(packed.Append(text, head+1), c.Count)
		}
		last, count = c.Column, c.Count
	}
	return text
}

func (e *testsEncoder) testRows(kept []int, rows encodedRows) {
	last, next := 0, 0
	for _, i := range kept {
		test := int(e.x.Tests[i])
		e.number(test - last)
		last = test
		if row := rows.of[i]; row < next {
			e.number(row + 1)
		} else {
			e.number(0)
			next++
		}
	}
}

// isBig reports whether sums of counts may exceed the numbers that JavaScript holds exactly.
func (e *testsEncoder) isBig() bool {
	var sum uint64
	for _, row := range e.x.Rows {
		sum = report.Add(sum, e.x.Executions(row, e.all))
		for _, c := range row {
			sum = report.Add(sum, c.Count)
		}
	}
	return sum > 1<<53-1
}

// kept returns the rows that the script has, ascending, and the number of tests whose rows it lacks.
func (e *testsEncoder) kept() (list []int, more int) {
	cells := 0
	for _, row := range e.x.Rows {
		cells += len(row)
	}
	all := make([]int, len(e.x.Rows))
	for i := range all {
		all[i] = i
	}
	if cells <= maxSourceCells {
		return all, 0
	}
	rank := make([]uint64, len(all)) // by row; rows with higher ranks are kept first
	index := make(map[int32]int, len(all))
	for i, row := range e.x.Rows {
		rank[i] = min(e.x.Executions(row, e.all), math.MaxUint64/2)
		index[e.x.Tests[i]] = i
		if !e.tests[e.x.Tests[i]].IsTest() {
			rank[i] = math.MaxUint64
		}
	}
	for column := range e.x.Cases {
		for _, u := range e.x.Top(column, topOfColumn) {
			rank[index[u.Test]] = math.MaxUint64
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(rank[b], rank[a]) })
	cells = 0
	for k, i := range all {
		cells += len(e.x.Rows[i])
		if cells > maxSourceCells && rank[i] != math.MaxUint64 {
			more = len(all) - k
			all = all[:k]
			break
		}
	}
	slices.Sort(all)
	return all, more
}
