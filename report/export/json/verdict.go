package json

import (
	"io"

	"jprof/report"
	"jprof/report/gate"
)

// Verdict writes the results of gates. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-check", "version": 1, "run": {as in the document with all counts}, "passed": false,
//	 "gates": [{"gate": "lines", "of": "project", "actual": "66.66 % (4 of 6)", "required": "at least 80 %",
//	            "passed": false, "path": "<of the subject>", "line": L,
//	            "allow": "<name under which settings allow it to fail>", "note": "<why it passes all the same>"}],
//	 "changed": {"since": "main", "lines": R, "branches": R, "missing": ["..."],
//	             "notExecuted": [{"path": "...", "first": L, "last": L, "lines": N}]},
//	 "base": {"run": "<ID>", "tests": [{"test": "app.ATest#a", "what": "skipped", "path": "...", "line": L}],
//	          "failing": [{"test": "app.ATest#b", "new": false, "message": "...", "path": "...", "line": L}]}}
//
// A run with parts that were carried forward has "carriedForward": [{"run": "<ID>", "label": "<its label>",
// "hours": <its age>, "parts": ["app test default-test"]}].
//
// R = {"covered": N, "total": N}. Gates of one file have "path" and "line", gates of the run "allow". "changed" is
// there if lines were compared with a revision, "base" if tests were compared with those of another run. "failures" of
// the run include those that are allowed.
func Verdict(w io.Writer, m *report.Model, v *gate.Verdict) error {
	d := object{"format", "jprof-check", "version", 1, "run", runOf(m), "passed", v.Failed() == 0,
		"gates", orEmpty(v.Gates)}
	if v.Changed != nil {
		c := *v.Changed
		c.Missing, c.Uncovered = orEmpty(c.Missing), orEmpty(c.Uncovered)
		d = append(d, "changed", c)
	}
	if len(m.Run.Forwarded) > 0 {
		var list []object
		for _, f := range m.Run.Forwarded {
			list = append(list, object{"run", f.Run, "label", f.Label, "hours", int(f.Age.Hours()),
				"parts", orEmpty(f.Parts)})
		}
		d = append(d, "carriedForward", list)
	}
	if v.Base != nil {
		b := *v.Base
		b.Tests, b.Failing = orEmpty(b.Tests), orEmpty(b.Failing)
		d = append(d, "base", b)
	}
	if len(v.Quarantine) > 0 {
		d = append(d, "quarantine", v.Quarantine)
	}
	return Indented(w, d)
}
