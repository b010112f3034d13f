package assemble

import (
	"slices"

	"jprof/report"
)

// These functions compute the part of each measured part of a file in the metrics of its method and class.

func ofMethod(invocations uint64) report.Metrics {
	return report.Metrics{Methods: report.RatioOf(invocations), Invocations: invocations, Complexity: 1}
}

func ofBlock(b report.Block) report.Metrics { return report.Metrics{Blocks: report.RatioOf(b.Count)} }

func ofRegion(r report.Region) report.Metrics {
	statements := report.Ratio{Total: len(r.Statements)}
	if r.Count > 0 {
		statements.Covered = statements.Total
	}
	return report.Metrics{
		Regions: report.RatioOf(r.Count), Statements: statements, Executed: report.Times(r.Count, len(r.Statements)),
	}
}

func ofBranch(b report.Branch) report.Metrics { return report.Metrics{Branches: b.Covered()} }

func ofDecision(d report.Decision) report.Metrics { return report.Metrics{Complexity: d.Paths().Total} }

// sums adds up the parts of a file: for its methods, its classes, and itself.
type sums struct {
	f     *report.File
	index map[*report.Class]int // index in File.Classes; nil has the index after the last, for code in no class
}

// newSums adds up the metrics of a file. invocations are those of its methods, including unmeasured ones.
func newSums(f *report.File, invocations []uint64) sums {
	s := sums{f, make(map[*report.Class]int, len(f.Classes)+1)}
	for i, c := range f.Classes {
		s.index[c] = i
	}
	s.index[nil] = len(f.Classes)
	outside := make([]report.Metrics, len(f.Classes)+1) // numbers of code in no method, by class
	add := func(method int, class *report.Class, m report.Metrics) {
		to := &outside[s.index[class]]
		if method >= 0 {
			to = &f.Methods[method].Metrics
		}
		*to = to.Plus(m)
	}
	for i, m := range f.Methods {
		if m.Measured {
			add(i, nil, ofMethod(invocations[i]))
		}
	}
	for _, b := range f.Blocks {
		if b.Measured {
			add(b.Method, b.Class, ofBlock(b))
		}
	}
	for _, r := range f.Regions {
		if r.Measured {
			b := f.Blocks[r.Block]
			add(b.Method, b.Class, ofRegion(r))
		}
	}
	for _, b := range f.Branches {
		if b.Measured {
			add(f.MethodOf(b.Block), classAround(f, b), ofBranch(b))
		}
	}
	for _, d := range f.Decisions() {
		if i := f.MethodOf(d.Block); i >= 0 && f.Methods[i].Measured {
			add(i, nil, ofDecision(d)) // code in no method, such as values of fields, has no complexity
		}
	}
	s.sumUp(outside)
	for i := range f.Methods {
		f.Methods[i].Invocations = invocations[i] // also of omitted methods, because some formats list all methods
	}
	return s
}

// classAround returns the class that a branch is in, nil for none.
func classAround(f *report.File, b report.Branch) *report.Class {
	if b.Block >= 0 {
		return f.Blocks[b.Block].Class
	}
	return f.ClassAt(b.Span.Start.Offset)
}

// sumUp adds the methods to their classes, and the classes to the file.
func (s sums) sumUp(outside []report.Metrics) {
	f := s.f
	f.Totals.Metrics = outside[len(f.Classes)]
	for i, c := range f.Classes {
		c.Totals.Metrics = outside[i]
		for _, k := range c.Methods {
			c.Totals.Metrics = c.Totals.Metrics.Plus(f.Methods[k].Metrics)
		}
		f.Totals.Metrics = f.Totals.Metrics.Plus(c.Totals.Metrics)
	}
	// Lines are counted, not added up, because a line may have code of two methods or classes.
	var starts lineStarts
	for _, r := range f.Regions {
		if r.Measured {
			starts.add(s, r.Block, r.Count > 0, r.Statements...)
		}
	}
	for _, e := range f.Expressions {
		if e.Measured {
			starts.add(s, e.Block, e.Count > 0, e.Span)
		}
	}
	lines := starts.count(s)
	f.Totals.Lines = lines.file
	for i, c := range f.Classes {
		c.Totals.Lines = lines.classes[i]
	}
	for i := range f.Methods {
		f.Methods[i].Lines = lines.methods[i]
	}
	if f.Measured {
		f.Totals.FilesMeasured = 1
	}
}

// lineStarts lists the starts of measured code as sortable keys. A key has a part of the file, a line, and 0 for code
// that was executed, so that executed code comes first on its line.
type lineStarts []uint64

// add adds the starts of code in a block.
func (l *lineStarts) add(s sums, block int, executed bool, code ...report.Span) {
	methods, b := len(s.f.Methods), s.f.Blocks[block]
	for _, c := range code {
		key := uint64(c.Start.Line)<<1 | 1
		if executed {
			key--
		}
		if b.Method >= 0 {
			*l = append(*l, uint64(b.Method)<<33|key)
		}
		if b.Class != nil {
			*l = append(*l, uint64(methods+s.index[b.Class])<<33|key)
		}
		*l = append(*l, uint64(methods+len(s.f.Classes))<<33|key)
	}
}

// lineCounts has the numbers of lines on which measured code starts: of the methods, the classes and the whole file.
type lineCounts struct {
	methods, classes []report.Ratio
	file             report.Ratio
}

// count computes these numbers. A line is covered if any code that starts on it was executed.
func (l lineStarts) count(s sums) lineCounts {
	slices.Sort(l)
	methods, all := len(s.f.Methods), len(s.f.Methods)+len(s.f.Classes)
	counts := make([]report.Ratio, all+1)
	for i, key := range l {
		if i == 0 || key>>1 != l[i-1]>>1 {
			counts[key>>33] = counts[key>>33].Plus(report.RatioOf(1 - key&1))
		}
	}
	return lineCounts{counts[:methods], counts[methods:all], counts[all]}
}

// executedBy adds up the executions by tests of each origin.
func (s sums) executedBy(by *executedBy, regions []region, list []report.Origin) {
	f := s.f
	for i := range f.Methods {
		f.Methods[i].By = &by.methods[i]
	}
	for _, o := range list {
		for i := range f.Methods {
			m := &f.Methods[i]
			if n := m.By[o].Invocations; m.Measured && n > 0 {
				m.By[o].Methods = 1
				for _, t := range []*report.Totals{&f.Totals, &m.Class.Totals} {
					t.By[o].Methods++
					t.By[o].Invocations = report.Add(t.By[o].Invocations, n)
				}
			}
		}
		var starts lineStarts
		for _, r := range regions {
			if !r.Measured || !r.by.has(o) {
				continue
			}
			starts.add(s, r.Block, true, r.Statements...)
			f.Totals.By[o].Regions++
			b := f.Blocks[r.Block]
			if b.Class != nil {
				b.Class.Totals.By[o].Regions++
			}
			if b.Method >= 0 {
				f.Methods[b.Method].By[o].Regions++
			}
		}
		for i, e := range f.Expressions {
			if e.Measured && by.expressions[i].has(o) {
				starts.add(s, e.Block, true, e.Span)
			}
		}
		lines := starts.count(s)
		f.Totals.By[o].Lines = lines.file.Covered
		for i, c := range f.Classes {
			c.Totals.By[o].Lines = lines.classes[i].Covered
		}
	}
}

// omitted adds the unmeasured and excluded parts of the file to its totals.
func (s sums) omitted() {
	for i := range s.f.Omitted {
		s.omittedBy(&s.f.Omitted[i])
	}
}

func (s sums) omittedBy(p *report.Part) {
	f := s.f
	of := func(t *report.Totals) *report.Omitted {
		if p.Excluded {
			return &t.Excluded
		}
		return &t.Unmeasured
	}
	if p.Whole {
		of(&f.Totals).Files = 1
		for _, c := range f.Classes {
			of(&c.Totals).Files = 1
		}
		return
	}
	methods := 0
	for i := range f.Methods {
		m := &f.Methods[i]
		if f.OmittedBy(*m) == p {
			methods++
			of(&m.Class.Totals).Methods++
		}
	}
	of(&f.Totals).Methods += methods
	if methods > 0 {
		return
	}
	add := func(t *report.Totals) {
		if l := of(t); p.Method {
			l.Methods++
		} else {
			l.Parts++
		}
	}
	add(&f.Totals)
	if c := f.ClassAt(p.Span.Start.Offset); c != nil {
		add(&c.Totals)
	}
}
