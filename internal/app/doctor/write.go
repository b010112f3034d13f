package doctor

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"jprof/internal/util/version"
	"jprof/report/export/json"
)

// document is the output of jprof doctor --json: docs/schema/jprof-doctor-1.schema.json.
type document struct {
	Format     string    `json:"format"`
	Version    int       `json:"version"`
	Tool       string    `json:"tool"`
	Problems   int       `json:"problems"`
	Findings   []Finding `json:"findings"`
	SourceSets []Set     `json:"sourceSets"`
	Unmeasured []Gap     `json:"unmeasured"`
	NewestRun  []Finding `json:"newestRun"`
}

// WriteJSON writes the diagnosis for programs.
func (d *Diagnosis) WriteJSON(w io.Writer) error {
	return json.Indented(w, document{
		Format: "jprof-doctor", Version: 1, Tool: version.String(), Problems: d.Problems(),
		Findings: append([]Finding{}, d.Here...), SourceSets: append([]Set{}, d.Sets...),
		Unmeasured: append([]Gap{}, d.Unmeasured...), NewestRun: append([]Finding{}, d.NewestRun...),
	})
}

// Write writes the diagnosis for people.
func (d *Diagnosis) Write(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(columns ...string) { // Flush returns the errors of the terminal
		fmt.Fprintln(out, strings.Join(columns, "\t"))
	}
	findings := func(list []Finding) {
		for _, f := range list {
			what, text := f.What, f.Text
			if f.Under {
				what = "  " + what
			}
			if f.Problem {
				text = "PROBLEM: " + text
			}
			line(what, text)
			for _, hint := range f.Hints {
				line("", "  "+hint)
			}
		}
	}
	findings(d.Here)
	if len(d.Sets) > 0 {
		line()
		line("module", "set", "files", "with counters", "encoding", "level", "sources that "+d.SetsFrom)
	}
	for _, s := range d.Sets {
		level := s.Level
		if level == "" {
			level = "?"
		}
		line(s.Module, s.Set, fmt.Sprint(s.Files), fmt.Sprint(s.Counted), s.Encoding, level,
			strings.Join(s.Roots, ", "))
	}
	if len(d.Unmeasured) > 0 {
		line()
		line("unmeasured:")
	}
	for _, g := range d.Unmeasured {
		line(fmt.Sprintf("  %s:%d: %s", g.Path, g.Line, g.Reason))
	}
	if len(d.NewestRun) > 0 {
		line()
	}
	findings(d.NewestRun)
	return out.Flush()
}
