package report

import "slices"

// sumUp makes the top-level classes of the file and adds up what belongs to each.
func (f *File) sumUp() {
	f.makeClasses()
	for i := range f.Methods {
		m := &f.Methods[i]
		m.Class = f.classOf[m.typ]
		m.Class.Methods = append(m.Class.Methods, i)
		if m.Measured {
			m.Class.Totals.Methods.add(m.Invocations)
			m.Class.Totals.Invocations = add(m.Class.Totals.Invocations, m.Invocations)
			f.Totals.Methods.add(m.Invocations)
			f.Totals.Invocations = add(f.Totals.Invocations, m.Invocations)
		}
	}
	for i := range f.Blocks {
		f.sumUpBlock(i)
	}
	for _, r := range f.Regions {
		f.sumUpRegion(r)
	}
	f.sumUpBranches()
	f.sumUpComplexity()
	f.sumUpLines()
	for i := range f.Omitted {
		f.sumUpOmitted(&f.Omitted[i])
	}
	if f.Measured {
		f.Totals.FilesMeasured = 1
	}
}

// sumUpOmitted adds up what an unmeasured part takes out.
func (f *File) sumUpOmitted(p *Part) {
	of := func(t *Totals) *Omitted {
		if p.Excluded {
			return &t.Excluded
		}
		return &t.Unmeasured
	}
	for _, c := range f.Classes {
		if t := f.types[slices.Index(f.classOf, c)]; f.omittedBy(t.Span.Start.Offset, t.Span.End.Offset) == p {
			c.OmittedBy = p
		}
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
	add := func(t *Totals) {
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

// makeClasses makes a class of each top-level type, and notes for each type in which it is counted.
func (f *File) makeClasses() {
	f.classOf = make([]*Class, len(f.types))
	for i := range f.types {
		top := i
		for f.types[top].Parent != -1 { // ends: a parent has the smaller index
			top = int(f.types[top].Parent)
		}
		if f.classOf[top] == nil {
			t := f.types[top]
			f.classOf[top] = &Class{Name: t.Name, File: f, Hottest: -1, Line: int(t.Span.Start.Line)}
			f.Classes = append(f.Classes, f.classOf[top])
		}
		f.classOf[i] = f.classOf[top]
	}
	slices.SortStableFunc(f.Classes, func(a, b *Class) int { return a.Line - b.Line })
}

// Nested is a class within another one: a member, a local or an anonymous class.
type Nested struct {
	Name        string // as javac calls it: Outer$Inner, Outer$1Local, Outer$1
	Line        int    // where it is declared
	Measured    bool   // false where something takes all of it out
	Invocations uint64 // of its methods, those of classes within it included
}

// Nested lists the classes of the file that are not top-level, in the order of the source.
func (f *File) Nested() []Nested {
	var list []Nested
	invocations := make([]uint64, len(f.types))
	for i := range f.Methods {
		if m := &f.Methods[i]; m.Measured {
			for t := m.typ; t >= 0; t = f.types[t].Parent {
				invocations[t] = add(invocations[t], m.Invocations)
			}
		}
	}
	for i, t := range f.types {
		if t.Parent >= 0 {
			left := f.omittedBy(t.Span.Start.Offset, t.Span.End.Offset)
			list = append(list, Nested{Name: t.Name, Line: int(t.Span.Start.Line), Measured: left == nil, Invocations: invocations[i]})
		}
	}
	return list
}

// ClassAt returns the top-level class around a byte, or nil.
func (f *File) ClassAt(offset uint32) *Class {
	for i, t := range f.types {
		if t.Parent == -1 && t.Span.Start.Offset <= offset && offset < t.Span.End.Offset {
			return f.classOf[i]
		}
	}
	return nil
}

func (f *File) sumUpBlock(i int) {
	b := &f.Blocks[i]
	if b.Method >= 0 {
		b.Class = f.Methods[b.Method].Class
	} else {
		b.Class = f.ClassAt(b.Span.Start.Offset)
	}
	if !b.Measured {
		return
	}
	f.Totals.Blocks.add(b.Count)
	if c := b.Class; c != nil {
		c.Totals.Blocks.add(b.Count)
		if c.Hottest < 0 || b.Count > f.Blocks[c.Hottest].Count {
			c.Hottest = i
		}
	}
	if b.Method >= 0 {
		m := &f.Methods[b.Method]
		if m.Hottest < 0 || b.Count > f.Blocks[m.Hottest].Count {
			m.Hottest = i
		}
	}
}

func (f *File) sumUpRegion(r Region) {
	if !r.Measured {
		return
	}
	b := f.Blocks[r.Block]
	executed, statements := times(r.Count, len(r.Statements)), Ratio{Total: len(r.Statements)}
	if r.Count > 0 {
		statements.Covered = statements.Total
	}
	f.Totals.Regions.add(r.Count)
	f.Totals.Statements.plus(statements)
	f.Totals.Executed = add(f.Totals.Executed, executed)
	if b.Class != nil {
		b.Class.Totals.Regions.add(r.Count)
		b.Class.Totals.Statements.plus(statements)
		b.Class.Totals.Executed = add(b.Class.Totals.Executed, executed)
	}
	if b.Method >= 0 {
		m := &f.Methods[b.Method]
		m.Regions.add(r.Count)
		m.Executed = add(m.Executed, executed)
	}
}

func (r *Ratio) add(count uint64) {
	r.Total++
	if count > 0 {
		r.Covered++
	}
}

func (r *Ratio) plus(o Ratio) { *r = r.Plus(o) }

func (l *Omitted) plus(o Omitted) {
	l.Files += o.Files
	l.Methods += o.Methods
	l.Parts += o.Parts
}

// add adds up the totals of parts that have nothing in common.
func (t *Totals) add(o Totals) {
	t.Methods.plus(o.Methods)
	t.Blocks.plus(o.Blocks)
	t.Regions.plus(o.Regions)
	t.Lines.plus(o.Lines)
	t.Branches.plus(o.Branches)
	t.Statements.plus(o.Statements)
	t.Complexity += o.Complexity
	t.Invocations = add(t.Invocations, o.Invocations)
	t.Executed = add(t.Executed, o.Executed)
	t.FilesMeasured += o.FilesMeasured
	t.Unmeasured.plus(o.Unmeasured)
	t.Excluded.plus(o.Excluded)
	t.By.plus(&o.By)
}
