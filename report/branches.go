package report

import (
	"fmt"
	"slices"
)

// Covered returns the number of executed outcomes, and the number of all.
func (b Branch) Covered() Ratio {
	var r Ratio
	r.add(b.True)
	if b.Outcomes == 2 {
		r.add(b.False)
	}
	return r
}

// String describes the executed and missing outcomes, in words that fit to the construct.
func (b Branch) String() string {
	yes := Thousands(b.True)
	switch {
	case !b.Reached:
		return "never reached"
	case b.Kind == "loop":
		return fmt.Sprintf("next element %s, no more %s", yes, Thousands(b.False))
	case b.Outcomes == 2:
		return fmt.Sprintf("true %s, false %s", yes, Thousands(b.False))
	case b.Kind == "case":
		return "chosen " + yes
	case b.Kind == "default":
		return "no case chosen " + yes
	case b.Kind == "catch":
		return "caught " + yes
	}
	return yes
}

// Short is String in the form that stands after code: "T 3 / F 0".
func (b Branch) Short() string {
	yes := Thousands(b.True)
	switch {
	case !b.Reached:
		return b.String()
	case b.Kind == "loop":
		return "next " + yes + " / end " + Thousands(b.False)
	case b.Outcomes == 2:
		return "T " + yes + " / F " + Thousands(b.False)
	}
	return map[string]string{"catch": "caught ", "default": "no case "}[b.Kind] + "× " + yes
}

// Reaches reports whether execution has reached a branch, by the counts of the file.
func (f *File) Reaches(b Branch) bool {
	return b.True > 0 || b.Outcomes == 2 && b.False > 0 ||
		b.Outcomes == 1 && f.CountAt(b.Span.Start.Offset, b.Block) > 0
}

// Due reports whether outcomes that did not happen count as missing. They do if execution has reached the branch, or
// the code around it. An assertion without -ea is reached but has no outcome.
func (f *File) Due(b Branch) bool {
	return b.Reached || f.CountAt(b.Span.Start.Offset, b.Block) > 0
}

// CountAt returns the count of the innermost region around a byte in the block. If there is none, it returns the count
// of the block.
func (f *File) CountAt(offset uint32, block int) uint64 {
	if block < 0 {
		return 0
	}
	after, _ := slices.BinarySearchFunc(f.Regions, offset+1, func(r Region, offset uint32) int {
		return int(int64(r.Span.Start.Offset) - int64(offset))
	})
	for _, r := range slices.Backward(f.Regions[:after]) {
		if r.Span.Start.Offset < f.Blocks[block].Span.Start.Offset {
			break
		}
		if offset < r.Span.End.Offset && r.Block == block {
			return r.Count
		}
	}
	return f.Blocks[block].Count
}
