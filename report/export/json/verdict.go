package json

import (
	"io"

	"jprof/report"
	"jprof/report/gate"
)

type verdict struct {
	Format  string      `json:"format"`
	Version int         `json:"version"`
	Run     runInfo     `json:"run"`
	Passed  bool        `json:"passed"`
	Gates   []gateEntry `json:"gates"`
	Changed *changed    `json:"changed,omitempty"`
}

type gateEntry struct {
	Gate     string `json:"gate"`
	Of       string `json:"of"`
	Actual   string `json:"actual"`
	Required string `json:"required"`
	Passed   bool   `json:"passed"`
	Path     string `json:"path,omitempty"`
	Line     int    `json:"line,omitempty"`
	Allow    string `json:"allow,omitempty"`
}

type changed struct {
	Since       string      `json:"since"`
	Lines       ratio       `json:"lines"`
	Branches    ratio       `json:"branches"`
	NotExecuted []lineRange `json:"notExecuted"`
	Missing     []string    `json:"missing"`
}

type lineRange struct {
	Path  string `json:"path"`
	First int    `json:"first"`
	Last  int    `json:"last"`
	Lines int    `json:"lines"`
}

// Verdict writes the results of gates. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-check", "version": 1, "run": {as in the document with all counts}, "passed": false,
//	 "gates": [{"gate": "lines", "of": "project", "actual": "66.66 % (4 of 6)", "required": "at least 80 %",
//	            "passed": false, "path": "<of the subject>", "line": L,
//	            "allow": "<name under which settings allow it to fail>"}],
//	 "changed": {"since": "main", "lines": R, "branches": R, "missing": ["..."],
//	             "notExecuted": [{"path": "...", "first": L, "last": L, "lines": N}]}}
//
// R = {"covered": N, "total": N}. "path" and "line" are there for gates of one file, "allow" for those of the run,
// "changed" where lines were compared with a revision. "failures" of the run are there whether they are allowed or not.
func Verdict(w io.Writer, m *report.Model, v *gate.Verdict) error {
	d := verdict{Format: "jprof-check", Version: 1, Run: runOf(m), Passed: v.Failed() == 0}
	d.Gates = list(v.Gates, func(g gate.Gate) gateEntry {
		return gateEntry{g.Rule, g.Subject, g.Actual, g.Required, g.Passed, g.Path, g.Line, string(g.Allow)}
	})
	if c := v.Changed; c != nil {
		d.Changed = &changed{
			Since: c.Since, Lines: ratio(c.Lines), Branches: ratio(c.Branches),
			Missing:     list(c.Missing, func(s string) string { return s }),
			NotExecuted: list(c.Uncovered, func(r gate.Range) lineRange { return lineRange(r) }),
		}
	}
	return Indented(w, d)
}
