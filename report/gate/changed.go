package gate

import (
	"fmt"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
)

// ChangedFile is the name of the gates for the files in Changed.Missing, which always fail.
const ChangedFile = "changed file"

// Changed has the requirements for lines that differ from another revision.
type Changed struct {
	Since           string // as the user gave it
	Lines, Branches *Percent
	// LinesOf and BranchesOf are the IDs of the runs whose ratios Lines and Branches are, "" for none.
	LinesOf, BranchesOf string
	// Tolerance is the number of percentage points below a minimum with which a gate passes, with a note.
	Tolerance Percent
	// LeastLines is the number of changed lines from which on a gate fails. With fewer it passes, with a note.
	LeastLines int
	// Has reports whether a line of a file has changed, by the path of the file in the report. A statement has changed
	// if any of its lines has.
	Has func(path string, line int) bool
	// Missing lists changed sources that are not in the report, or are unmeasured. They fail if there is a minimum.
	Missing []string
}

// changed checks the lines that differ from another revision. A change without any measured line passes, as many
// changes have none.
func (c *checker) changed(rule Changed) {
	found := compare.Changed(c.model, func(f *report.File, line int) bool { return rule.Has(f.Path, line) })
	found.Since, found.Missing = rule.Since, rule.Missing
	c.verdict.Changed = found
	limited := false
	for _, part := range []struct {
		name  string
		ratio report.Ratio
		limit *Percent
		of    string
	}{
		{"changed lines", found.Lines, rule.Lines, rule.LinesOf},
		{"changed branches", found.Branches, rule.Branches, rule.BranchesOf},
	} {
		if part.limit == nil {
			continue
		}
		actual := "no " + part.name + " with counters"
		if part.ratio.Total > 0 {
			actual = ratio(part.ratio)
		}
		if limited = true; part.ratio.Total == 0 && len(rule.Missing) > 0 {
			continue // not known
		}
		g := Gate{Rule: part.name, Subject: "since " + rule.Since, Required: "at least " + part.limit.String(),
			Actual: actual, Passed: part.limit.atLeast(part.ratio)}
		if part.of != "" {
			g.Required += ", as in run " + part.of
		}
		if !g.Passed {
			g.Note = rule.excuse(*part.limit, part.ratio, found.Lines.Total)
			g.Passed = g.Note != ""
		}
		c.add(g)
	}
	for _, path := range rule.Missing {
		if limited {
			c.add(Gate{Rule: ChangedFile, Subject: path, Required: "in the run, with counters",
				Actual: "not in the run, or unmeasured", Path: path, Line: 1})
		}
	}
}

// excuse returns the reason why a gate passes whose ratio is below its minimum, "" for none. lines is the number of
// changed lines.
func (r Changed) excuse(minimum Percent, ratio report.Ratio, lines int) string {
	switch {
	case lines < r.LeastLines:
		return fmt.Sprintf("passes: %s, fewer than %s", words.Plural(lines, "changed line"),
			count(uint64(r.LeastLines)))
	case max(0, minimum-r.Tolerance).atLeast(ratio):
		return fmt.Sprintf("passes: within the tolerance of %v", r.Tolerance)
	}
	return ""
}
