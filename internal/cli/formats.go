package cli

import (
	"io"
	"slices"

	"jprof/docs/schema"
	"jprof/internal/words"
	"jprof/report"
	"jprof/report/cct"
	"jprof/report/cobertura"
	"jprof/report/collapsed"
	"jprof/report/csv"
	"jprof/report/efficiency"
	"jprof/report/gate"
	"jprof/report/jacoco"
	"jprof/report/json"
	"jprof/report/lcov"
	"jprof/report/markdown"
	"jprof/report/pprof"
	"jprof/report/sarif"
	"jprof/report/speedscope"
)

// format is a format of jprof export. write gets a nil verdict where there are no gates.
type format struct {
	name    string
	write   func(io.Writer, *report.Model, *gate.Verdict) error
	verdict use
}

// use is what a format does with a verdict.
type use int

const (
	ignores use = iota
	shows
	showsOnly // it shows nothing else
)

// formats are the formats of jprof export: --format, help, completion and the tests of exports know these.
var formats = []format{
	{"cobertura", cobertura.Write, ignores},
	{"csv", csv.Write, ignores},
	{"jacoco", jacoco.Write, ignores},
	{"json", json.Write, ignores},
	{"lcov", lcov.Write, ignores},
	{"markdown", markdown.Write, shows},
	{"sarif", sarif.Write, showsOnly},
}

// contextFormat is a format of jprof export for runs with contexts. by is nil for the default.
type contextFormat struct {
	name  string
	write writeContexts
	// ofSteps writes the trees of test steps apart, nil for a format that does not.
	ofSteps func(steps []*cct.Tree) writeContexts
	effects bool // it has writes and captured writes
}

type writeContexts func(w io.Writer, t *cct.Tree, run report.RunInfo, by *cct.Metric) error

// contextFormats are the formats of jprof export for contexts.
var contextFormats = []contextFormat{
	{name: "collapsed", write: withMetric(collapsed.Write)},
	{name: "contexts-json", write: func(w io.Writer, t *cct.Tree, run report.RunInfo, _ *cct.Metric) error {
		return json.Contexts(w, t, run)
	}},
	{name: "contexts-markdown",
		write: withMetric(func(w io.Writer, t *cct.Tree, run report.RunInfo, by cct.Metric) error {
			return markdown.Contexts(w, t, run, by, nil)
		})},
	{name: "pprof", write: pprofOf(nil), ofSteps: pprofOf, effects: true},
	{name: "speedscope", write: func(w io.Writer, t *cct.Tree, run report.RunInfo, by *cct.Metric) error {
		if by != nil {
			return speedscope.Write(w, t, run, *by)
		}
		return speedscope.Write(w, t, run, allMetrics()...)
	}},
}

// efficiencyFormat is a format of jprof export for what the work of methods was good for. least is the share of the
// cost from which a format lists methods, as far as it does.
type efficiencyFormat struct {
	name  string
	write func(w io.Writer, r *efficiency.Result, run report.RunInfo, least gate.Percent) error
	least bool // it has a use for a least share
}

// efficiencyFormats are the formats of jprof export for efficiency.
var efficiencyFormats = []efficiencyFormat{
	{name: "efficiency-json", write: withoutLeast(json.Efficiency)},
	{name: "efficiency-markdown", write: withoutLeast(markdown.Efficiency)},
	{name: "efficiency-sarif", write: sarif.Efficiency, least: true},
}

// withoutLeast is the writer of a format that has no use for a least share.
func withoutLeast(write func(io.Writer, *efficiency.Result, report.RunInfo) error) func(io.Writer, *efficiency.Result,
	report.RunInfo, gate.Percent) error {
	return func(w io.Writer, r *efficiency.Result, run report.RunInfo, _ gate.Percent) error {
		return write(w, r, run)
	}
}

// efficiencyFormatNamed returns the format for efficiency of that name.
func efficiencyFormatNamed(name string) (efficiencyFormat, bool) {
	i := slices.IndexFunc(efficiencyFormats, func(f efficiencyFormat) bool { return f.name == name })
	if i < 0 {
		return efficiencyFormat{}, false
	}
	return efficiencyFormats[i], true
}

// pprofOf is the writer of profiles of pprof, of these test steps.
func pprofOf(steps []*cct.Tree) writeContexts {
	return withMetric(func(w io.Writer, t *cct.Tree, run report.RunInfo, by cct.Metric) error {
		return pprof.Write(w, t, run, by, steps...)
	})
}

// withMetric is the writer of a format that is of one metric, bytecodes if none is given.
func withMetric(write func(io.Writer, *cct.Tree, report.RunInfo, cct.Metric) error) writeContexts {
	return func(w io.Writer, t *cct.Tree, run report.RunInfo, by *cct.Metric) error {
		if by == nil {
			return write(w, t, run, cct.Bytecodes)
		}
		return write(w, t, run, *by)
	}
}

// allMetrics are the metrics of contexts, that of the default first.
func allMetrics() []cct.Metric {
	list := []cct.Metric{cct.Bytecodes}
	for m := range cct.NumMetrics {
		if m != cct.Bytecodes {
			list = append(list, m)
		}
	}
	return list
}

// contextFormatNamed returns the format for contexts of that name.
func contextFormatNamed(name string) (contextFormat, bool) {
	i := slices.IndexFunc(contextFormats, func(f contextFormat) bool { return f.name == name })
	if i < 0 {
		return contextFormat{}, false
	}
	return contextFormats[i], true
}

// schemaFormats are the formats that are a JSON Schema, and need no run.
var schemaFormats = []struct {
	name string
	text []byte
}{{"contexts-json-schema", schema.Contexts}, {"efficiency-json-schema", schema.Efficiency},
	{"json-schema", schema.Counts}, {"tests-json-schema", schema.Tests}}

// schemaNamed returns the schema of that name, nil if there is none.
func schemaNamed(name string) []byte {
	for _, s := range schemaFormats {
		if s.name == name {
			return s.text
		}
	}
	return nil
}

// formatNamed returns the format of that name.
func formatNamed(name string) (format, bool) {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return format{}, false
	}
	return formats[i], true
}

// formatNames are the names of all formats.
func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	for _, f := range contextFormats {
		names = append(names, f.name)
	}
	for _, f := range efficiencyFormats {
		names = append(names, f.name)
	}
	for _, f := range testFormats {
		names = append(names, f.name)
	}
	for _, s := range schemaFormats {
		names = append(names, s.name)
	}
	slices.Sort(names)
	return names
}

// contextFormatNames are the names of the formats of runs with contexts, as in "collapsed and pprof".
func contextFormatNames() string {
	var names []string
	for _, f := range contextFormats {
		names = append(names, f.name)
	}
	for _, f := range efficiencyFormats {
		names = append(names, f.name)
	}
	return words.Listed(names)
}

// formatsThat are the names of the formats with one of these uses of a verdict, as in "markdown and sarif".
func formatsThat(of ...use) string {
	var names []string
	for _, f := range formats {
		if slices.Contains(of, f.verdict) {
			names = append(names, f.name)
		}
	}
	return words.Listed(names)
}
