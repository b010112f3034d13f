package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/docs/schema"
	"jprof/internal/app/ui"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/cobertura"
	"jprof/report/export/collapsed"
	"jprof/report/export/csv"
	"jprof/report/export/jacoco"
	"jprof/report/export/json"
	"jprof/report/export/lcov"
	"jprof/report/export/markdown"
	"jprof/report/export/pprof"
	"jprof/report/export/sarif"
	"jprof/report/export/speedscope"
	"jprof/report/gate"
)

// described is the description of a format of jprof export, for help, completion and the page of jprof ui.
type described struct {
	name string
	does string // a line on its content
	file string // the end of the name of a file
}

// format is a format of jprof export. write gets a nil verdict where there are no gates.
type format struct {
	described
	write   func(io.Writer, *report.Model, *gate.Verdict) error
	verdict use
}

// use is the way in which a format handles a verdict.
type use int

const (
	ignores use = iota
	shows
	showsOnly // it shows nothing else
)

// formats are the formats of jprof export: --format, help, completion and the tests of exports know these.
var formats = []format{
	{described{"cobertura", "counts of lines, outcomes of branches, for GitLab, Jenkins and Azure", "cobertura.xml"},
		cobertura.Write, ignores},
	{described{"csv", "a line for each method, for spreadsheets", "methods.csv"}, csv.Write, ignores},
	{described{"jacoco", "what was executed, without counts, for SonarQube and Jenkins", "jacoco.xml"},
		jacoco.Write, ignores},
	{described{"json", "files, methods, regions, branches: everything, for programs", "counts.json"},
		json.Write, ignores},
	{described{"lcov", "counts of lines and methods, outcomes of branches, for genhtml and editors", "lcov.info"},
		lcov.Write, ignores},
	{described{"markdown", "totals, hottest methods, gates, for pages of CI jobs", "summary.md"},
		markdown.Write, shows},
	{described{"sarif", "gates that failed, changed lines not executed, for code scanning", "gates.sarif"},
		sarif.Write, showsOnly},
}

// contextFormat is a format of jprof export for runs with contexts. by is nil for the default.
type contextFormat struct {
	described
	write writeContexts
	// ofSteps writes the trees of test steps apart, nil for a format that does not.
	ofSteps func(steps []*cct.Tree) writeContexts
	effects bool // it has writes and captured writes
}

type writeContexts func(w io.Writer, t *cct.Tree, run report.RunInfo, by *cct.Metric) error

// contextFormats are the formats of jprof export for contexts.
var contextFormats = []contextFormat{
	{described: described{"collapsed", "a line for each context, for flamegraph.pl", "collapsed.txt"},
		write: withMetric(collapsed.Write)},
	{described: described{"contexts-json", "all contexts with all metrics, for programs", "contexts.json"},
		write: func(w io.Writer, t *cct.Tree, run report.RunInfo, _ *cct.Metric) error {
			return json.Contexts(w, t, run)
		}},
	{described: described{"contexts-markdown", "totals, hottest methods and paths, for pages of CI jobs",
		"contexts.md"},
		write: withMetric(func(w io.Writer, t *cct.Tree, run report.RunInfo, by cct.Metric) error {
			return markdown.Contexts(w, t, run, by, nil)
		})},
	{described: described{"pprof", "all contexts with all metrics, for go tool pprof", "contexts.pb.gz"},
		write: pprofOf(nil), ofSteps: pprofOf, effects: true},
	{described: described{"speedscope", "a profile for each thread name and metric, for speedscope",
		"speedscope.json"}, write: func(w io.Writer, t *cct.Tree, run report.RunInfo, by *cct.Metric) error {
		if by != nil {
			return speedscope.Write(w, t, run, *by)
		}
		return speedscope.Write(w, t, run, allMetrics()...)
	}},
}

// efficiencyFormat is a format of jprof export for the efficiency of methods. least is the share of the
// cost from which a format lists methods, as far as it does.
type efficiencyFormat struct {
	described
	write func(w io.Writer, r *efficiency.Result, run report.RunInfo, least gate.Percent) error
	least bool // it has a use for a least share
}

// efficiencyFormats are the formats of jprof export for efficiency.
var efficiencyFormats = []efficiencyFormat{
	{described: described{"efficiency-json", "cost, value and writes of all methods, for programs",
		"efficiency.json"}, write: withoutLeast(json.Efficiency)},
	{described: described{"efficiency-markdown", "methods to examine, and what to do, for pages of CI jobs",
		"efficiency.md"}, write: withoutLeast(markdown.Efficiency)},
	{described: described{"efficiency-sarif", "methods whose work has no effect, for code scanning",
		"efficiency.sarif"}, write: sarif.Efficiency, least: true},
}

// withoutLeast is the writer of a format that has no use for a least share.
func withoutLeast(write func(io.Writer, *efficiency.Result, report.RunInfo) error) func(io.Writer, *efficiency.Result,
	report.RunInfo, gate.Percent) error {
	return func(w io.Writer, r *efficiency.Result, run report.RunInfo, _ gate.Percent) error {
		return write(w, r, run)
	}
}

// pprofOf is the writer of profiles of pprof, of these test steps.
func pprofOf(steps []*cct.Tree) writeContexts {
	return withMetric(func(w io.Writer, t *cct.Tree, run report.RunInfo, by cct.Metric) error {
		return pprof.Write(w, t, run, by, steps...)
	})
}

// withMetric returns the writer of a format that has one metric, bytecodes if none is given.
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

// formatSchemas are the JSON Schemas of formats, by the names of these.
var formatSchemas = map[string][]byte{
	"contexts-json": schema.Contexts, "efficiency-json": schema.Efficiency, "json": schema.Counts,
	"tests-json": schema.Tests,
}

// formatGroup is the formats of runs of a kind.
type formatGroup struct {
	of      ui.FormatKind
	what    string // a description of these runs, for help
	formats []described
}

// formatGroups returns all formats, each in one group.
func formatGroups() []formatGroup {
	return []formatGroup{
		{ui.OfCounts, "Formats of runs with counts:", descriptions(formats)},
		{ui.OfContexts, "Formats of runs with --contexts, by default of the newest of them:",
			descriptions(contextFormats)},
		{ui.OfEfficiency, "Formats of runs with --contexts, about what the work was good for:",
			descriptions(efficiencyFormats)},
		{ui.OfTests, "Formats of runs with --by-test:", descriptions(testFormats)},
		{ui.OfTimes, "Formats of runs with --time:", descriptions(timeFormats)},
	}
}

// hasDescription is a format of any kind.
type hasDescription interface{ description() described }

// descriptions returns the descriptions of formats of a kind, in their order.
func descriptions[F hasDescription](formats []F) []described {
	list := make([]described, len(formats))
	for i, f := range formats {
		list[i] = f.description()
	}
	return list
}

// description returns the part that all kinds of formats embed.
func (d described) description() described { return d }

// formatNamed returns the format of that name among those of a kind.
func formatNamed[F hasDescription](formats []F, name string) (F, bool) {
	i := slices.IndexFunc(formats, func(f F) bool { return f.description().name == name })
	if i < 0 {
		var none F
		return none, false
	}
	return formats[i], true
}

// formatNames are the names of all formats.
func formatNames() []string {
	var names []string
	for _, g := range formatGroups() {
		for _, f := range g.formats {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}

// formatList is a list of all formats for help, in paragraphs.
func formatList() string {
	var b strings.Builder
	for _, g := range formatGroups() {
		b.WriteString("\n\n" + g.what + "\n")
		for _, f := range g.formats {
			fmt.Fprintf(&b, "\n  %-20s %s", f.name, f.does)
		}
	}
	return b.String()
}

// pageFormats are the formats for the page of jprof ui.
func pageFormats() []ui.Format {
	var list []ui.Format
	for _, g := range formatGroups() {
		for _, f := range g.formats {
			of := g.of
			if known, ok := formatNamed(formats, f.name); ok && known.verdict == showsOnly {
				of = ui.OfGates
			}
			list = append(list, ui.Format{Name: f.name, Does: f.does, File: f.file, Of: of})
		}
	}
	return list
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
