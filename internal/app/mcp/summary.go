package mcp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/runs/judge"
	"jprof/internal/util/words"
	"jprof/report"
)

// Summary is the answer of the tool summary. Its items are the runs of the project, the newest first.
type Summary struct {
	List[*KnownRun]
	Lines       report.Ratio `json:"lines" jsonschema:"of main sources"`
	Branches    report.Ratio `json:"branches" jsonschema:"outcomes of branches"`
	Methods     report.Ratio `json:"methods"`
	Result      string       `json:"result" jsonschema:"how the build of the run ended"`
	Failed      []*Found     `json:"failedTests,omitempty" jsonschema:"the first tests that failed"`
	Gates       int          `json:"gates" jsonschema:"the number of gates that were checked"`
	FailedGates []string     `json:"failedGates,omitempty"`
}

// KnownRun is a run in the list of a summary.
type KnownRun struct {
	ID      string `json:"id"`
	Label   string `json:"label,omitempty"`
	Started string `json:"started"`
	Has     string `json:"has" jsonschema:"what it recorded: counts, counts by test, contexts, times"`
	Command string `json:"command"`
}

func (r *KnownRun) String() string {
	return strings.Join(slices.DeleteFunc([]string{"run " + r.ID, r.Label, r.Started, r.Has, r.Command},
		func(s string) bool { return s == "" }), "  ")
}

func (x *Summary) text() string {
	lines := []string{}
	for _, f := range x.Failed {
		lines = append(lines, f.String())
	}
	for _, g := range x.FailedGates {
		lines = append(lines, "gate failed: "+g)
	}
	return strings.Join(append(lines, x.List.text()), "\n")
}

// The numbers of entries of a summary: failed tests and gates, and runs if no other number is asked for.
const (
	mostFailed = 5
	usualRuns  = 3
)

func (s *server) summary(c *call, in struct {
	Chosen
	Page
}) (*Summary, error) {
	in.Limit = cmp.Or(in.Limit, usualRuns)
	all, _ := c.Store.List() // damaged ones are notes
	slices.Reverse(all)
	x := &Summary{List: listOf(in.Page, all, knownRun)}
	run, err := s.countsOf(c, in.Run, runs.WantShown)
	if err != nil && in.Run == "" && len(all) > 0 {
		x.Summary = err.Error() + "; the runs are:"
		return x, nil
	}
	if err != nil {
		return nil, err
	}
	t := run.model.Totals
	x.Run, x.Lines, x.Branches, x.Methods = run.data.Run.ID, t.Lines, t.Branches, t.Methods
	x.Result = run.data.Run.HowEnded()
	x.Summary = fmt.Sprintf("run %s (%s), %s: %s", x.Run, run.data.Run.When(), x.Result, t.Note())
	if scope := run.model.Scope(); scope != "" {
		x.Summary += " of " + scope
	}
	if list := findings.Failed(run.model); len(list) > 0 {
		x.Summary += "; " + words.Plural(len(list), "failed test") + " above"
		for _, f := range list[:min(mostFailed, len(list))] {
			x.Failed = append(x.Failed, failed(f))
		}
	}
	if err := s.gates(c, run, x); err != nil {
		c.ui.Warn("the gates were not checked: %v", err)
	}
	return x, nil
}

func knownRun(o *runs.Opened) *KnownRun {
	var has []string
	for _, kind := range []struct {
		name string
		is   bool
	}{{"counts by test", o.HasTests()}, {"counts", o.HasCounts() && !o.HasTests()}, {"contexts", o.HasContexts()},
		{"times", o.HasTimes()}} {
		if kind.is {
			has = append(has, kind.name)
		}
	}
	if has == nil {
		has = []string{"nothing (" + o.HowEnded() + ")"}
	}
	return &KnownRun{o.ID, o.Label, o.When(), words.Listed(has), report.Printable(words.Command(o.Command))}
}

// gates checks the gates of the project for a run.
func (s *server) gates(c *call, run *counted, x *Summary) error {
	gates, judged := judge.Gates(run.data.Store, run.conf), run.judged(s, c)
	if gates.Base != "" {
		var err error
		if judged.Base, err = c.Base(gates.Base, run.data.Run.ID); err != nil {
			return err
		}
	}
	checked, err := judged.Check(gates, true)
	if err != nil {
		return err
	}
	x.Gates = len(checked.Verdict.Gates)
	for _, g := range checked.Verdict.Gates {
		if !g.Passed {
			x.FailedGates = append(x.FailedGates, report.Printable(g.Text()))
		}
	}
	x.Summary += fmt.Sprintf("; %d of %s passed", x.Gates-len(x.FailedGates), words.Plural(x.Gates, "gate"))
	if more := len(x.FailedGates) - mostFailed; more > 0 {
		x.FailedGates = append(x.FailedGates[:mostFailed], fmt.Sprintf("%d more: jprof check lists all", more))
	}
	return nil
}
