package cli

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/doctor"
	"jprof/internal/words"
)

func (j *job) doctorCommand() (*cli.Command, []example) {
	var commands []string
	var flags []cli.Flag // that name a build file
	forms := ""
	for _, tool := range j.tools {
		info := tool.Info()
		commands = append(commands, "jprof "+info.Command)
		if o := info.File; o.Name != "" {
			flags = append(flags, flagOf(o))
			forms += fmt.Sprintf(" [-%s %s]", o.Alias, o.Value())
		}
	}
	return &cli.Command{
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
				d := doctor.Examine(c.Context, j.env, j.ui, j.tools, file)
				return j.printDiagnosis(d, c.Bool("json"))
			},
		}, []example{
			{"jprof doctor", "examine the project in this folder"},
			{"jprof doctor -f core/pom.xml", "examine another one"},
		}
}
