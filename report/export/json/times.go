package json

import (
	"io"

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
// "counting" and "outside" are parts of "samples": in counters, and with no frame of the project. "plain" is the same
// work without counters (--counter-cost), and "counters" the share of the time that they took; "countersUnknown" says
// why it is not known, although it was to be measured. "count" is executions of
// a line, or invocations of a method; lines have no name. "perExecution" is not there if nothing was counted, or where
// there are too few samples, and the clock is not "cpu" or samples were lost. Unless it is "resolved", there are too
// few samples, and only "high" means something.

// TopTimes writes the first top methods of a list that is in order of time.
func TopTimes(w io.Writer, m *times.Model, list []times.Method, top int) error {
	return writeTimes(w, m, "methods", len(list), min(top, len(list)), func(i int) any {
		x := list[i].Method()
		return timeEntry{x.Label, list[i].File.Path, int(x.Name.Line), list[i].File.IsTest(), list[i].Count,
			timeOf(m, list[i].Self, list[i].Count), list[i].Library, timeOf(m, list[i].Total, list[i].Count)}
	})
}

// TopLines does the same for lines.
func TopLines(w io.Writer, m *times.Model, list []times.Line, top int) error {
	return writeTimes(w, m, "lines", len(list), min(top, len(list)), func(i int) any {
		x := list[i]
		return timeEntry{"", x.File.Path, x.Line, x.File.IsTest(), x.Count, timeOf(m, x.Self, x.Count),
			x.Library, timeOf(m, x.Total, x.Count)}
	})
}

func writeTimes(w io.Writer, m *times.Model, kind string, total, n int, entry func(i int) any) error {
	s := m.Samples
	d := begin(w, "jprof-times", 1)
	d.member("run", runOf(m.Report))
	d.member("clock", string(s.Clock))
	d.member("jvms", s.JVMs)
	d.member("samples", s.All.Samples)
	d.member("nanos", s.All.Nanos)
	d.member("counting", s.Count)
	if c, ok := m.Counters(); ok {
		d.member("plain", struct {
			JVMs int `json:"jvms"`
			times.Amount
		}{s.Plain.JVMs, s.Plain.All})
		d.member("counters", struct {
			Share float64 `json:"share"`
			Low   float64 `json:"low"`
			High  float64 `json:"high"`
		}(c))
	}
	if why := m.CountersUnknown(); why != "" {
		d.member("countersUnknown", why)
	}
	d.member("outside", s.Outside)
	d.member("lost", s.Lost)
	d.member("cut", s.Cut)
	d.member("atCalls", s.AtCalls)
	d.list("missing", len(s.Missing), func(i int) any { return s.Missing[i] })
	d.member("kind", kind)
	d.member("total", total)
	d.list("entries", n, entry)
	return d.end()
}

type timeEntry struct {
	Name       string       `json:"name,omitempty"`
	Path       string       `json:"path"`
	Line       int          `json:"line"`
	TestSource bool         `json:"testSource"`
	Count      uint64       `json:"count"`
	Self       timePart     `json:"self"`
	Library    times.Amount `json:"library"`
	Total      timePart     `json:"total"`
}

type timePart struct {
	times.Amount
	Share float64  `json:"share"`
	Per   *timePer `json:"perExecution,omitempty"`
}

type timePer struct {
	Nanos    float64 `json:"nanos"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Resolved bool    `json:"resolved"`
}

func timeOf(m *times.Model, a times.Amount, count uint64) timePart {
	part := timePart{Amount: a, Share: m.Share(a)}
	if per, ok := m.PerExecution(a, count); ok {
		part.Per = &timePer{per.Nanos, per.Low, per.High, !per.Below}
	}
	return part
}
