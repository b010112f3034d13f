package assemble

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/report"
)

// evaluated holds files with the values of their formulas. Files of one path with the same layout are one file, with
// the sum of their values.
type evaluated struct {
	newest []*evaluatedFile // by path
	// older has files of older maps, and files that their source set has in a newer version, the newest first.
	older []*evaluatedFile
}

// evaluatedFile is a file of a map with the values of its formulas.
type evaluatedFile struct {
	joinedFile                  // the first file with this layout
	maps       []joinedFile     // all files with this layout: values has their sum
	sets       []report.SetName // the source sets of maps, sorted
	carried    []carriedMethod  // methods of older files whose values were added to values
	values
}

// values holds the values of the formulas of a file, in the order of the map.
type values struct {
	all []uint64 // the memory of all other slices

	methods, blocks, regions, statements, expressions, yes, no []uint64

	first []int // the index of the first statement of each region, and the number of all statements at the end
}

// of returns the values of the statements of a region.
func (v *values) of(region int) []uint64 { return v.statements[v.first[region]:v.first[region+1]] }

// add adds the values o of a file with the same layout.
func (v *values) add(o *values) {
	for i, n := range o.all {
		v.all[i] = report.Add(v.all[i], n)
	}
}

// evaluate evaluates all formulas. The problems are about impossible values.
func (files joined) evaluate() (evaluated, []report.Problem) {
	type key struct {
		path string
		hash [32]byte
	}
	type inSet struct {
		set  report.SetName
		path string
	}
	var e evaluated
	var problems []report.Problem
	byKey, has := map[key][]*evaluatedFile{}, map[inSet]bool{}
	for _, j := range files {
		f := &evaluatedFile{joinedFile: j, maps: []joinedFile{j}, sets: []report.SetName{j.set}}
		f.evaluate(func(line uint32, text string) {
			problems = append(problems, report.Problem{Path: j.Path, Line: int(line), Text: text})
		})
		k, s := key{j.Path, j.Hash}, inSet{j.set, j.Path}
		same := slices.IndexFunc(byKey[k], func(g *evaluatedFile) bool {
			return sameLayout(g.joinedFile, j) && (!j.older || slices.Contains(g.sets, j.set))
		})
		switch {
		case same >= 0:
			g := byKey[k][same]
			g.add(&f.values)
			g.maps = append(g.maps, j)
			g.sets = append(g.sets, j.set)
			slices.SortFunc(g.sets, report.SetName.Compare)
			g.sets = slices.Compact(g.sets)
		case j.older || has[s]:
			e.older = append(e.older, f)
			continue
		default:
			byKey[k] = append(byKey[k], f)
			e.newest = append(e.newest, f)
		}
		has[s] = true
	}
	slices.SortStableFunc(e.newest, func(a, b *evaluatedFile) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.sets[0].Compare(b.sets[0]),
			bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	return e, problems
}

// evaluate evaluates the formulas of the file. A negative value becomes 0, and is reported to problem.
func (f *evaluatedFile) evaluate(problem func(line uint32, text string)) {
	f.makeValues()
	value := func(g probe.Formula, line uint32, what func() string) uint64 {
		v := g.Value(f.counters)
		if v < 0 {
			problem(line, fmt.Sprintf("the count of the %s comes out as %d and is shown as 0", what(), v))
		}
		return uint64(max(0, v))
	}
	named := func(name string) func() string { return func() string { return name } }
	for i, m := range f.Methods {
		f.methods[i] = value(m.Count, m.NameAt.Line, func() string { return "method " + m.Label(f.Types) })
	}
	for i, b := range f.Blocks {
		f.blocks[i] = value(b.Count, b.Span.Start.Line, func() string { return b.Kind.String() + " block" })
	}
	region, statement, expression := named("region"), named("statement"), named("expression")
	for i, r := range f.Regions {
		f.regions[i] = value(r.Count, r.Span.Start.Line, region)
		for k, s := range r.Statements {
			n := &f.of(i)[k]
			*n = f.regions[i]
			if !s.Count.Equal(r.Count) { // else it has the value of the region, and a problem is reported once
				*n = value(s.Count, s.Span.Start.Line, statement)
			}
		}
	}
	for i, e := range f.Expressions {
		f.expressions[i] = value(e.Count, e.Span.Start.Line, expression)
	}
	for i, b := range f.Branches {
		f.yes[i] = value(b.True, b.Span.Start.Line, func() string { return "branch (" + b.Kind.String() + ")" })
		f.no[i] = value(b.False, b.Span.Start.Line, func() string { return "branch (" + b.Kind.String() + ", false)" })
	}
}

// makeValues allocates the values of the file.
func (f *evaluatedFile) makeValues() {
	f.first = make([]int, len(f.Regions)+1)
	for i, r := range f.Regions {
		f.first[i+1] = f.first[i] + len(r.Statements)
	}
	sections := []struct {
		values *[]uint64
		n      int
	}{
		{&f.methods, len(f.Methods)}, {&f.blocks, len(f.Blocks)}, {&f.regions, len(f.Regions)},
		{&f.statements, f.first[len(f.Regions)]}, {&f.expressions, len(f.Expressions)},
		{&f.yes, len(f.Branches)}, {&f.no, len(f.Branches)},
	}
	size := 0
	for _, s := range sections {
		size += s.n
	}
	f.all = make([]uint64, size)
	rest := f.all
	for _, s := range sections {
		*s.values, rest = rest[:s.n], rest[s.n:]
	}
}

// sameLayout reports whether two files have the same parts, so that their values can be added one by one.
func sameLayout(f, g joinedFile) bool {
	return f.pkg.Name == g.pkg.Name && f.Encoding == g.Encoding &&
		slices.Equal(f.Types, g.Types) && slices.Equal(f.Unmeasured, g.Unmeasured) &&
		slices.Equal(f.Annotations, g.Annotations) && slices.Equal(f.Toggles, g.Toggles) &&
		slices.EqualFunc(f.Methods, g.Methods, func(a, b probe.Method) bool {
			return a.Span == b.Span && a.NameAt == b.NameAt && a.Type == b.Type && a.Kind == b.Kind &&
				a.Name == b.Name && a.Params == b.Params
		}) &&
		slices.EqualFunc(f.Blocks, g.Blocks, func(a, b probe.Block) bool {
			return a.Span == b.Span && a.Kind == b.Kind && a.Parent == b.Parent && a.Method == b.Method
		}) &&
		slices.EqualFunc(f.Regions, g.Regions, func(a, b probe.Region) bool {
			same := func(x, y probe.Statement) bool { return x.Span == y.Span }
			return a.Span == b.Span && a.Block == b.Block && slices.EqualFunc(a.Statements, b.Statements, same)
		}) &&
		slices.EqualFunc(f.Expressions, g.Expressions, func(a, b probe.Expression) bool {
			return a.Span == b.Span && a.Block == b.Block
		}) &&
		slices.EqualFunc(f.Branches, g.Branches, func(a, b probe.Branch) bool {
			return a.Span == b.Span && a.Kind == b.Kind && a.Block == b.Block
		})
}
