package json

import (
	"io"

	"jprof/report"
	"jprof/report/tests/affected"
	delta "jprof/report/tests/change"
)

// Affected writes which tests changes may concern. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-affected", "version": 1, "run": {as in the document with all counts}, "since": "...",
//	 "all": false, "of": N, "maven": "...", "failsafe": "...", "gradle": ["--tests", "..."],
//	 "junit": ["--select-method=..."],
//	 "changes": [{"path": "...", "line": L, "what": "...", "text": "...", "earlier": false}],
//	 "whyAll": [{"rule": "...", "change": I, "text": "..."}],
//	 "tests": [{"test": "...", "class": "...", "method": "...", "step": "...", "new": false,
//	            "reasons": [{"rule": "...", "change": I, "text": "..."}]}]}
//
// "since" is a commit, or empty where the changes are those since the run. Changes that are "earlier" are between the
// run and that commit. "of" is the number of tests in the run. "change" is an index in "changes", and is not there for
// reasons without a change. "rule" is an affected.Rule. If "all" is true, all tests are to be run, "whyAll" lists the
// reasons, and "tests" are those that other changes concern.
func Affected(w io.Writer, run report.RunInfo, s *affected.Selection, facts []delta.Fact, since string) error {
	d := begin(w, "jprof-affected", 1)
	d.member("run", runInfoOf(run, false))
	d.member("since", since)
	d.member("all", len(s.All) > 0)
	d.member("of", s.Of)
	d.member("maven", s.ForMaven())
	d.member("failsafe", s.ForFailsafe())
	d.member("gradle", list(s.ForGradle(), same))
	d.member("junit", list(s.ForJUnit(), same))
	type changed struct{ path, text string }
	index := map[changed]int{}
	d.list("changes", len(facts), func(i int) any {
		f := &facts[i]
		index[changed{f.Path, f.Text()}] = i
		return affectedChange{f.Path, f.Line, f.What(), f.Text(), f.Earlier}
	})
	reasons := func(from []affected.Reason) []affectedReason {
		return list(from, func(r affected.Reason) affectedReason {
			a := affectedReason{Rule: string(r.Rule), Text: r.How}
			if r.Fact != nil {
				if i, ok := index[changed{r.Fact.Path, r.Fact.Text()}]; ok {
					a.Change = &i
				}
			}
			return a
		})
	}
	d.member("whyAll", reasons(s.All))
	d.list("tests", len(s.Tests), func(i int) any {
		t := &s.Tests[i]
		return affectedTest{t.Label(), t.Class, t.Method, t.Step, t.New, reasons(t.Reasons)}
	})
	return d.end()
}

func same(s string) string { return s }

type affectedChange struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	What string `json:"what"`
	Text string `json:"text"`

	Earlier bool `json:"earlier"`
}

type affectedReason struct {
	Rule   string `json:"rule"`
	Change *int   `json:"change,omitempty"`
	Text   string `json:"text"`
}

type affectedTest struct {
	Test    string           `json:"test"`
	Class   string           `json:"class"`
	Method  string           `json:"method"`
	Step    string           `json:"step"`
	New     bool             `json:"new"`
	Reasons []affectedReason `json:"reasons"`
}
