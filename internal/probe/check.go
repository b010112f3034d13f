package probe

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"strings"
)

// ErrOtherSource is wrapped by the error of File.CheckSource for bytes that were not instrumented.
var ErrOtherSource = errors.New("the file is not the one that was built")

// Check returns the first fault in the layout of a package: its files must be in ascending order of Path and their
// counters must fill its section without gap or overlap, in the same order. Check checks each file.
func (p *Package) Check() error {
	base := uint64(0)
	for i, f := range p.Files {
		if f == nil {
			return fmt.Errorf("package %q: file %d is nil", p.Name, i)
		}
		if i > 0 && p.Files[i-1].Path >= f.Path {
			return fmt.Errorf("package %q: file %q stands after %q", p.Name, f.Path, p.Files[i-1].Path)
		}
		if uint64(f.Base) != base {
			return fmt.Errorf("%s: its counters start at %d, those before it end at %d", f.Path, f.Base, base)
		}
		base += uint64(f.Counters)
		if err := f.Check(); err != nil {
			return err
		}
	}
	if base > MaxCounters {
		return fmt.Errorf("package %q: %d counters are more than the limit of %d", p.Name, base, MaxCounters)
	}
	if base > 0 && p.Helper == "" {
		return fmt.Errorf("package %q: it has counters and no helper class", p.Name)
	}
	return nil
}

// Check returns the first fault of a file. When it returns nil,
//
//   - Path is a slash path that leads nowhere outside of the project;
//   - every span has its start before its end, and lines that do not decrease (only a block and an
//     unmeasured part may be empty);
//   - all tables are in ascending order of Span.Start, the outer before the inner; no two of a kind overlap unless one
//     is inside the other (Unmeasured and Toggles: no two overlap);
//   - all indices are valid; Parent is the index of the innermost type or block around, and smaller;
//   - a method lies in its type, a block in its method, a region, expression, branch or point in its block;
//   - the statements of a region ascend and lie inside of it (there may be none: a region can
//     consist of the declaration of a local class);
//   - a branch whose kind has one outcome has no formula for the other;
//   - an annotation has a name, and the span of a type or method;
//   - the terms of every formula ascend, none has the coefficient 0, and each counter exists.
//
// CheckSource checks that spans lie within the source.
func (f *File) Check() error {
	if err := f.check(); err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return nil
}

// CheckSource returns an error unless src are the original bytes of the file, and all places in f lie within them. An
// error for other bytes wraps ErrOtherSource. f must have passed Check.
func (f *File) CheckSource(src []byte) error {
	if hash := sha256.Sum256(src); !bytes.Equal(hash[:], f.Hash[:]) {
		return fmt.Errorf("%s: %w", f.Path, ErrOtherSource)
	}
	// The parts of a type, block or region end before it does: its end is enough.
	var end uint32
	for _, spans := range f.spans() {
		for _, s := range spans {
			end = max(end, s.End.Offset)
		}
	}
	if int64(end) > int64(len(src)) {
		return fmt.Errorf("%s: the map reaches to byte %d of %d", f.Path, end, len(src))
	}
	return nil
}

// spans is the spans of each table.
func (f *File) spans() [][]Span {
	tables := make([][]Span, 10)
	for _, t := range f.Types {
		tables[0] = append(tables[0], t.Span)
	}
	for _, m := range f.Methods {
		tables[1] = append(tables[1], m.Span)
	}
	for _, b := range f.Blocks {
		tables[2] = append(tables[2], b.Span)
	}
	for _, r := range f.Regions {
		tables[3] = append(tables[3], r.Span)
	}
	for _, u := range f.Unmeasured {
		tables[4] = append(tables[4], u.Span)
	}
	for _, b := range f.Branches {
		tables[5] = append(tables[5], b.Span)
	}
	for _, p := range f.Points {
		tables[6] = append(tables[6], p.Span)
	}
	for _, a := range f.Annotations {
		tables[7] = append(tables[7], a.Span)
	}
	for _, t := range f.Toggles {
		tables[8] = append(tables[8], t.Span)
	}
	for _, e := range f.Expressions {
		tables[9] = append(tables[9], e.Span)
	}
	return tables
}

func (f *File) check() error {
	// It may start with ../ for a file beside the project that belongs to the build.
	if p := f.Path; p == "" || path.IsAbs(p) || path.Clean(p) != p || path.Base(p) == "." || path.Base(p) == ".." || strings.ContainsRune(p, 0) {
		return errors.New("the path is not one of a file, from the project")
	}
	spans := f.spans()
	for _, check := range []func() error{
		func() error { return f.checkTypes(spans[0]) },
		func() error { return f.checkMethods(spans[1]) },
		func() error { return f.checkBlocks(spans[2]) },
		func() error { return f.checkRegions(spans[3]) },
		func() error { return checkDisjoint("unmeasured part", spans[4], true) },
		func() error { return f.checkExpressions(spans[9]) },
		func() error { return f.checkBranches(spans[5]) },
		func() error { return f.checkPoints(spans[6]) },
		func() error { return f.checkAnnotations(spans[7]) },
		func() error { return checkDisjoint("off or on comment", spans[8], false) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) checkTypes(spans []Span) error {
	around, err := nesting("type", spans, false)
	if err != nil {
		return err
	}
	for i, t := range f.Types {
		if t.Kind > Anonymous {
			return fmt.Errorf("type %d: unknown kind %d", i, t.Kind)
		}
		if t.Parent != around[i] {
			return fmt.Errorf("type %d %s: its parent is %d, the innermost type around it is %d", i, t.Name, t.Parent, around[i])
		}
	}
	return nil
}

func (f *File) checkMethods(spans []Span) error {
	if _, err := nesting("method", spans, false); err != nil {
		return err
	}
	for i, m := range f.Methods {
		switch {
		case m.Kind > InstanceInit:
			return fmt.Errorf("method %d: unknown kind %d", i, m.Kind)
		case !valid(m.Type, len(f.Types)):
			return fmt.Errorf("method %d %s: no type %d", i, m.Name, m.Type)
		case !m.Span.within(f.Types[m.Type].Span):
			return fmt.Errorf("method %d %s: it is not inside of its type", i, m.Name)
		case m.NameAt.Offset < m.Span.Start.Offset || m.NameAt.Offset >= m.Span.End.Offset:
			return fmt.Errorf("method %d %s: its name is not inside of it", i, m.Name)
		}
		if err := f.checkFormula(m.Count); err != nil {
			return fmt.Errorf("method %d %s: %w", i, m.Name, err)
		}
	}
	return nil
}

func (f *File) checkBlocks(spans []Span) error {
	around, err := nesting("block", spans, true)
	if err != nil {
		return err
	}
	for i, b := range f.Blocks {
		switch {
		case b.Kind > FieldBlock:
			return fmt.Errorf("block %d: unknown kind %d", i, b.Kind)
		case b.Parent != around[i]:
			return fmt.Errorf("block %d: its parent is %d, the innermost block around it is %d", i, b.Parent, around[i])
		case b.Method != -1 && !valid(b.Method, len(f.Methods)):
			return fmt.Errorf("block %d: no method %d", i, b.Method)
		case b.Method != -1 && !b.Span.within(f.Methods[b.Method].Span):
			return fmt.Errorf("block %d: it is not inside of its method %d", i, b.Method)
		}
		if err := f.checkFormula(b.Count); err != nil {
			return fmt.Errorf("block %d: %w", i, err)
		}
	}
	return nil
}

func (f *File) checkRegions(spans []Span) error {
	if _, err := nesting("region", spans, false); err != nil {
		return err
	}
	for i, r := range f.Regions {
		if err := f.checkBlock(r.Block, r.Span, false); err != nil {
			return fmt.Errorf("region %d: %w", i, err)
		}
		if err := f.checkFormula(r.Count); err != nil {
			return fmt.Errorf("region %d: %w", i, err)
		}
		for j, s := range r.Statements {
			if err := s.Span.check(false); err != nil {
				return fmt.Errorf("region %d: its statement %d: %w", i, j, err)
			}
			if !s.Span.within(r.Span) {
				return fmt.Errorf("region %d: its statement %d is not inside of it", i, j)
			}
			if j > 0 && !r.Statements[j-1].Span.Start.before(s.Span.Start) {
				return fmt.Errorf("region %d: its statement %d does not come after the one before", i, j)
			}
			if err := f.checkFormula(s.Count); err != nil {
				return fmt.Errorf("region %d: its statement %d: %w", i, j, err)
			}
		}
	}
	return nil
}

func (f *File) checkExpressions(spans []Span) error {
	if _, err := nesting("expression", spans, false); err != nil {
		return err
	}
	for i, e := range f.Expressions {
		if err := f.checkBlock(e.Block, e.Span, false); err != nil {
			return fmt.Errorf("expression %d: %w", i, err)
		}
		if err := f.checkFormula(e.Count); err != nil {
			return fmt.Errorf("expression %d: %w", i, err)
		}
	}
	return nil
}

func (f *File) checkBranches(spans []Span) error {
	if _, err := nesting("branch", spans, false); err != nil {
		return err
	}
	for i, b := range f.Branches {
		switch {
		case b.Kind > CatchBranch:
			return fmt.Errorf("branch %d: unknown kind %d", i, b.Kind)
		case b.Kind.Outcomes() == 1 && len(b.False) > 0:
			return fmt.Errorf("branch %d: it has only one outcome, and a formula for the other", i)
		}
		if err := f.checkBlock(b.Block, b.Span, true); err != nil {
			return fmt.Errorf("branch %d: %w", i, err)
		}
		if err := f.checkFormula(b.True); err != nil {
			return fmt.Errorf("branch %d: %w", i, err)
		}
		if err := f.checkFormula(b.False); err != nil {
			return fmt.Errorf("branch %d: %w", i, err)
		}
	}
	return nil
}

func (f *File) checkPoints(spans []Span) error {
	if _, err := nesting("point", spans, false); err != nil {
		return err
	}
	for i, p := range f.Points {
		if p.Counter >= f.Counters {
			return fmt.Errorf("point %d: counter %d of %d", i, p.Counter, f.Counters)
		}
		if err := f.checkBlock(p.Block, p.Span, false); err != nil {
			return fmt.Errorf("point %d: %w", i, err)
		}
	}
	return nil
}

// checkBlock checks that a part lies in the block of that index.
func (f *File) checkBlock(block int32, part Span, mayBeNone bool) error {
	switch {
	case block == -1 && mayBeNone:
		return nil
	case !valid(block, len(f.Blocks)):
		return fmt.Errorf("no block %d", block)
	case !part.within(f.Blocks[block].Span):
		return fmt.Errorf("it is not inside of its block %d", block)
	}
	return nil
}

func (f *File) checkAnnotations(spans []Span) error {
	if _, err := nesting("annotation", spans, false); err != nil {
		return err
	}
	declared := map[Span]bool{}
	for _, t := range f.Types {
		declared[t.Span] = true
	}
	for _, m := range f.Methods {
		declared[m.Span] = true
	}
	for i, a := range f.Annotations {
		switch {
		case a.Name == "":
			return fmt.Errorf("annotation %d: it has no name", i)
		case !declared[a.Span]:
			return fmt.Errorf("annotation %d @%s: no type or method has its span", i, a.Name)
		}
	}
	return nil
}

// checkDisjoint checks that spans of one kind are in order, and that no two overlap.
func checkDisjoint(what string, spans []Span, mayBeEmpty bool) error {
	around, err := nesting(what, spans, mayBeEmpty)
	if err != nil {
		return err
	}
	for i := range spans {
		if around[i] != -1 {
			return fmt.Errorf("%s %d: it is inside of %s %d", what, i, what, around[i])
		}
	}
	return nil
}

func (f *File) checkFormula(sum Formula) error {
	for i, t := range sum {
		switch {
		case t.Counter >= f.Counters:
			return fmt.Errorf("counter %d of %d in its formula", t.Counter, f.Counters)
		case t.Coef == 0:
			return fmt.Errorf("counter %d has the coefficient 0 in its formula", t.Counter)
		case i > 0 && sum[i-1].Counter >= t.Counter:
			return fmt.Errorf("counter %d stands after %d in its formula", t.Counter, sum[i-1].Counter)
		}
	}
	return nil
}

// nesting checks that spans of one kind are in order, and nested or disjoint. It returns the index
// of the innermost span around each, -1 where there is none. Of equal spans the first is around.
func nesting(what string, spans []Span, mayBeEmpty bool) (around []int32, err error) {
	around = make([]int32, len(spans))
	var open []int32 // the spans around the current one, innermost last
	for i, s := range spans {
		if err := s.check(mayBeEmpty); err != nil {
			return nil, fmt.Errorf("%s %d: %w", what, i, err)
		}
		if i > 0 && spans[i-1].Start.Offset > s.Start.Offset {
			return nil, fmt.Errorf("%s %d: it starts before %s %d", what, i, what, i-1)
		}
		for len(open) > 0 && spans[open[len(open)-1]].End.Offset <= s.Start.Offset {
			open = open[:len(open)-1]
		}
		around[i] = -1
		if len(open) > 0 {
			around[i] = open[len(open)-1]
			if !s.within(spans[around[i]]) {
				return nil, fmt.Errorf("%s %d: it is partly inside of %s %d", what, i, what, around[i])
			}
		}
		open = append(open, int32(i))
	}
	return around, nil
}

func (s Span) check(mayBeEmpty bool) error {
	switch {
	case s.Start.Line == 0:
		return errors.New("it starts on line 0")
	case s.End.Offset < s.Start.Offset || s.End.Line < s.Start.Line:
		return errors.New("it ends before it starts")
	case s.End.Offset == s.Start.Offset && !mayBeEmpty:
		return errors.New("it is empty")
	}
	return nil
}

func (s Span) within(o Span) bool {
	return o.Start.Offset <= s.Start.Offset && s.End.Offset <= o.End.Offset
}

func (p Pos) before(q Pos) bool { return p.Offset < q.Offset && p.Line <= q.Line }

func valid(index int32, n int) bool { return index >= 0 && int(index) < n }
