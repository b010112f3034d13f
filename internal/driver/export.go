package driver

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/docs/schema"
	"jprof/internal/atomicfile"
	"jprof/report"
	"jprof/report/cobertura"
	"jprof/report/csv"
	"jprof/report/jacoco"
	"jprof/report/json"
	"jprof/report/lcov"
	"jprof/report/markdown"
	"jprof/report/sarif"
)

// writer writes a model in one format; the verdict may be nil.
type writer func(io.Writer, *report.Model, *report.Verdict) error

// plain is the writer of a format that knows no verdicts.
func plain(write func(io.Writer, *report.Model) error) writer {
	return func(w io.Writer, m *report.Model, _ *report.Verdict) error { return write(w, m) }
}

// formats are those of export. SARIF has nothing but what a verdict says: it is one of them as soon as there is a way to
// one, in verdict.
func (j *job) formats() map[string]writer {
	f := map[string]writer{
		"lcov": plain(lcov.Write), "cobertura": plain(cobertura.Write), "jacoco": plain(jacoco.Write),
		"json": plain(json.Write), "csv": plain(csv.Write), "markdown": markdown.Write,
	}
	if j.verdict != nil {
		f["sarif"] = sarif.Write
	}
	return f
}

// schemaFormat is the format of json, which needs no run.
const schemaFormat = "json-schema"

func (j *job) exportCommand() *cli.Command {
	formats := j.formats()
	names := strings.Join(append(slices.Sorted(maps.Keys(formats)), schemaFormat), ", ")
	return &cli.Command{
		Name:      "export",
		Usage:     "write the counts of a run for other tools",
		UsageText: "jprof export --format NAME -o FILE [--run RUN] [--tests]",
		Description: "Formats: " + names + `. Sources of tests are left out, unless
--tests is given or there are no others.`,
		Flags: append(inputFlags(),
			&cli.StringFlag{Name: "format", Usage: "`NAME` of the format"},
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, - for standard output"},
			&cli.BoolFlag{Name: "tests", Usage: "with the sources of tests"},
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
				return usagef(usage+", with one of "+names, "export wants a --format")
			case !ok && format != schemaFormat:
				return usagef("there are "+names, "--format: no such format: %s", format)
			case c.Path("o") == "":
				return usagef(usage, "export wants a file to write to, -o")
			}
			if format == schemaFormat {
				return j.output(c.Path("o"), func(w io.Writer) error {
					_, err := w.Write(schema.Counts)
					return err
				})
			}
			s, m, err := j.chosen(c)
			if err != nil {
				return err
			}
			model, err := j.model(s, m)
			if err != nil {
				return err
			}
			if !c.Bool("tests") {
				model = model.Production()
			}
			var verdict *report.Verdict
			if j.verdict != nil {
				if verdict, err = j.verdict(c, model); err != nil {
					return err
				}
			}
			return j.output(c.Path("o"), func(w io.Writer) error { return write(w, model, verdict) })
		},
	}
}

// output writes data to a file, which appears when all of it is there, or to standard output for -.
func (j *job) output(file string, write func(io.Writer) error) error {
	if file == "-" {
		return write(j.env.Stdout)
	}
	return atomicfile.Write(j.env.path(file), write)
}
