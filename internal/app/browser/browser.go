// Package browser opens pages in the user's browser: that of the variable BROWSER, or else the system's.
package browser

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/buildtools/cmdline"
	"jprof/internal/measure"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/runner"
)

// openers lists the commands that may open a page in the user's browser: those of the variable BROWSER, or else the
// system's. In BROWSER, %s is replaced by the page; a command without it gets the page as its last argument.
func openers(env environ.Env, system, page string) [][]string {
	var list [][]string
	for _, text := range filepath.SplitList(env.Getenv("BROWSER")) {
		words, err := cmdline.Split(text)
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

// Open opens a page in the user's browser, and waits for the command that does it.
func Open(ctx context.Context, env environ.Env, page string) error {
	return openBy(env, page, func(command buildtools.Command) error {
		result, err := runner.Run(ctx, command, measure.Stdio(env), runner.DefaultGrace)
		if err == nil && result.Interrupted() {
			err = exit.Interrupted{Signal: result.Signal}
		}
		return failedWith(err, result.ExitCode, command)
	})
}

// OpenBeside opens a page in the user's browser, which stays open: if the command does not end soon, it is the browser
// itself.
func OpenBeside(env environ.Env, page string) error {
	return openBy(env, page, func(command buildtools.Command) error {
		p, err := runner.Start(command, runner.Stdio{Err: env.Stderr})
		if err != nil {
			return err
		}
		select {
		case <-p.Ended():
			return failedWith(nil, p.ExitCode(), command)
		case <-time.After(soon):
			return nil
		}
	})
}

// soon is the time that a command may take to open a page in a browser that is open already.
const soon = 5 * time.Second

// failedWith is the error of a command that has ended.
func failedWith(err error, code int, command buildtools.Command) error {
	if err == nil && code != 0 {
		err = errors.New(command.String() + " failed")
	}
	return err
}

// openBy opens a page in the user's browser by the first command that works.
func openBy(env environ.Env, page string, run func(buildtools.Command) error) error {
	var tried []string
	for _, words := range openers(env, runtime.GOOS, page) {
		path := words[0]
		if filepath.Base(path) != path {
			path = env.Path(path)
		} else if found, err := env.LookPath(path); err == nil {
			path = found
		} else {
			tried = append(tried, path+" is not on the PATH")
			continue
		}
		err := run(buildtools.Command{Path: path, Args: words[1:], Dir: env.Dir, Env: env.Vars})
		var interrupted exit.Interrupted
		if err == nil || errors.As(err, &interrupted) {
			return err
		}
		tried = append(tried, err.Error())
	}
	return term.Errorf("open it by hand, or name a browser in the variable BROWSER",
		"cannot open %s: %s", page, strings.Join(tried, "; "))
}
