// Package formats lists the formats of jprof export, with the packages that write them. To add a format, add a line to
// the table for its kind of runs: help, completion, jprof ui and the tests of exports use the table.
package formats

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/docs/schema"
	"jprof/internal/util/words"
	"jprof/report/export/cobertura"
	"jprof/report/export/collapsed"
	"jprof/report/export/csv"
	"jprof/report/export/jacoco"
	"jprof/report/export/json"
	"jprof/report/export/lcov"
	"jprof/report/export/markdown"
	"jprof/report/export/pprof"
	"jprof/report/export/sarif"
	"jprof/report/export/sonar"
	"jprof/report/export/speedscope"
)

// Format is a format of jprof export.
type Format struct {
	Name  string
	Does  string                        // description of its content, in one line
	File  string                        // end of the name of its file
	Write func(io.Writer, *Input) error // nil for one of OfAll
	Has   Parts
}

// Parts is a set of contents and options that only some formats have.
type Parts int

// The parts of formats.
const (
	Verdict   Parts = 1 << iota // the verdict of the gates, and changed lines
	OnlyGates                   // the format has a verdict, and nothing else
	Effects                     // writes and discarded writes of contexts, and the trees of test steps
	Least                       // an option for the least share of the cost of a method
	Sources                     // an option for main sources, or all
	AnyDepth                    // contexts below the deepest level of profiles
)

// Kind is the kind of runs that formats are for.
type Kind int

// The kinds of runs.
const (
	OfCounts Kind = iota
	OfContexts
	OfEfficiency // contexts, but not if only calls are recorded
	OfTests      // with counts by test
	OfTimes
	OfAll // each run, whatever it has; the format writes a folder with all of it
)

// Group has the formats for a kind of runs.
type Group struct {
	Of      Kind
	Heading string // in help
	Formats []Format
}

// Groups has all formats, each in one group, in the order of help.
var Groups = []Group{
	{OfCounts, "Formats of runs with counts:", []Format{
		{"cobertura", "counts of lines, outcomes of branches, for GitLab, Jenkins and Azure", "cobertura.xml",
			counts(cobertura.Write), 0},
		{"csv", "a line for each method, for spreadsheets", "methods.csv", counts(csv.Write), 0},
		{"jacoco", "what was executed, without counts, for SonarQube and Jenkins", "jacoco.xml",
			counts(jacoco.Write), 0},
		{"json", "files, methods, regions, branches: everything, for programs", "counts.json", counts(json.Write), 0},
		{"lcov", "counts of lines and methods, outcomes of branches, for genhtml and editors", "lcov.info",
			counts(lcov.Write), 0},
		{"markdown", "totals, hottest methods, gates, for pages of CI jobs", "summary.md",
			counts(markdown.Write), Verdict},
		{"sarif", "gates that failed, changed lines not executed, for code scanning", "gates.sarif",
			counts(sarif.Write), Verdict | OnlyGates},
	}},
	{OfContexts, "Formats of runs with --contexts, by default of the newest of them:", []Format{
		{"collapsed", "a line for each context, for flamegraph.pl", "collapsed.txt", byMetric(collapsed.Write), 0},
		{"contexts-json", "all contexts with all metrics, for programs", "contexts.json",
			func(w io.Writer, in *Input) error { return json.Contexts(w, in.Tree, in.Run) }, AnyDepth},
		{"contexts-markdown", "totals, hottest methods and paths, for pages of CI jobs", "contexts.md",
			func(w io.Writer, in *Input) error { return markdown.Contexts(w, in.Tree, in.Run, in.metric(), nil) },
			AnyDepth},
		{"pprof", "all contexts with all metrics, for go tool pprof", "contexts.pb.gz",
			func(w io.Writer, in *Input) error { return pprof.Write(w, in.Tree, in.Run, in.metric(), in.Steps...) },
			Effects},
		{"speedscope", "a profile for each thread name and metric, for speedscope", "speedscope.json",
			func(w io.Writer, in *Input) error { return speedscope.Write(w, in.Tree, in.Run, in.metrics()...) }, 0},
	}},
	{OfEfficiency, "Formats of runs with --contexts, about what the work was good for:", []Format{
		{"efficiency-json", "cost, value and writes of all methods, for programs", "efficiency.json",
			func(w io.Writer, in *Input) error { return json.Efficiency(w, in.Efficiency, in.Run) }, 0},
		{"efficiency-markdown", "methods to examine, and what to do, for pages of CI jobs", "efficiency.md",
			func(w io.Writer, in *Input) error { return markdown.Efficiency(w, in.Efficiency, in.Run) }, 0},
		{"efficiency-sarif", "methods whose work has no effect, for code scanning", "efficiency.sarif",
			func(w io.Writer, in *Input) error { return sarif.Efficiency(w, in.Efficiency, in.Run, in.Least) }, Least},
	}},
	{OfTests, "Formats of runs with --by-test:", []Format{
		{"tests-json", "all tests, and what each executed, for programs", "tests.json",
			func(w io.Writer, in *Input) error { return json.AllTests(w, in.Tests) }, 0},
		{"tests-lcov", "counts of lines and branches of each test, for genhtml --show-details", "tests.info",
			func(w io.Writer, in *Input) error { return lcov.WriteByTest(w, in.Tests, in.Includes) }, Sources},
		{"tests-sonar", "results and times of tests, for SonarQube", "sonar-tests.xml",
			func(w io.Writer, in *Input) error { return sonar.Write(w, in.Tests) }, 0},
	}},
	{OfTimes, "Formats of runs with --time:", []Format{
		{"time-collapsed", "a line for each stack, for flamegraph.pl", "time.txt",
			func(w io.Writer, in *Input) error { return collapsed.WriteTimes(w, in.Times, in.time()) }, 0},
		{"time-pprof", "times of stacks and counts of lines, for go tool pprof", "time.pb.gz",
			func(w io.Writer, in *Input) error { return pprof.WriteTimes(w, in.Times, in.time()) }, 0},
		{"time-speedscope", "a profile for each metric, for speedscope", "time-speedscope.json",
			func(w io.Writer, in *Input) error { return speedscope.WriteTimes(w, in.Times, in.times()...) }, 0},
	}},
	{OfAll, "Formats of all runs, written to the folder -o, which many runs can share:", []Format{
		{"parquet", "tables for DuckDB, Spark and others: docs/SCHEMA.md", "", nil, Sources},
	}},
}

// Schemas has the JSON Schemas of formats, by the names of the formats.
var Schemas = map[string][]byte{
	"contexts-json": schema.Contexts, "efficiency-json": schema.Efficiency, "json": schema.Counts,
	"tests-json": schema.Tests,
}

// Named returns the format of that name, and its kind of runs; false for none.
func Named(name string) (Format, Kind, bool) {
	for _, g := range Groups {
		for _, f := range g.Formats {
			if f.Name == name {
				return f, g.Of, true
			}
		}
	}
	return Format{}, 0, false
}

// Of returns the formats for a kind of runs.
func Of(kind Kind) []Format {
	i := slices.IndexFunc(Groups, func(g Group) bool { return g.Of == kind })
	return Groups[i].Formats
}

// Names returns the names of all formats, sorted.
func Names() []string {
	var names []string
	for _, g := range Groups {
		for _, f := range g.Formats {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// List returns a list of all formats for help, in paragraphs.
func List() string {
	var b strings.Builder
	for _, g := range Groups {
		b.WriteString("\n\n" + g.Heading + "\n")
		for _, f := range g.Formats {
			fmt.Fprintf(&b, "\n  %-20s %s", f.Name, f.Does)
		}
	}
	return b.String()
}

// That returns the names of the formats with a part, as in "markdown and sarif".
func That(has Parts) string {
	var names []string
	for _, g := range Groups {
		for _, f := range g.Formats {
			if f.Has&has != 0 {
				names = append(names, f.Name)
			}
		}
	}
	return words.Listed(names)
}
