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
	d.Member("run", runOf(m))
	code := source.MissedCode(m, places)
	d.List("places", len(places), func(i int) any { return missedPlace(&places[i], code[i]) })
	return d.End("json")
}

func missedPlace(x *report.Missed, code string) object {
	branch, method := "", ""
	if x.Branch != nil {
		branch = x.Branch.Kind
	}
	if x.Method >= 0 {
		method = x.File.Methods[x.Method].Label
	}
	return object{"path", x.File.Path, "line", x.Line, "endLine", x.Span.End.Line, "start", at(x.Span.Start),
		"end", at(x.Span.End), "kind", x.Kind, "branch", optional(branch), "never", x.Never,
		"method", optional(method), "code", optional(code), "version", optional(x.File.VersionNote())}
}

// missedPlaces returns the places in the form of the document.
func missedPlaces(m *report.Model, places []report.Missed) []object {
	code := source.MissedCode(m, places)
	list := make([]object, len(places))
	for i := range places {
		list[i] = missedPlace(&places[i], code[i])
	}
	return list
}
