package json

import (
	"io"

	"jprof/report"
	"jprof/report/source"
)

// Missed writes missed places. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-missed", "version": 1, "run": {as in the document with all counts},
//	 "places": [{"path": "...", "line": L, "endLine": L, "start": P, "end": P, "kind": "branch",
//	             "branch": "condition", "never": ["true"], "method": "Outer$Inner::m(int)",
//	             "code": "n < 0", "version": "..."}]}
//
// "kind" is method, region or branch; "branch" and the meaning of "never" are those of report.Branch.Missing, for a
// method it is "invoked", for a region "executed". "branch" is there for branches only, "method" if the place is in
// one, "code" if the source is available, and "version" if source sets compiled different sources of the path. P, paths
// and lines are as in the document with all counts.
func Missed(w io.Writer, m *report.Model, places []report.Missed) error {
	d := begin(w, "jprof-missed", 1)
	d.member("run", runOf(m))
	code := source.MissedCode(m, places)
	d.list("places", len(places), func(i int) any {
		x := &places[i]
		p := missedPlace{Path: x.File.Path, Line: x.Line, EndLine: x.Span.End.Line, Start: at(x.Span.Start),
			End: at(x.Span.End), Kind: string(x.Kind), Never: x.Never, Code: code[i], Version: x.File.VersionNote()}
		if x.Branch != nil {
			p.Branch = x.Branch.Kind
		}
		if x.Method >= 0 {
			p.Method = x.File.Methods[x.Method].Label
		}
		return p
	})
	return d.end()
}

type missedPlace struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"`
	EndLine uint32   `json:"endLine"`
	Start   pos      `json:"start"`
	End     pos      `json:"end"`
	Kind    string   `json:"kind"`
	Branch  string   `json:"branch,omitempty"`
	Never   []string `json:"never"`
	Method  string   `json:"method,omitempty"`
	Code    string   `json:"code,omitempty"`
	Version string   `json:"version,omitempty"`
}
