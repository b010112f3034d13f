package contextview

import (
	"cmp"
	"fmt"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
)

// RunLine returns the line with which gates, and outputs of contexts, name a run: "run base (20250304-050607-a1b2c3) of
// 2025-03-04 05:06 UTC: mvn verify".
func RunLine(r report.RunInfo) string {
	name := r.ID
	if r.Label != "" {
		name = r.Label + " (" + r.ID + ")"
	}
	line := "run " + name
	if !r.Start.IsZero() {
		line += " of " + words.Time(r.Start)
	}
	if len(r.Command) > 0 {
		line += ": " + words.Command(r.Command)
	}
	return line
}

// Summary returns the totals of a tree in a line.
func Summary(t *cct.Tree) string {
	methods := uint64(len(t.ByMethod()))
	s := fmt.Sprintf("%s of %s: %s", Counted(uint64(t.Contexts()), "context"), Counted(methods, "method"),
		Counted(t.Sum(cct.Calls), "call"))
	if t.Has(cct.Time) {
		s += ", " + timeSummary(t)
	}
	if !t.Has(cct.Bytecodes) {
		return s + "; bytecodes and allocations unknown"
	}
	s += fmt.Sprintf(", %s, %s, %s", Counted(t.Sum(cct.Bytecodes), "bytecode"), Counted(t.Sum(cct.Objects), "object"),
		Counted(t.Sum(cct.Arrays), "array"))
	if n := t.Sum(cct.Elements); n > 0 {
		s += " with " + Counted(n, "element")
	}
	return s
}

// Recorded returns a line about the recording of a run: "recorded: coverage app, blocks exact, recursion full".
func Recorded(a *cct.About) string {
	list := []string{"coverage " + cmp.Or(a.Coverage, "unknown"), "blocks " + cmp.Or(a.Blocks, "unknown"),
		"recursion " + cmp.Or(a.Recursion, "unknown")}
	if a.CallSites {
		list = append(list, "call sites")
	}
	line := "recorded: " + strings.Join(list, ", ")
	if len(a.Folds) > 0 {
		line += "; folded: " + words.Listed(a.Folds)
	}
	return line
}

// Uncovered returns a line with the code that has no contexts, and the command that lists the reasons; "" if there is
// none.
func Uncovered(t *cct.Tree) string {
	var names []string
	for _, e := range t.About.Excluded {
		names = append(names, e.What)
	}
	if lost := lostParts(t.Losses); lost != "" {
		names = append(names, lost)
	}
	if len(names) == 0 {
		return ""
	}
	return "not covered: " + words.Listed(names) + "; jprof contexts says why"
}

// lostParts returns the classes or methods without contexts as words, "" if there are none.
func lostParts(losses []cct.Loss) string {
	classes, methods, wholes := map[string]bool{}, map[cct.Loss]bool{}, 0
	var one cct.Loss
	for _, l := range losses {
		switch {
		case l.Class == "":
			continue
		case l.Method == "":
			wholes++
		default:
			methods[cct.Loss{Class: l.Class, Method: l.Method}] = true
		}
		classes[l.Class], one = true, l
	}
	switch {
	case len(classes) == 0:
		return ""
	case len(classes) > 1:
		return fmt.Sprintf("%d classes or parts of them", len(classes))
	case wholes > 0:
		return "1 class: " + one.Class
	case len(methods) == 1:
		return "1 method: " + one.String()
	}
	return fmt.Sprintf("%d methods of %s", len(methods), one.Class)
}

// Title returns the names of the methods and the number of their contexts.
func (c *Chosen) Title() string {
	name := c.Tree.Methods[c.Methods[0]].Title()
	if n := len(c.Methods); n > 1 {
		name = Counted(uint64(n), "method") + " together, such as " + name
	}
	contexts, beyond := c.Contexts()
	name += ", in " + Counted(uint64(contexts), "context")
	if beyond {
		name += " and beyond the limit of contexts"
	}
	return name
}

// Text returns the text of the row in a tree, beside its numbers.
func (r *Row) Text() string {
	switch {
	case r.Frameworks && r.Skipped == 1:
		return "⋮ 1 level of frameworks: " + r.FirstTitle
	case r.Frameworks:
		return "⋮ " + Counted(uint64(r.Skipped), "level") + " of frameworks: " + r.FirstTitle + " to " + r.LastTitle
	case r.Skipped > 0 && r.FirstTitle == r.LastTitle:
		return "⋮ " + Counted(uint64(r.Skipped), "level") + " of " + r.FirstTitle
	case r.Skipped > 0:
		return "⋮ " + Counted(uint64(r.Skipped), "level") + ": " + r.FirstTitle + " to " + r.LastTitle
	case r.Line > 0:
		return fmt.Sprintf("%s  (called at line %d)", r.Title, r.Line)
	}
	return r.Title
}

// Percent returns a share with one decimal. A share above 0 is never shown as 0.
func Percent(n, whole uint64) string {
	share := Share(n, whole)
	if n > 0 && share < 0.05 {
		return "<0.1 %"
	}
	return fmt.Sprintf("%.1f %%", share)
}

// Counted returns a number with its noun, whose plural is regular.
func Counted(n uint64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return report.Thousands(n) + " " + noun + "s"
}
