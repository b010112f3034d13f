package probe

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"
)

// Check returns the first fault in the layout of a package. Its files must be in ascending order of Path. Their
// counters must fill the section of the package without gap or overlap, in the same order. Check also checks each file.
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
	// The path of a file of the build that is beside the project starts with ../.
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
	return checkTable("type", f.Types, false, func(t *Type, around int32) error {
		switch {
		case t.Kind > Anonymous:
			return fmt.Errorf("unknown kind %d", t.Kind)
		case t.Parent != around:
			return fmt.Errorf("%s: its parent is %d, the innermost type around it is %d", t.Name, t.Parent, around)
		}
		return nil
	})
}

func (f *File) checkMethods() error {
	return checkTable("method", f.Methods, false, func(m *Method, _ int32) error {
		switch {
		case m.Kind > InstanceInit:
			return fmt.Errorf("unknown kind %d", m.Kind)
		case !valid(m.Type, len(f.Types)):
			return fmt.Errorf("%s: no type %d", m.Name, m.Type)
		case !m.within(f.Types[m.Type].Span):
			return fmt.Errorf("%s: it is not inside of its type", m.Name)
		case m.NameAt.Offset < m.Start.Offset || m.NameAt.Offset >= m.End.Offset:
			return fmt.Errorf("%s: its name is not inside of it", m.Name)
		}
		return f.checkFormula(m.Count)
	})
}

func (f *File) checkBlocks() error {
	return checkTable("block", f.Blocks, true, func(b *Block, around int32) error {
		switch {
		case b.Kind > FieldBlock:
			return fmt.Errorf("unknown kind %d", b.Kind)
		case b.Parent != around:
			return fmt.Errorf("its parent is %d, the innermost block around it is %d", b.Parent, around)
		case b.Method != -1 && !valid(b.Method, len(f.Methods)):
			return fmt.Errorf("no method %d", b.Method)
		case b.Method != -1 && !b.within(f.Methods[b.Method].Span):
			return fmt.Errorf("it is not inside of its method %d", b.Method)
		}
		return f.checkFormula(b.Count)
	})
}

func (f *File) checkRegions() error {
	return checkTable("region", f.Regions, false, func(r *Region, _ int32) error {
		if err := f.checkInBlock(r.Block, r.Span, r.Count); err != nil {
			return err
		}
		for i, s := range r.Statements {
			err := s.check(false)
			switch {
			case err != nil:
			case !s.within(r.Span):
				return fmt.Errorf("its statement %d is not inside of it", i)
			case i > 0 && !r.Statements[i-1].Start.before(s.Start):
				return fmt.Errorf("its statement %d does not come after the one before", i)
			default:
				err = f.checkFormula(s.Count)
			}
			if err != nil {
				return fmt.Errorf("its statement %d: %w", i, err)
			}
		}
		return nil
	})
}

func (f *File) checkExpressions() error {
	return checkTable("expression", f.Expressions, false, func(e *Expression, _ int32) error {
		return f.checkInBlock(e.Block, e.Span, e.Count)
	})
}

func (f *File) checkBranches() error {
	return checkTable("branch", f.Branches, false, func(b *Branch, _ int32) error {
		switch {
		case b.Kind > CatchBranch:
			return fmt.Errorf("unknown kind %d", b.Kind)
		case b.Kind.Outcomes() == 1 && len(b.False) > 0:
			return errors.New("it has only one outcome, and a formula for the other")
		case b.Block == -1:
			return cmp.Or(f.checkFormula(b.True), f.checkFormula(b.False))
		}
		return f.checkInBlock(b.Block, b.Span, b.True, b.False)
	})
}

func (f *File) checkPoints() error {
	return checkTable("point", f.Points, false, func(p *Point, _ int32) error {
		if p.Counter >= f.Counters {
			return fmt.Errorf("counter %d of %d", p.Counter, f.Counters)
		}
		return f.checkInBlock(p.Block, p.Span)
	})
}

// checkInBlock checks that part lies in the block with the index block, and checks the formulas of the part.
func (f *File) checkInBlock(block int32, part Span, formulas ...Formula) error {
	switch {
	case !valid(block, len(f.Blocks)):
		return fmt.Errorf("no block %d", block)
	case !part.within(f.Blocks[block].Span):
		return fmt.Errorf("it is not inside of its block %d", block)
	}
	for _, sum := range formulas {
		if err := f.checkFormula(sum); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) checkAnnotations() error {
	declared := f.Declared()
	return checkTable("annotation", f.Annotations, false, func(a *Annotated, _ int32) error {
		switch {
		case a.Name == "":
			return errors.New("it has no name")
		case !declared[a.Span]:
			return fmt.Errorf("@%s: no type or method has its span", a.Name)
		}
		return nil
	})
}

// Declared returns the spans of the types and methods.
func (f *File) Declared() map[Span]bool {
	declared := map[Span]bool{}
	for _, t := range f.Types {
		declared[t.Span] = true
	}
	for _, m := range f.Methods {
		declared[m.Span] = true
	}
	return declared
}

func (f *File) checkUnmeasured() error {
	return checkTable("unmeasured part", f.Unmeasured, true, outermost[Unmeasured])
}

func (f *File) checkToggles() error {
	return checkTable("off or on comment", f.Toggles, false, outermost[Toggle])
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
