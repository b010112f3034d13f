package report

import "slices"

// sumUp makes the top-level classes of the file, and adds up the metrics of its methods, its classes and itself.
func (f *File) sumUp() {
	f.makeClasses()
	f.setClasses()
	f.setReached()
	s := sums{f, make([]Metrics, len(f.Classes)+1)}
	for i := range f.Methods {
		m := &f.Methods[i]
		if m.Measured {
			m.Metrics = ofMethod(m.Invocations)
		}
	}
	for _, b := range f.Blocks {
		if b.Measured {
			s.add(b.Method, b.Class, ofBlock(b))
		}
	}
	for _, r := range f.Regions {
		if r.Measured {
			b := f.Blocks[r.Block]
			s.add(b.Method, b.Class, ofRegion(r))
		}
	}
	for _, b := range f.Branches {
		if b.Measured {
			s.add(f.MethodOf(b.Block), f.classAround(b), ofBranch(b))
		}
	}
	for _, d := range f.decisions() {
		if i := f.MethodOf(d.block); i >= 0 && f.Methods[i].Measured {
			s.add(i, nil, ofDecision(d)) // code in no method, such as values of fields, has no complexity
		}
	}
	s.sumUp()
	lines := f.countLines(func(count uint64, _ origins) bool { return count > 0 })
	f.Totals.Lines = lines.file // not the sum: two classes may be on one line
	for i, c := range f.Classes {
		c.Totals.Lines = lines.classes[i]
	}
	for i := range f.Methods {
		f.Methods[i].Lines = lines.methods[i]
	}
	for i := range f.Omitted {
		f.sumUpOmitted(&f.Omitted[i])
	}
	if f.Measured {
		f.Totals.FilesMeasured = 1
	}
}

// These compute what each measured part of a file adds to the metrics of its method and class.

func ofMethod(invocations uint64) Metrics {
	return Metrics{Methods: one(invocations), Invocations: invocations, Complexity: 1}
}

func ofBlock(b Block) Metrics { return Metrics{Blocks: one(b.Count)} }

func ofRegion(r Region) Metrics {
	statements := Ratio{Total: len(r.Statements)}
	if r.Count > 0 {
		statements.Covered = statements.Total
	}
	return Metrics{Regions: one(r.Count), Statements: statements, Executed: Times(r.Count, len(r.Statements))}
}

func ofBranch(b Branch) Metrics { return Metrics{Branches: b.Covered()} }

func ofDecision(d decision) Metrics { return Metrics{Complexity: d.paths().Total} }

// one is the ratio of a single thing with a count.
func one(count uint64) (r Ratio) {
	r.add(count)
	return r
}

// sums adds up the metrics of the parts of a file.
type sums struct {
	f       *File
	outside []Metrics // of code in no method: in File.Classes, and at the end of code in no class
}

// add adds the metrics of a part of a method, an index in File.Methods, or else of a class, nil for none.
func (s *sums) add(method int, class *Class, m Metrics) {
	to := &s.outside[len(s.f.Classes)]
	switch {
	case method >= 0:
		to = &s.f.Methods[method].Metrics
	case class != nil:
		to = &s.outside[class.index]
	}
	*to = to.Plus(m)
}

// sumUp adds up the methods of classes, and the classes of the file.
func (s *sums) sumUp() {
	f := s.f
	f.Totals.Metrics = s.outside[len(f.Classes)]
	for i, c := range f.Classes {
		c.Totals.Metrics = s.outside[i]
		for _, k := range c.Methods {
			m := f.Methods[k].Metrics
			if !f.Methods[k].Measured {
				m.Invocations = 0 // which it keeps for formats that list all methods
			}
			c.Totals.Metrics = c.Totals.Metrics.Plus(m)
		}
		f.Totals.Metrics = f.Totals.Metrics.Plus(c.Totals.Metrics)
	}
}

// setClasses notes the class of each method and block, and finds the blocks that were entered most often.
func (f *File) setClasses() {
	for i := range f.Methods {
		m := &f.Methods[i]
		m.Class = f.ClassOf[m.Type]
		m.Class.Methods = append(m.Class.Methods, i)
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		if b.Method >= 0 {
			b.Class = f.Methods[b.Method].Class
		} else {
			b.Class = f.ClassAt(b.Span.Start.Offset)
		}
		if !b.Measured {
			continue
		}
		hotter := func(than int) bool { return than < 0 || b.Count > f.Blocks[than].Count }
		if c := b.Class; c != nil && hotter(c.Hottest) {
			c.Hottest = i
		}
		if b.Method >= 0 && hotter(f.Methods[b.Method].Hottest) {
			f.Methods[b.Method].Hottest = i
		}
	}
}

// classAround is the class that a branch is in, nil for none.
func (f *File) classAround(b Branch) *Class {
	if b.Block >= 0 {
		return f.Blocks[b.Block].Class
	}
	return f.ClassAt(b.Span.Start.Offset)
}

// lineCounts are the lines of the methods, the classes and all of a file on which measured code starts.
type lineCounts struct {
	methods, classes []Ratio
	file             Ratio
}

// countLines counts lines, with those as covered on which a statement or an expression starts that was executed.
func (f *File) countLines(executed func(count uint64, by origins) bool) lineCounts {
	// A key is a part of the file, a line, and 0 for code that was executed: this comes first, line by line.
	var keys []uint64
	classes, all := len(f.Methods), len(f.Methods)+len(f.Classes)
	add := func(block int, at Pos, executed bool) {
		key := uint64(at.Line)<<1 | 1
		if executed {
			key--
		}
		b := f.Blocks[block]
		if b.Method >= 0 {
			keys = append(keys, uint64(b.Method)<<33|key)
		}
		if b.Class != nil {
			keys = append(keys, uint64(classes+b.Class.index)<<33|key)
		}
		keys = append(keys, uint64(all)<<33|key)
	}
	for _, r := range f.Regions {
		if r.Measured {
			is := executed(r.Count, r.by)
			for _, s := range r.Statements {
				add(r.Block, s.Start, is)
			}
		}
	}
	for _, e := range f.Expressions {
		if e.Measured {
			add(e.Block, e.Span.Start, executed(e.Count, e.by))
		}
	}
	slices.Sort(keys)
	counts := make([]Ratio, all+1)
	for i, key := range keys {
		if i == 0 || key>>1 != keys[i-1]>>1 {
			counts[key>>33].add(1 - key&1)
		}
	}
	return lineCounts{counts[:classes], counts[classes:all], counts[all]}
}
