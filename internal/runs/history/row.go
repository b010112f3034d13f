// Package history has the numbers of runs over time: those of the runs in a store, or in another folder, and those of
// runs that were deleted. jprof trend and the page of jprof ui show them.
//
// The history of a store is a file, .jprof/history.jsonl, with a line for each run: a Line, in JSON. Keep appends the
// line when a run was saved, and before runs are deleted. So the numbers of months stay when their runs are deleted, in
// some hundred bytes for each run. For a run that the store still has, the run itself is used instead of its line. Of
// several lines for one run, the last one is used. Lines that cannot be read are counted and omitted, such as a line
// that was cut short when jprof was killed. The next line begins on a line of its own.
package history

import (
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/words"
)

// Row has the numbers of a run. What the run does not have is null.
type Row struct {
	ID       string        `json:"id"`
	Label    string        `json:"label"`
	Started  time.Time     `json:"started"`
	Seconds  float64       `json:"seconds"`
	Command  string        `json:"command"`
	Kind     string        `json:"kind"` // counts, by test, affected, contexts or merged: durations of one kind compare
	Outcome  string        `json:"outcome"`
	Branch   string        `json:"branch"`
	Commit   string        `json:"commit"`
	Changed  int           `json:"changedFiles"` // number of files that differ from the commit
	JDK      string        `json:"jdk"`          // the versions of its JVMs
	Lines    *runs.Share   `json:"lines"`
	Branches *runs.Share   `json:"branches"`
	Methods  *runs.Share   `json:"methods"`
	Tests    *runs.Results `json:"tests"`
	Deleted  bool          `json:"deleted"` // the run was deleted: only the history has its numbers
	// Part names the part of the tests that the run has, "" for all: see runs.Run.Part.
	Part string `json:"part,omitempty"`
}

// RowOf returns the row of a run.
func RowOf(r runs.Run) Row {
	row := Row{ID: r.ID, Label: r.Label, Started: r.Started, Seconds: r.Duration().Seconds(),
		Command: words.Command(r.Command), Kind: kindOf(r), Outcome: r.Outcome(), Tests: r.Results,
		JDK: r.JDK, Part: r.Part()}
	if c := commitOf(r); c != nil {
		row.Branch, row.Commit, row.Changed = c.Branch, c.ID, len(c.Dirty)
	}
	if r.Totals != nil {
		row.Lines, row.Branches, row.Methods = &r.Totals.Lines, &r.Totals.Branches, &r.Totals.Methods
	}
	return row
}

// commitOf returns the commit of a run, nil for none or several. In a merged run, parts that were carried forward from
// earlier runs do not count.
func commitOf(r runs.Run) *runs.Commit {
	if r.Commit != nil || len(r.Parts) == 0 {
		return r.Commit
	}
	var c *runs.Commit
	for _, part := range r.Parts {
		switch {
		case part.Forward != nil:
		case part.Commit == nil || c != nil && c.ID != part.Commit.ID:
			return nil
		default:
			c = part.Commit
		}
	}
	return c
}

// kindOf returns the kind of data that a run records. It decides how long the run takes.
func kindOf(r runs.Run) string {
	switch {
	case len(r.Parts) > 0:
		return "merged"
	case r.IsContexts():
		return "contexts"
	case r.ByTest != nil && r.ByTest.Carried > 0: // it has run some of its tests only
		return "affected"
	case r.ByTest != nil:
		return "by test"
	}
	return "counts"
}

// WhyOmitted returns the reason why a run is no point of trends, "" for a run that is one. A point is a run that went
// to its end and has numbers. A merged run of several commits is no point, because it does not belong to one moment of
// the project. A run that was cancelled has the numbers of a part only. So has a build that failed for another reason
// than its tests, or that did not build all its modules. Counts of services say nothing about tests.
func WhyOmitted(r runs.Run) string {
	switch outcome := r.Outcome(); {
	case r.OfServices():
		return "counts of services"
	case len(r.Parts) > 0 && commitOf(r) == nil:
		return "merged from several commits"
	case r.NotFinished:
		return "not finished"
	case r.Interrupted:
		return "cancelled"
	case outcome == "build-failed":
		return "build failed without a failed test"
	case len(r.NotBuilt) > 0:
		return "modules not built"
	case r.JVMs == 0 && !r.HasContexts() && r.Results == nil:
		return "without numbers"
	}
	return ""
}
