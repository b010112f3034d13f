package json

import (
	"io"

	"jprof/report"
	"jprof/report/times"
)

// The documents of TopTimes and TopLines, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-times", "version": 1, "run": {as in the document with all counts},
//	 "clock": "cpu", "jvms": N, "samples": N, "nanos": N, "counting": {"samples": N, "nanos": N},
//	 "plain": {"jvms": N, "samples": N, "nanos": N}, "counters": {"share": X, "low": X, "high": X},
//	 "countersUnknown": "...",
//	 "outside": {...}, "lost": N, "cut": N, "atCalls": false, "missing": [{"jvms": N, "why": "..."}],
//	 "kind": "lines", "total": N,
//	 "entries": [{"name": "Outer::m(int)", "path": "...", "line": L, "testSource": false, "count": N,
//	              "self": {"samples": N, "nanos": N, "share": X, "perExecution": {"nanos": X, "low": X, "high": X,
//	              "resolved": true}}, "library": {"samples": N, "nanos": N}, "total": {...}}]}
//
// "counting" and "outside" are parts of "samples": in counters, and without a frame of the project. "plain" is the same
// work without counters (--counter-cost), and "counters" the share of the time that counters took. If that is not known
// although it was to be measured, "countersUnknown" has the reason. "count" is executions of a line, or invocations of
// a method; lines have no name. "perExecution" is missing if nothing was counted. It is also missing if there are too
// few samples, and the clock is not "cpu" or samples were lost. If it is not "resolved", there are too few samples, and
// only "high" is valid.

// TopTimes writes the first top methods of a list that is in order of time.
func TopTimes(w io.Writer, m *times.Model, list []times.Method, top int) error {
	return writeTimes(w, m, "methods", len(list), min(top, len(list)), func(i int) any {
		x := list[i].Method()
		return timeEntry(m, x.Label, list[i].File, int(x.Name.Line), list[i].Cost)
	})
}

// TopLines writes the first top lines of a list that is in order of time.
func TopLines(w io.Writer, m *times.Model, list []times.Line, top int) error {
	return writeTimes(w, m, "lines", len(list), min(top, len(list)), func(i int) any {
		return timeEntry(m, "", list[i].File, list[i].Line, list[i].Cost)
	})
}

func timeEntry(m *times.Model, name string, f *report.File, line int, c times.Cost) object {
	return object{"name", optional(name), "path", f.Path, "line", line, "testSource", f.IsTest(), "count", c.Count,
		"self", timeOf(m, c.Self, c.Count), "library", c.Library, "total", timeOf(m, c.Total, c.Count)}
}

func writeTimes(w io.Writer, m *times.Model, kind string, total, n int, entry func(i int) any) error {
	s := m.Samples
	d := begin(w, "jprof-times", 1)
	d.Member("run", runOf(m.Report))
	d.Member("clock", string(s.Clock))
	d.Member("jvms", s.JVMs)
	d.Member("samples", s.All.Samples)
	d.Member("nanos", s.All.Nanos)
	d.Member("counting", s.Count)
	if c, ok := m.Counters(); ok {
		d.Member("plain", object{"jvms", s.Plain.JVMs, "samples", s.Plain.All.Samples, "nanos", s.Plain.All.Nanos})
		d.Member("counters", object{"share", c.Share, "low", c.Low, "high", c.High})
	}
	if why := m.CountersUnknown(); why != "" {
		d.Member("countersUnknown", why)
	}
	d.Member("outside", s.Outside)
	d.Member("lost", s.Lost)
	d.Member("cut", s.Cut)
	d.Member("atCalls", s.AtCalls)
	d.List("missing", len(s.Missing), func(i int) any { return s.Missing[i] })
	d.Member("kind", kind)
	d.Member("total", total)
	d.List("entries", n, entry)
	return d.End("json")
}

// timeOf returns the object for a time, with its share, and the time of one execution.
func timeOf(m *times.Model, a times.Amount, count uint64) object {
	var each object
	if per, ok := m.PerExecution(a, count); ok {
		each = object{"nanos", per.Nanos, "low", per.Low, "high", per.High, "resolved", !per.Below}
	}
	return object{"samples", a.Samples, "nanos", a.Nanos, "share", m.Share(a), "perExecution", optional(each)}
}
