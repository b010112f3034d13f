package contextview

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"jprof/report/contexts/cct"
)

// Left sums up the contexts without a row, by reason.
type Left struct {
	// Contexts is the number of contexts without a row, and Amount their exclusive part of the metric. For callers,
	// Contexts is 0, and Amount is the part of the total of the methods for which some callers have no row.
	Contexts int
	Amount   uint64
	Rows     bool // there was no room for more rows
	Share    bool // some have less than the smallest share that is shown
	Depth    bool // some are below the deepest level that is shown
	limits   Limits
	up       bool
}

// left sums up the contexts that the rows of groups omit. waiting has the groups that were not divided.
func (g *grower) left(top, waiting []*group) Left {
	l := g.cut
	l.limits, l.up = g.limits, g.up
	for _, x := range waiting {
		if next := g.divide(x); len(next) > 0 {
			l.Rows = l.Rows || g.matters(next[0])
			l.Share = l.Share || slices.ContainsFunc(next, g.isSmall)
		}
		x.divided = nil
	}
	l.Depth = g.cut.Depth
	value := func(x *group) uint64 { return x.inclusive }
	if g.up && g.by == cct.Calls {
		value = func(x *group) uint64 { return x.self }
	}
	shown, nodes := uint64(0), 0 // of callers: the part for which all callers have rows
	for stack := slices.Clone(top); len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], x.children...)
		switch {
		case !g.up:
			shown = cct.Add(cct.Add(shown, x.self), x.skippedSelf)
			nodes += x.skippedNodes
			if !g.isRoot(x) {
				nodes += len(x.nodes)
			}
		case g.isRoot(x):
			shown = cct.Add(shown, value(x))
		}
	}
	l.Amount = g.whole - min(shown, g.whole)
	if !g.up {
		l.Contexts = g.contexts - nodes
	}
	return l
}

// isSmall reports whether a group has some of the metric, but less than the smallest share that is shown.
func (g *grower) isSmall(x *group) bool { return g.rank(x) > 0 && !g.matters(x) }

// LeftText describes the omitted part of the whole; "" if it has nothing of the metric. If options is set, it names the
// options that show more.
func (r *Rows) LeftText(by cct.Metric, options bool) string {
	l := &r.Left
	if l.Amount == 0 {
		return ""
	}
	percent, of := Percent(l.Amount, r.Whole), by.String()
	text := "not shown: the callers of the last rows"
	if l.up && l.Amount < r.Whole {
		text += ", for " + percent + " of the " + of
	}
	if !l.up {
		if by != cct.Calls {
			of = "exclusive " + of
		}
		text = "not shown: " + Counted(uint64(l.Contexts), "context") + ", with " + percent + " of the " + of
	}
	if !options {
		return text
	}
	var more []string
	add := func(is bool, option, what string) {
		if is && len(more) == 0 {
			option += " shows"
		}
		if is {
			more = append(more, option+" "+what)
		}
	}
	add(l.Rows, fmt.Sprintf("-n %d", min(2*l.limits.Rows, math.MaxInt32)), "more rows")
	add(l.Share, "--min "+strconv.FormatFloat(10*l.limits.Share, 'g', 3, 64), "smaller ones")
	add(l.Depth, fmt.Sprintf("--depth %d", l.limits.Depth+1), "deeper ones")
	if len(more) == 0 {
		return text
	}
	return text + "; " + strings.Join(more, ", ")
}
