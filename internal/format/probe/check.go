package probe

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

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
func (f *File) Check() error {
	if err := f.check(); err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	return nil
}

func (f *File) check() error {
	// It may start with ../ for a file beside the project that belongs to the build.
	base := path.Base(f.Path)
	if f.Path == "" || path.IsAbs(f.Path) || path.Clean(f.Path) != f.Path || base == "." || base == ".." ||
		strings.ContainsRune(f.Path, 0) {
		return errors.New("the path is not one of a file, from the project")
	}
	for _, check := range []func() error{
		f.checkTypes, f.checkMethods, f.checkBlocks, f.checkRegions, f.checkUnmeasured,
		f.checkExpressions, f.checkBranches, f.checkPoints, f.checkAnnotations, f.checkToggles,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) checkTypes() error {
	around, err := nesting("type", f.Types, func(t Type) Span { return t.Span }, false)
	if err != nil {
		return err
	}
	for i, t := range f.Types {
		if t.Kind > Anonymous {
			return fmt.Errorf("type %d: unknown kind %d", i, t.Kind)
		}
		if t.Parent != around[i] {
			return fmt.Errorf("type %d %s: its parent is %d, the innermost type around it is %d",
				i, t.Name, t.Parent, around[i])
		}
	}
	return nil
}

func (f *File) checkMethods() error {
	if _, err := nesting("method", f.Methods, func(m Method) Span { return m.Span }, false); err != nil {
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

func (f *File) checkBlocks() error {
	around, err := nesting("block", f.Blocks, func(b Block) Span { return b.Span }, true)
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

func (f *File) checkRegions() error {
	if _, err := nesting("region", f.Regions, func(r Region) Span { return r.Span }, false); err != nil {
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

func (f *File) checkExpressions() error {
	if _, err := nesting("expression", f.Expressions, func(e Expression) Span { return e.Span }, false); err != nil {
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

func (f *File) checkBranches() error {
	if _, err := nesting("branch", f.Branches, func(b Branch) Span { return b.Span }, false); err != nil {
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

func (f *File) checkPoints() error {
	if _, err := nesting("point", f.Points, func(p Point) Span { return p.Span }, false); err != nil {
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

func (f *File) checkAnnotations() error {
	if _, err := nesting("annotation", f.Annotations, func(a Annotated) Span { return a.Span }, false); err != nil {
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

// checkUnmeasured checks the unmeasured parts.
func (f *File) checkUnmeasured() error {
	return checkDisjoint("unmeasured part", f.Unmeasured, func(u Unmeasured) Span { return u.Span }, true)
}

// checkToggles checks the comments jprof:off and jprof:on.
func (f *File) checkToggles() error {
	return checkDisjoint("off or on comment", f.Toggles, func(t Toggle) Span { return t.Span }, false)
}

// checkFormula checks that the terms of a formula ascend, and that its counters exist.
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
