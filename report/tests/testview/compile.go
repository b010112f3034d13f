package testview

import (
	"cmp"
	"iter"
	"slices"

	"jprof/internal/format/probe"
	"jprof/report"
)

// fileParts numbers the parts of a file that have counts: its regions from 0, then methods, blocks, expressions, and
// the outcomes of branches.
type fileParts struct {
	file                                  *report.File
	methods, blocks, expressions, yes, no int // first number of each kind
	end                                   int
	main                                  bool    // true if its regions count for tests
	sources                               []int32 // indices in Model.sources
	only                                  []onlyRegion
}

// onlyRegion is a region that only one test executed.
type onlyRegion struct{ region, group int32 }

func partsOf(f *report.File) fileParts {
	p := fileParts{file: f, methods: len(f.Regions)}
	p.blocks = p.methods + len(f.Methods)
	p.expressions = p.blocks + len(f.Blocks)
	p.yes = p.expressions + len(f.Expressions)
	p.no = p.yes + len(f.Branches)
	p.end = p.no + len(f.Branches)
	return p
}

// source is a compiled Source. Formula i is that of part i of its file, and has the terms first[i] to first[i+1].
type source struct {
	file           int32 // index in Model.files
	base, counters uint32
	first          []uint32
	terms          []probe.Term
	users          []int32  // the parts whose formulas have a counter; counter by counter, ascending for each
	firstUser      []uint32 // index in users for each counter, and the length of users at the end

	tests []byte // the counters of all tests: see postings
}

// formula returns the formula of a part.
func (s *source) formula(part int) probe.Formula {
	return probe.Formula(s.terms[s.first[part]:s.first[part+1]])
}

// compile compiles the sources into flat arrays.
func (m *Model) compile(sources iter.Seq[Source]) {
	main := map[*report.File]bool{}
	for _, f := range m.Report.MainSources().Files {
		main[f] = true
	}
	for x := range sources {
		i, known := m.index[x.File]
		if !known {
			i = int32(len(m.files))
			m.index[x.File] = i
			p := partsOf(x.File)
			p.main = main[x.File] && x.File.Measured
			m.files = append(m.files, p)
		}
		n := int32(len(m.sources))
		m.files[i].sources = append(m.files[i].sources, n)
		m.byPackage[x.Package] = append(m.byPackage[x.Package], n)
		m.sources = append(m.sources, compiled(i, m.files[i].end, x))
	}
	for _, list := range m.byPackage {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(m.sources[a].base, m.sources[b].base) })
	}
}

// compiled returns a source with flat arrays of formulas. Formulas of code that is in no number are empty.
func compiled(file int32, parts int, x Source) source {
	s := source{file: file, base: x.Base, counters: x.Counters, first: make([]uint32, 1, parts+1),
		firstUser: make([]uint32, x.Counters+1)}
	size := 0
	kinds := [][]probe.Formula{x.Regions, x.Methods, x.Blocks, x.Expressions, x.True, x.False}
	for _, kind := range kinds {
		for _, f := range kind {
			size += len(f)
		}
	}
	s.terms = make([]probe.Term, 0, size)
	for _, kind := range kinds {
		for _, f := range kind {
			s.terms = append(s.terms, f...)
			s.first = append(s.first, uint32(len(s.terms)))
		}
	}
	// A part is a candidate if a counter with a positive coefficient has a count. Else its value is not above 0.
	for _, t := range s.terms {
		if t.Coef > 0 {
			s.firstUser[t.Counter+1]++
		}
	}
	for i := range x.Counters {
		s.firstUser[i+1] += s.firstUser[i]
	}
	s.users = make([]int32, s.firstUser[x.Counters])
	next := slices.Clone(s.firstUser)
	for part := range len(s.first) - 1 {
		for _, t := range s.formula(part) {
			if t.Coef > 0 {
				s.users[next[t.Counter]] = int32(part)
				next[t.Counter]++
			}
		}
	}
	return s
}
