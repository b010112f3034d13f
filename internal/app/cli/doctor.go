package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/doctor"
	"jprof/internal/util/exit"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
	"jprof/report/export/json"
)

func doctorCommand(s *session) (*cli.Command, []example) {
	var commands []string
	var flags []cli.Flag // that name a build file
	forms := ""
	examples := []example{{"jprof doctor", "examine the project in this folder"}}
	for _, tool := range s.tools {
		info := tool.Info()
		commands = append(commands, "jprof "+info.Command)
		if o := info.File; o.Name != "" {
			flags = append(flags, flagOf(o))
			forms += fmt.Sprintf(" [-%s %s]", o.Alias, o.Value())
			examples = append(examples, example{
				fmt.Sprintf("jprof doctor -%s core/%s", o.Alias, info.BuildFiles[0]), "examine another one",
			})
		}
	}
	command := &cli.Command{
		Name:      "doctor",
		Category:  categoryMaintain,
		Usage:     "report what jprof finds here, what it will count, and what the newest run lacks",
		UsageText: "jprof doctor" + forms + " [--json]",
		Description: "Builds nothing, and writes no files to the project. The exit code is 1 if " +
			words.Either(commands) + " could not start the build, or if the sums of the newest run do not agree.",
		Flags: append(flags, jsonFlag()),
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			file := ""
			for _, f := range flags {
				file = cmp.Or(file, c.Path(f.Names()[0]))
			}
			d := doctor.Examine(c.Context, s.env, s.ui, s.tools, file)
			return s.printDiagnosis(d, c.Bool("json"))
		},
	}
	return command, examples
}

// doctorDocument is the output of jprof doctor --json: docs/schema/jprof-doctor-1.schema.json.
type doctorDocument struct {
	Format     string           `json:"format"`
	Version    int              `json:"version"`
	Tool       string           `json:"tool"`
	Problems   int              `json:"problems"`
	Findings   []doctor.Finding `json:"findings"`
	SourceSets []doctor.Set     `json:"sourceSets"`
	Unmeasured []doctor.Gap     `json:"unmeasured"`
	NewestRun  []doctor.Finding `json:"newestRun"`
}

// printDiagnosis prints the findings, and fails if something is wrong.
func (s *session) printDiagnosis(d *doctor.Diagnosis, asJSON bool) error {
	write := writeDiagnosis
	if asJSON {
		write = writeDiagnosisJSON
	}
	if err := write(s.env.Stdout, d); err != nil {
		return err
	}
	if n := d.Problems(); n > 0 {
		return exit.Note{Status: exit.Status(exit.Failed),
			Text: fmt.Sprintf("%s found, see above", words.Plural(n, "problem"))}
	}
	return nil
}

// writeDiagnosisJSON writes it for programs.
func writeDiagnosisJSON(w io.Writer, d *doctor.Diagnosis) error {
	return json.Indented(w, doctorDocument{
		Format: "jprof-doctor", Version: 1, Tool: version.String(), Problems: d.Problems(),
		Findings: append([]doctor.Finding{}, d.Here...), SourceSets: append([]doctor.Set{}, d.Sets...),
		Unmeasured: append([]doctor.Gap{}, d.Unmeasured...), NewestRun: append([]doctor.Finding{}, d.NewestRun...),
	})
}

// writeDiagnosis writes it for people.
func writeDiagnosis(w io.Writer, d *doctor.Diagnosis) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(columns ...string) { // Flush returns the errors of the terminal
		fmt.Fprintln(out, strings.Join(columns, "\t"))
	}
	findings := func(list []doctor.Finding) {
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
