package cli

import (
	"io"
	"slices"

	"jprof/internal/words"
	"jprof/report"
	"jprof/report/cobertura"
	"jprof/report/csv"
	"jprof/report/gate"
	"jprof/report/jacoco"
	"jprof/report/json"
	"jprof/report/lcov"
	"jprof/report/markdown"
	"jprof/report/sarif"
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

// schemaFormat is the schema of the format json, which needs no run.
const schemaFormat = "json-schema"

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
	return append(names, schemaFormat)
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
