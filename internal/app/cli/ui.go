package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/internal/app/browser"
	"jprof/internal/app/manual"
	"jprof/internal/app/ui"
	"jprof/internal/util/exit"
	"jprof/internal/util/version"
)

func uiCommand(s *session) (*cli.Command, []example) {
	command := &cli.Command{
		Name:      "ui",
		Category:  categoryCount,
		Usage:     "open a page in the browser to choose, run, watch and compare",
		UsageText: "jprof ui [--port N] [--no-open]",
		Description: `Serves a page on 127.0.0.1 until it is interrupted (Ctrl-C), which also ends the builds that ` +
			`the page has started. The address has a token that is new each time. Keep it secret: a person with ` +
			`the token can do with jprof all that you can do. By default it takes any free port, so that no other ` +
			`user can take it first. docs/UI.md describes the page.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "port", Usage: "listen on port `N`", DefaultText: "any that is free"},
			&cli.BoolFlag{Name: "no-open", Usage: "print the address, and open no browser"},
		},
		Before: noArgs,
		Action: func(c *cli.Context) error {
			if n := c.Int("port"); n < 0 || n > 65535 {
				return exit.Usagef("jprof ui --port 8080", "--port must be 0 to 65535, not %d", n)
			}
			return s.serve(c)
		},
	}
	return command, []example{
		{"jprof ui", "open the page in the browser"},
		{"jprof ui --port 4000 --no-open", "only print its address, as on a machine without a browser"},
	}
}

// serverGarbage limits the garbage of a server, in percent of its memory in use. Servers run for hours beside builds.
// Builds need the memory more than they do, and they have time to collect garbage often.
const serverGarbage = 10

// saveMemory sets the limit of serverGarbage, unless the user has set one.
func (s *session) saveMemory() {
	if s.env.Getenv("GOGC") == "" {
		debug.SetGCPercent(serverGarbage)
	}
}

// serve serves the page until the user ends it.
func (s *session) serve(c *cli.Context) (err error) {
	server, err := ui.New(ui.Options{Env: s.env, UI: s.ui, Version: version.String(), Tools: s.tools,
		Commands: pageCommands(c.App, s.tools), Check: s.checkLine, Port: c.Int("port")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	s.saveMemory()
	if _, err := fmt.Fprintln(s.env.Stdout, "jprof ui: "+server.Address()); err != nil {
		return err
	}
	if !c.Bool("no-open") {
		file, err := server.AddressFile()
		if err != nil {
			return err
		}
		go func() {
			if err := browser.OpenBeside(s.env, file); err != nil {
				s.ui.Warn("%v", err)
				s.ui.Info("hint: open the address above by hand")
			}
		}()
	}
	return server.Serve(c.Context)
}

// notOnPage lists the commands that are of no use on a page.
var notOnPage = []string{"ui", "lsp", "mcp", "watch", "completion", "help", "man"}

// pageCommands returns the manuals of the commands that the page can run.
func pageCommands(app *cli.App, tools buildtools.Registry) []ui.Command {
	units := map[string]string{}
	for _, tool := range tools {
		units[tool.Info().Command] = tool.Info().Unit
	}
	var list []ui.Command
	for _, s := range manual.Sections(app) {
		for _, p := range s.Pages {
			if !slices.Contains(notOnPage, p.Name) {
				list = append(list, ui.Command{Page: p, Unit: units[p.Name]})
			}
		}
	}
	return list
}

// checkLine returns the error that jprof would report for a command line in the folder dir. argv does not have the
// name of the program. No build and no program is started. Commands that count check all of their command line, other
// commands only their options.
func (s *session) checkLine(dir string, argv []string) error {
	env := s.env
	env.Dir, env.Stdin, env.Stdout, env.Stderr = dir, strings.NewReader(""), io.Discard, io.Discard
	checking, err := newSession(env, s.tools)
	if err != nil {
		return err
	}
	checking.checks = true
	app := newApp(checking)
	args, err := understood(app, append([]string{"jprof"}, argv...))
	if err != nil || argv[0] != "run" && !slices.Contains(s.toolNames(), argv[0]) {
		return err
	}
	return app.RunContext(context.Background(), args)
}
