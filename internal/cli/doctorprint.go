package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"jprof/internal/exit"
	"jprof/internal/version"
	"jprof/internal/words"
	"jprof/report/json"
)

// doctorDocument is the output of jprof doctor --json: docs/schema/jprof-doctor-1.schema.json.
type doctorDocument struct {
	Format     string       `json:"format"`
	Version    int          `json:"version"`
	Tool       string       `json:"tool"`
	Problems   int          `json:"problems"`
	Findings   []finding    `json:"findings"`
	SourceSets []setFinding `json:"sourceSets"`
	Unmeasured []gap        `json:"unmeasured"`
	NewestRun  []finding    `json:"newestRun"`
}

// end prints the findings, and fails if something is wrong.
func (d *doctor) end(asJSON bool) error {
	write := d.print
	if asJSON {
		write = d.printJSON
	}
	if err := write(d.job.env.Stdout); err != nil {
		return err
	}
	if n := d.problems(); n > 0 {
		return exit.Note{Status: exit.Status(exit.Failed), Text: fmt.Sprintf("%s found, see above", words.Plural(n, "problem"))}
	}
	return nil
}

func (d *doctor) printJSON(w io.Writer) error {
	return json.Indented(w, doctorDocument{
		Format: "jprof-doctor", Version: 1, Tool: version.String(), Problems: d.problems(),
		Findings: append([]finding{}, d.here...), SourceSets: append([]setFinding{}, d.sets...),
		Unmeasured: append([]gap{}, d.gaps...), NewestRun: append([]finding{}, d.last...),
	})
}

// print prints it for people.
func (d *doctor) print(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(columns ...string) { // Flush returns the errors of the terminal
		fmt.Fprintln(out, strings.Join(columns, "\t"))
	}
	findings := func(list []finding) {
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
	findings(d.here)
	if len(d.sets) > 0 {
		line()
		line("module", "set", "files", "with counters", "encoding", "level", "sources that "+d.as)
	}
	for _, s := range d.sets {
		level := s.Level
		if level == "" {
			level = "?"
		}
		line(s.Module, s.Set, fmt.Sprint(s.Files), fmt.Sprint(s.Counted), s.Encoding, level, strings.Join(s.Roots, ", "))
	}
	if len(d.gaps) > 0 {
		line()
		line("unmeasured:")
	}
	for _, g := range d.gaps {
		line(fmt.Sprintf("  %s:%d: %s", g.Path, g.Line, g.Reason))
	}
	if len(d.last) > 0 {
		line()
	}
	findings(d.last)
	return out.Flush()
}
