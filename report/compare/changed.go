package compare

import (
	"fmt"
	"slices"

	"jprof/report"
)

// ChangedLines has the measured lines that differ from another revision, or from another run, and on which statements
// start.
type ChangedLines struct {
	Since     string       `json:"since"` // the revision, as the user gave it, or "run ID"
	Lines     report.Ratio `json:"lines"`
	Branches  report.Ratio `json:"branches"`
	Uncovered []Range      `json:"notExecuted"` // ranges that were not executed, by path and line
	// Missing lists sources with changed lines that are not part of the run, or are unmeasured.
	Missing []string `json:"missing"`
	// Missed has the places in changed lines that were missed. Those of a region or a method begin at the first changed
	// line that was not executed.
	Missed []report.Missed `json:"-"`
}

// Text returns "2 of 5 lines executed (40.0 %), 1 of 2 branches (50.0 %)"; "" if no changed line has counters.
func (c *ChangedLines) Text() string {
	if c.Lines.Total == 0 {
		return ""
	}
	s := fmt.Sprintf("%s lines executed (%s)", c.Lines, c.Lines.Percent())
	if c.Branches.Total > 0 {
		s += fmt.Sprintf(", %s branches (%s)", c.Branches, c.Branches.Percent())
	}
	return s
}

// RatioChange is a total before and after.
type RatioChange struct {
	Name          string // "lines"
	Before, After report.Ratio
}

// Ratios returns the totals of lines, branches and methods.
func (c *Comparison) Ratios() []RatioChange { return Ratios(&c.Totals[0], &c.Totals[1]) }

// Ratios returns the totals that report.Metrics.Headline has before or after.
func Ratios(before, after *report.Totals) []RatioChange {
	old, now := before.Headline(), after.Headline()
	longer := now
	if len(old) > len(now) {
		longer = old
	}
	of := func(list []report.NamedRatio, name string) report.Ratio {
		if i := slices.IndexFunc(list, func(r report.NamedRatio) bool { return r.Name == name }); i >= 0 {
			return list[i].Ratio
		}
		return report.Ratio{}
	}
	var list []RatioChange
	for _, r := range longer {
		list = append(list, RatioChange{r.Name, of(old, r.Name), of(now, r.Name)})
	}
	return list
}

// Range is a range of lines of a file, from 1, that were not executed. Lines between them on which no statement starts
// belong to it.
type Range struct {
	Path  string `json:"path"`
	First int    `json:"first"`
	Last  int    `json:"last"`
	Lines int    `json:"lines"` // number of lines on which a statement starts
}

// String returns the place of the lines: "app/A.java:6-7".
func (r Range) String() string {
	if r.Last == r.First {
		return report.Printable(fmt.Sprintf("%s:%d", r.Path, r.First))
	}
	return report.Printable(fmt.Sprintf("%s:%d-%d", r.Path, r.First, r.Last))
}

// Changed returns the lines of a model that have changed: has reports whether a line of a file has. A statement has
// changed if any of its lines has. Since and Missing are empty.
func Changed(m *report.Model, has func(f *report.File, line int) bool) *ChangedLines {
	found := &ChangedLines{}
	lines := map[*report.File]map[int]bool{}
	linesOf := map[*report.File][]report.LineCount{}
	for _, f := range m.Files {
		touched := f.Touched(func(line int) bool { return has(f, line) })
		if len(touched) == 0 {
			continue
		}
		lines[f] = map[int]bool{}
		var open *Range // the range that the next line may extend
		linesOf[f] = f.Lines()
		for _, l := range linesOf[f] {
			if len(touched) == 0 || touched[0].Line != l.Line {
				open = nil
				continue
			}
			touched = touched[1:]
			lines[f][l.Line] = true
			found.Lines.Total++
			found.Branches = found.Branches.Plus(l.Branches)
			switch {
			case l.Count > 0:
				found.Lines.Covered++
				open = nil
			case open != nil:
				open.Last = l.Line
				open.Lines++
			default:
				found.Uncovered = append(found.Uncovered, Range{Path: f.Path, First: l.Line, Last: l.Line, Lines: 1})
				open = &found.Uncovered[len(found.Uncovered)-1]
			}
		}
	}
	found.Missed = missedIn(m, func(f *report.File) bool { return lines[f] != nil },
		func(f *report.File, at report.Pos) bool { return lines[f][int(at.Line)] },
		func(x *report.Missed) bool {
			all := linesOf[x.File]
			i := report.LineOf(all, *x.Branch)
			return i >= 0 && lines[x.File][all[i].Line]
		})
	return found
}

// missedIn returns the missed places of the files that in accepts: methods and regions with a statement that starts
// where at accepts, from the first such statement on, and branches that branch accepts.
func missedIn(m *report.Model, in func(*report.File) bool, at func(*report.File, report.Pos) bool,
	branch func(*report.Missed) bool) []report.Missed {
	files := slices.DeleteFunc(slices.Clone(m.Files), func(f *report.File) bool { return !in(f) })
	return (&report.Model{Files: files}).Missed(func(x *report.Missed) bool {
		if x.Kind == report.MissedBranch {
			return branch(x)
		}
		var first *report.Pos
		for _, r := range x.File.Regions {
			for _, s := range r.Statements {
				if r.Measured && x.Span.Start.Offset <= s.Start.Offset && s.Start.Offset < x.Span.End.Offset &&
					at(x.File, s.Start) && (first == nil || s.Start.Offset < first.Offset) {
					first = &s.Start
				}
			}
		}
		if first != nil && x.Kind == report.MissedRegion {
			x.Span.Start, x.Line = *first, int(first.Line)
		}
		return first != nil
	})
}
