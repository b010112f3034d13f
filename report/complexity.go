package report

import (
	"cmp"
	"slices"
)

// The cyclomatic complexity of a method is the number of independent paths through it (McCabe, "A Complexity Measure",
// IEEE Transactions on Software Engineering 2(4), 1976). It is 1 plus, for each decision, the number of its outcomes
// minus 1. JaCoCo uses the same formula.

// Decision is a place where execution goes one of several ways: a condition, a loop, or all labels of a switch.
type Decision struct {
	Block    int   // index in File.Blocks, -1 for none
	Outcomes Ratio // measured ones
}

// Paths returns the number of paths that the decision adds to the one path of each method. A catch clause has one
// outcome, and adds none.
func (d Decision) Paths() Ratio {
	return Ratio{max(0, d.Outcomes.Covered-1), max(0, d.Outcomes.Total-1)}
}

// Decisions returns the measured decisions. All labels of a switch are one decision: they are in one block, and belong
// to one of its statements.
func (f *File) Decisions() []Decision {
	type key struct{ block, statement int }
	var starts []key
	for _, r := range f.Regions {
		for _, s := range r.Statements {
			starts = append(starts, key{r.Block, int(s.Start.Offset)})
		}
	}
	compare := func(a, b key) int {
		return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.statement, b.statement))
	}
	slices.SortFunc(starts, compare)
	var out []Decision
	switches := map[key]int{}
	for _, b := range f.Branches {
		if !b.Measured {
			continue
		}
		if b.Kind != "case" && b.Kind != "default" {
			out = append(out, Decision{b.Block, b.Covered()})
			continue
		}
		i, found := slices.BinarySearchFunc(starts, key{b.Block, int(b.Span.Start.Offset)}, compare)
		if !found {
			i--
		}
		of := key{b.Block, -1}
		if i >= 0 && starts[i].block == b.Block {
			of = starts[i]
		}
		at, ok := switches[of]
		if !ok {
			at = len(out)
			switches[of] = at
			out = append(out, Decision{Block: b.Block})
		}
		out[at].Outcomes.plus(b.Covered())
	}
	return out
}
