package tables

import (
	"cmp"
	"math"
	"slices"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/report"
	"jprof/report/export/parquet"
)

// counts writes the counts of the run, map by map. A package that several maps have has counts in the first of them.
func (w *writer) counts() error {
	c, err := w.run.ReadPart(func(string) bool { return false })
	if err != nil {
		return err
	}
	if w.totals, err = w.run.AllCounts(); err != nil {
		return err
	}
	slices.SortStableFunc(c.Maps, func(a, b runs.Map) int { // as assemble.Model does
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
	})
	if w.days, err = daysOf(w.run); err != nil {
		return err
	}
	w.seen = map[probe.ID]bool{}
	tests := w.withTests()
	for i, m := range append(c.Maps, c.Older...) {
		if m.IsTest() && !tests {
			continue
		}
		x := &mapOf{writer: w, set: m, row: parquet.Module{Module: m.Module, SourceSet: m.Name, Test: m.IsTest(),
			Newest: i < len(c.Maps), Days: w.days.ofMap[m.Path]}}
		if err := x.write(); err != nil {
			return runs.NoRun(err)
		}
	}
	return nil
}

// withTests reports whether test sources have rows.
func (w *writer) withTests() bool {
	if w.Tests {
		return true
	}
	for _, leaf := range w.run.Leaves() {
		for _, set := range leaf.Sets {
			s := probe.Set{Name: set.Name, Kind: set.Kind}
			if !s.IsTest() {
				return false
			}
		}
	}
	return true
}

func (w *writer) addCounters(id string, counters []uint64) {
	for i, n := range counters {
		if n > 0 {
			w.tables.Counters.Add(parquet.Counter{PackageID: id, Counter: int32(i), Value: count(n)})
		}
	}
}

// addFile writes the counts of a file whose first place has the number at. last has the last days of its methods.
func (m *mapOf) addFile(f *report.File, l *fileLayout, at int32, counters []uint64, last []string) {
	t := m.tables
	t.Files.Add(parquet.File{Map: m.id, Place: at, Sums: sumsOf(f.Totals.Metrics)})
	m.metrics = m.metrics.Plus(f.Totals.Metrics)
	m.row.Files, m.row.Sums = m.row.Files+1, sumsOf(m.metrics)
	at++
	for i := range f.Methods {
		if x := &f.Methods[i]; x.Measured {
			t.Methods.Add(parquet.Method{Map: m.id, Place: at + int32(i), Invocations: count(x.Invocations),
				Executions: count(x.Executed), LastDay: last[i]})
		}
	}
	at += int32(len(l.Methods))
	for i, x := range l.parts {
		if measured(f, &x) {
			n := max(0, x.count.Value(counters))
			t.Regions.Add(parquet.Count{Map: m.id, Place: at + int32(i), Executions: n})
		}
	}
	at += int32(len(l.parts))
	for i, x := range f.Branches {
		if x.Measured {
			row := parquet.Branch{Map: m.id, Place: at + int32(i), Taken: count(x.True)}
			if x.Outcomes == 2 {
				row.NotTaken = ptr(count(x.False))
			}
			t.Branches.Add(row)
		}
	}
	at += int32(len(l.Branches))
	lines := f.Lines()
	for i, x := range l.lines {
		k, is := slices.BinarySearchFunc(lines, int(x.number), func(l report.LineCount, n int) int {
			return cmp.Compare(l.Line, n)
		})
		if is {
			t.Lines.Add(parquet.Count{Map: m.id, Place: at + int32(i), Executions: count(lines[k].Count)})
		}
	}
}

// measured reports whether a part has a statement that is shown.
func measured(f *report.File, x *part) bool {
	is := func(s probe.Span) bool { return f.OmittedAt(s.Start.Offset, s.End.Offset) == nil }
	return len(f.Omitted) == 0 || len(x.statements) == 0 && is(x.Span) ||
		slices.ContainsFunc(x.statements, func(s probe.Statement) bool { return is(s.Span) })
}

func sumsOf(m report.Metrics) parquet.Sums {
	return parquet.Sums{Invocations: count(m.Invocations), Executions: count(m.Executed),
		Methods: int32(m.Methods.Total), MethodsExecuted: int32(m.Methods.Covered), Lines: int32(m.Lines.Total),
		LinesExecuted: int32(m.Lines.Covered), Branches: int32(m.Branches.Total),
		BranchesExecuted: int32(m.Branches.Covered)}
}

// count returns a number for a column. Counts of runs go up to 2^63-1, numbers of contexts may be higher.
func count(n uint64) int64 { return int64(min(n, math.MaxInt64)) }
