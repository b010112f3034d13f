package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/doctor"
)

func (j *job) doctorCommand() (*cli.Command, []example) {
	return &cli.Command{
			Name:      "doctor",
			Category:  categoryMaintain,
			Usage:     "report what jprof finds here, what it will count, and what the newest run lacks",
			UsageText: "jprof doctor [-f POM] [--json]",
			Description: `Builds nothing, and writes no files to the project. ` +
				`The exit code is 1 if jprof mvn or jprof gradle could not start the build, or if the sums of the newest run do not agree.`,
			Flags: []cli.Flag{
				&cli.PathFlag{Name: "f", Aliases: []string{"file"}, Usage: "the `POM` of the project, or its folder, as for mvn"},
				jsonFlag(),
			},
			Action: func(c *cli.Context) error {
				if err := noArgs(c); err != nil {
					return err
				}
				var args []string
				if pom := c.Path("f"); pom != "" {
					args = []string{"-f", pom}
				}
				d := doctor.Examine(c.Context, j.env, j.ui, args)
				return j.printDiagnosis(d, c.Bool("json"))
			},
		}, []example{
			{"jprof doctor", "examine the project in this folder"},
			{"jprof doctor -f core/pom.xml", "examine another one"},
		}
}
