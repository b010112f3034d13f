package cli

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"

	shellquote "github.com/kballard/go-shellquote"

	"jprof/buildtools"
	"jprof/internal/exit"
	"jprof/internal/measure"
	"jprof/internal/ui"
	"jprof/runner"
)

// openers lists the commands that may open a page in the user's browser: those of the variable BROWSER, or else the
// system's. In BROWSER, %s is replaced by the page; a command without it gets the page as its last argument.
func openers(env Env, system, page string) [][]string {
	var list [][]string
	for _, text := range filepath.SplitList(env.Getenv("BROWSER")) {
		words, err := shellquote.Split(text)
		if err != nil || len(words) == 0 {
			continue
		}
		if !strings.Contains(text, "%s") {
			words = append(words, page)
		}
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "%s", page)
		}
		list = append(list, words)
	}
	if len(list) > 0 {
		return list
	}
	switch system {
	case "windows":
		return [][]string{{"rundll32", "url.dll,FileProtocolHandler", page}}
	case "darwin":
		return [][]string{{"open", page}}
	}
	return [][]string{{"xdg-open", page}}
}

// open opens a page in the user's browser.
func (s *session) open(ctx context.Context, page string) error {
	var tried []string
	for _, words := range openers(s.env, runtime.GOOS, page) {
		path := words[0]
		if filepath.Base(path) != path {
			path = s.env.Path(path)
		} else if found, err := s.env.LookPath(path); err == nil {
			path = found
		} else {
			tried = append(tried, path+" is not on the PATH")
			continue
		}
		command := buildtools.Command{Path: path, Args: words[1:], Dir: s.env.Dir, Env: s.env.Vars}
		result, err := runner.Run(ctx, command, measure.Stdio(s.env), runner.DefaultGrace)
		switch {
		case err != nil:
			tried = append(tried, err.Error())
		case result.Interrupted():
			return exit.Interrupted{Signal: result.Signal}
		case result.ExitCode != 0:
			tried = append(tried, command.String()+" failed")
		default:
			return nil
		}
	}
	return ui.Errorf("open it by hand, or name a browser in the variable BROWSER",
		"--open: cannot open %s: %s", page, strings.Join(tried, "; "))
}
