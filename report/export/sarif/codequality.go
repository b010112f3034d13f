package sarif

import (
	"io"

	"jprof/report"
	"jprof/report/export/jsondoc"
	"jprof/report/gate"
)

// CodeQuality writes the results of v, none if v is nil, as a report of GitLab's Code Quality (a subset of that of Code
// Climate): its merge requests show those that their target branch does not have. A gate that failed is major, changed
// lines that were not executed are minor. Paths start at the root of the project.
//
//	[{"description": "...", "check_name": "jprof/gate", "fingerprint": "...", "severity": "major",
//	  "location": {"path": "...", "lines": {"begin": 5, "end": 6}}}]
func CodeQuality(w io.Writer, m *report.Model, v *gate.Verdict) error {
	list := []object{}
	if v != nil {
		for _, f := range findings(m, v) {
			severity := "minor"
			if f.Level == Error {
				severity = "major"
			}
			list = append(list, object{"description", report.Printable(f.Text), "check_name", f.rule,
				"fingerprint", f.fingerprint, "severity", severity,
				"location", object{"path", f.Path, "lines", object{"begin", f.First, "end", f.Last}}})
		}
	}
	return jsondoc.Indented(w, "code quality", list, " ")
}
