package cli

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/doctor"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
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
		Flags:  append(flags, jsonFlag()),
		Before: noArgs,
		Action: func(c *cli.Context) error {
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

// printDiagnosis prints the findings, and fails if something is wrong.
func (s *session) printDiagnosis(d *doctor.Diagnosis, asJSON bool) error {
	write := d.Write
	if asJSON {
		write = d.WriteJSON
	}
	if err := write(s.env.Stdout); err != nil {
		return err
	}
	if n := d.Problems(); n > 0 {
		return exit.Note{Status: exit.Status(exit.Failed),
			Text: fmt.Sprintf("%s found, see above", words.Plural(n, "problem"))}
	}
	return nil
}
