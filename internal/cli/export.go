package cli

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/docs/schema"
	"jprof/internal/atomicfile"
	"jprof/internal/exit"
	"jprof/internal/settings"
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

// writer writes a model in one format. The verdict is nil where there are no gates; most formats have no place for it.
type writer func(io.Writer, *report.Model, *gate.Verdict) error

// formats are the formats of export.
var formats = map[string]writer{
	"cobertura": cobertura.Write,
	"csv":       csv.Write,
	"jacoco":    jacoco.Write,
	"json":      json.Write,
	"lcov":      lcov.Write,
	"markdown":  markdown.Write,
	"sarif":     sarif.Write,
}

// schemaFormat is the format of json, which needs no run.
const schemaFormat = "json-schema"

// formatNames are the names of all formats.
func formatNames() []string { return append(slices.Sorted(maps.Keys(formats)), schemaFormat) }

func (j *job) exportCommand() (*cli.Command, []example) {
	names := strings.Join(formatNames(), ", ")
	return &cli.Command{
			Name:      "export",
			Category:  categoryCompare,
			Usage:     "write the counts of a run for other tools",
			UsageText: "jprof export --format NAME -o FILE [--run RUN] [--tests]",
			Description: "Formats: " + names + `. Test sources are not included, unless
--tests is given or there are no main sources. markdown and sarif include the result of the gates in jprof.yaml (see jprof check);
sarif includes nothing else.`,
			Flags: append(inputFlags(),
				&cli.StringFlag{Name: "format", Usage: "write the format `NAME`"},
				&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`; - is standard output"},
				&cli.StringFlag{Name: "since", Usage: "markdown and sarif: list the lines changed since the merge base with `REV` that were not executed"},
				&cli.BoolFlag{Name: "tests", Usage: "include test sources"},
			),
			Action: func(c *cli.Context) error {
				if err := noArgs(c); err != nil {
					return err
				}
				const usage = "jprof export --format NAME -o FILE"
				format := c.String("format")
				write, ok := formats[format]
				switch {
				case !c.IsSet("format"):
					return exit.Usagef(usage+", with one of "+names, "export requires --format")
				case !ok && format != schemaFormat:
					hint := "the formats are " + names
					if near := words.Nearest(format, formatNames()); len(near) > 0 {
						hint = "did you mean " + near[0] + "? " + hint
					}
					return exit.Usagef(hint, "--format: no such format: %s", format)
				case c.Path("o") == "":
					return exit.Usagef(usage, "export requires -o, the file to write to")
				}
				if format == schemaFormat {
					return j.output(c.Path("o"), func(w io.Writer) error {
						_, err := w.Write(schema.Counts)
						return err
					})
				}
				model, verdict, err := j.exported(c, format == "markdown" || format == "sarif")
				if err != nil {
					return err
				}
				if format == "sarif" && verdict == nil {
					return exit.Usagef("--since REV, or a section check in "+settings.FileName, "--format sarif: there are no gates and no --since: nothing to write")
				}
				return j.output(c.Path("o"), func(w io.Writer) error { return write(w, model, verdict) })
			},
		}, []example{
			{"jprof export --format lcov -o lcov.info", "for tools that show coverage"},
			{`jprof export --format markdown -o - >>"$GITHUB_STEP_SUMMARY"`, "a summary on the page of a CI job"},
		}
}

// exported returns the model for the options of export. With withGates there is a verdict, if the project has gates.
func (j *job) exported(c *cli.Context, withGates bool) (*report.Model, *gate.Verdict, error) {
	run, gates, err := j.gates(c)
	if err != nil {
		return nil, nil, err
	}
	if c.IsSet("since") {
		if !withGates {
			return nil, nil, exit.Usagef("jprof export --format sarif --since REV -o FILE", "--since: only markdown and sarif list changed lines")
		}
		gates.Changed.Since = c.String("since")
	}
	if withGates && !gates.Empty() {
		gates.Tests = gates.Tests || c.Bool("tests")
		judged, err := j.judge(run, gates, true)
		if err != nil {
			return nil, nil, err
		}
		return judged.model, judged.verdict, nil
	}
	model, err := run.model()
	if err == nil && !c.Bool("tests") {
		model = model.MainSources()
	}
	return model, nil, err
}

// output writes data to a file, which appears when all of it is there, or to standard output for -.
func (j *job) output(file string, write func(io.Writer) error) error {
	if file == "-" {
		return write(j.env.Stdout)
	}
	return atomicfile.Write(j.env.Path(file), write)
}
