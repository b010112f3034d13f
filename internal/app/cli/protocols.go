package cli

import (
	"github.com/urfave/cli/v2"

	"jprof/internal/app/lsp"
	"jprof/internal/app/mcp"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/version"
)

// The commands of this file speak with a program, by a protocol on standard input and output.

func lspCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "lsp",
		Category:  categoryRead,
		Usage:     "show counts in an editor: a language server",
		UsageText: "jprof lsp",
		Description: `Speaks the Language Server Protocol on standard input and output. Editors start it beside ` +
			`their server for Java, and show the counts of the newest run beside the code. Counts follow the code ` +
			`while it changes; code that has changed since the run has none. docs/EDITORS.md has the settings of ` +
			`each editor.`,
		Before: noArgs,
		Action: func(c *cli.Context) error {
			s.saveMemory()
			return lsp.Serve(c.Context, s.env)
		},
	}
	return command, []example{
		{"jprof lsp", "serve the editor that has started it"},
		{"jprof lsp >answers <messages", "answer the messages in a file, to look for a fault of an editor"},
	}
}

func mcpCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "mcp",
		Category:  categoryRead,
		Usage:     "answer questions of coding agents, by the Model Context Protocol",
		UsageText: "jprof mcp [--project DIR] [--allow-builds]",
		Description: `A coding agent starts it, and asks by standard input and output what ran, what did not, and ` +
			`which tests ran it. It ends when the agent closes its input. New runs are seen at once. It only reads, ` +
			`unless builds are allowed. docs/MCP.md says how agents are set up.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "project", Usage: "answer for the project in `DIR`", DefaultText: "the current folder"},
			&cli.BoolFlag{Name: "allow-builds",
				Usage: "let the agent build the project with the tests that a change may affect, which executes " +
					"its code"},
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			env := s.env
			if c.IsSet("project") {
				if env.Dir = s.env.Path(c.Path("project")); !paths.IsDir(env.Dir) {
					return exit.Usagef("jprof mcp --project DIR", "--project: no folder %s", c.Path("project"))
				}
			}
			return mcp.Serve(c.Context, mcp.Options{Env: env, Version: version.String(), Tools: s.tools,
				Builds: c.Bool("allow-builds"), FirstRun: s.firstRun})
		},
	}
	return command, []example{
		{"claude mcp add jprof -- jprof mcp", "let Claude Code ask it, in the folder of the project"},
		{"jprof mcp --project ~/work/app --allow-builds", "answer for another folder, and build there if asked to"},
	}
}
