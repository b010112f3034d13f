package assemble

import (
	"iter"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/tests/testview"
)

// Formulas holds the formulas of the counts of a model. They are kept if counts of parts of a run are needed, too, such
// as those of each test. They need the maps of the input, but none of its counters.
type Formulas struct {
	files []fileFormulas
}

// fileFormulas holds the formulas of the counts of a file.
type fileFormulas struct {
	file    *report.File
	maps    []joinedFile // maps with the same layout: their values are added up
	regions []countOf
	older   []olderFormulas
}

// olderFormulas holds the formulas of methods of an older source.
type olderFormulas struct {
	maps                         []joinedFile
	methods                      []carriedMethod
	newest, own                  []parts // of all methods of the newest file, and of the older one
	blocks, regions, expressions int     // numbers of parts of the newest file
	branches                     int
}

// add adds the formulas of a file.
func (x *Formulas) add(f *report.File, e *evaluatedFile, regions []region) {
	of := fileFormulas{file: f, maps: withoutCounters(e.maps), regions: make([]countOf, len(regions))}
	for i, r := range regions {
		of.regions[i] = r.from
	}
	byFile := map[*evaluatedFile]int{}
	for _, c := range e.carried {
		i, known := byFile[c.from]
		if !known {
			i = len(of.older)
			byFile[c.from] = i
			of.older = append(of.older, olderFormulas{
				maps: withoutCounters(c.from.maps), newest: e.partsByMethod(), own: c.from.partsByMethod(),
				blocks: len(e.Blocks), regions: len(e.Regions), expressions: len(e.Expressions),
				branches: len(e.Branches),
			})
		}
		c.from = nil
		of.older[i].methods = append(of.older[i].methods, c)
	}
	x.files = append(x.files, of)
}

func withoutCounters(maps []joinedFile) []joinedFile {
	out := make([]joinedFile, len(maps))
	for i, j := range maps {
		j.counters = nil
		out[i] = j
	}
	return out
}

// Sources returns the formulas of all files of the model, map by map. They can be read once: the formulas of a file are
// dropped before the next file, as they take much memory.
func (x *Formulas) Sources() iter.Seq[testview.Source] {
	return func(yield func(testview.Source) bool) {
		for i, f := range x.files {
			x.files[i] = fileFormulas{}
			for _, j := range f.maps {
				if !yield(f.source(j)) {
					return
				}
			}
			for _, o := range f.older {
				for _, j := range o.maps {
					if !yield(f.olderSource(o, j)) {
						return
					}
				}
			}
		}
	}
}

// source returns the formulas of one of the maps of the newest file.
func (f *fileFormulas) source(j joinedFile) testview.Source {
	s := testview.Source{File: f.file, Package: j.pkg.ID, Base: j.Base, Counters: j.Counters}
	for _, from := range f.regions {
		s.Regions = append(s.Regions, formulaOf(&j.Regions[from.region], from.statement))
	}
	for _, m := range j.Methods {
		s.Methods = append(s.Methods, m.Count)
	}
	for _, b := range j.Blocks {
		s.Blocks = append(s.Blocks, b.Count)
	}
	for _, e := range j.Expressions {
		s.Expressions = append(s.Expressions, e.Count)
	}
	for _, b := range j.Branches {
		s.True = append(s.True, b.True)
		s.False = append(s.False, b.False)
	}
	return s
}

// formulaOf returns the formula of a region, or of one of its statements.
func formulaOf(r *probe.Region, statement int32) probe.Formula {
	if statement < 0 {
		return r.Count
	}
	return r.Statements[statement].Count
}

// olderSource returns the formulas of a map of an older source, in the order of the newest one.
func (f *fileFormulas) olderSource(o olderFormulas, j joinedFile) testview.Source {
	s := testview.Source{
		File: f.file, Package: j.pkg.ID, Base: j.Base, Counters: j.Counters,
		Regions: make([]probe.Formula, len(f.regions)), Methods: make([]probe.Formula, len(f.file.Methods)),
		Blocks: make([]probe.Formula, o.blocks), Expressions: make([]probe.Formula, o.expressions),
		True: make([]probe.Formula, o.branches), False: make([]probe.Formula, o.branches),
	}
	regions := make([]*probe.Region, o.regions)
	for _, m := range o.methods {
		to, from := o.newest[m.to], o.own[m.method]
		s.Methods[m.to] = j.Methods[m.method].Count
		for k, i := range to.blocks {
			s.Blocks[i] = j.Blocks[from.blocks[k]].Count
		}
		for k, i := range to.regions {
			regions[i] = &j.Regions[from.regions[k]]
		}
		for k, i := range to.expressions {
			s.Expressions[i] = j.Expressions[from.expressions[k]].Count
		}
		for k, i := range to.branches {
			s.True[i], s.False[i] = j.Branches[from.branches[k]].True, j.Branches[from.branches[k]].False
		}
	}
	for i, from := range f.regions {
		if r := regions[from.region]; r != nil {
			s.Regions[i] = formulaOf(r, from.statement)
		}
	}
	return s
}
