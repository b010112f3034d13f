package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"jprof/internal/util/version"
	"jprof/report/export/json"
)

func versionCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "version",
		Category:  categoryMaintain,
		Usage:     "print the version of jprof",
		UsageText: "jprof version [options]",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print the version, the commit and the system as JSON"},
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if c.Bool("json") {
				return s.printBuild()
			}
			return s.printVersion()
		},
	}
	return command, []example{
		{"jprof version", "print the version"},
		{"jprof --version", "the same"},
		{"jprof version --json", "with the commit and the system, for programs"},
	}
}

func (s *session) printVersion() error {
	_, err := fmt.Fprintln(s.env.Stdout, "jprof", version.String())
	return err
}

// versionDocument is the output of jprof version --json: docs/schema/jprof-version-1.schema.json.
type versionDocument struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	Release bool   `json:"release"`
	Commit  string `json:"commit"`
	Time    string `json:"time"`
	Changed bool   `json:"changed"`
	Go      string `json:"go"`
	System  string `json:"system"`
	Arch    string `json:"arch"`
	Home    string `json:"home"`
}

func (s *session) printBuild() error {
	b := version.Current()
	return json.Indented(s.env.Stdout, versionDocument{
		Format: "jprof-version", Version: 1, Tool: b.Version, Release: b.Release, Commit: b.Commit, Time: b.Time,
		Changed: b.Changed, Go: b.Go, System: b.System, Arch: b.Arch, Home: "https://" + version.Home,
	})
}
