// Package comment has the command jprof comment, which writes a text as a comment on the pull or merge request of a CI
// job. Package forge speaks to GitHub and GitLab.
package comment

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/forge"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
)

const form = "jprof comment FILE [--label NAME] [--request N] [--dry-run]"

// label is the form of labels: nothing that would end the marker.
var label = lazyregexp.New(`^[\w.-]+$`)

// Command returns the command.
func Command(env environ.Env, u *term.UI) (*cli.Command, []manual.Example) {
	command := &cli.Command{
		Name:      "comment",
		Usage:     "write a comment on the pull or merge request of a CI job",
		UsageText: form,
		Description: `Writes FILE, in Markdown (jprof check --markdown FILE), as a comment on the pull request of ` +
			`a job of GitHub Actions, or on the merge request of a job of GitLab CI; - is standard input. ` +
			`Later jobs replace this comment.

On GitHub it needs GITHUB_TOKEN with the permission pull-requests: write, on GitLab JPROF_GITLAB_TOKEN, a project ` +
			`access token with the scope api and the role Reporter: CI_JOB_TOKEN cannot write comments. ` +
			`Jobs of forks have no such token. Then nothing is written, the exit code is 0, and on GitHub the text ` +
			`goes to the summary of the job.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "label", Value: "jprof",
				Usage: "replace the comment with the label `NAME`: each comment on a request has another one"},
			&cli.IntFlag{Name: "request", DefaultText: "that of the job",
				Usage: "write to the pull or merge request with the number `N`"},
			&cli.BoolFlag{Name: "dry-run", Usage: "print what would be written, and send nothing"},
		},
		Before: func(c *cli.Context) error {
			switch {
			case c.Args().Len() != 1:
				return exit.Usagef(form, "comment requires one FILE")
			case !label().MatchString(c.String("label")):
				return exit.Usagef("--label unit-tests",
					"--label: %q has other characters than letters, digits, . _ and -", c.String("label"))
			case c.IsSet("request") && c.Int("request") < 1:
				return exit.Usagef("--request 7", "--request must be at least 1, not %d", c.Int("request"))
			}
			return nil
		},
		Action: func(c *cli.Context) error {
			text, err := read(c.Args().First(), env)
			if err != nil {
				return err
			}
			return write(c, env, u, text)
		},
	}
	return command, []manual.Example{
		{Line: "jprof comment summary.md", Does: "write or replace the comment"},
		{Line: "jprof comment summary.md --label unit --dry-run", Does: "print it first"},
	}
}

// read returns the content of a file, or of standard input for -.
func read(file string, env environ.Env) (string, error) {
	if file == "-" {
		text, err := io.ReadAll(env.Stdin)
		return string(text), err
	}
	text, err := os.ReadFile(env.Path(file))
	if errors.Is(err, os.ErrNotExist) {
		return "", exit.Usagef("jprof check --markdown "+file+" writes it", "%s: no such file", file)
	}
	return string(text), err
}

// write writes a text as the comment of the job in env.
func write(c *cli.Context, env environ.Env, u *term.UI, text string) error {
	job, err := forge.Find(env.Getenv)
	if errors.Is(err, forge.ErrNone) {
		return exit.Usagef("run it in a job: only there is a token for the comment", "comment: %w", err)
	} else if err != nil {
		return err
	}
	if c.IsSet("request") {
		job.Number = c.Int("request")
	}
	if job.Number == 0 {
		u.Info("the job is for no %s: there is no comment to write", job.Request())
		return nil
	}
	name := c.String("label")
	if c.Bool("dry-run") {
		u.Info("would write this comment on %s:", job.What())
		_, err := io.WriteString(env.Stdout, job.Body(name, text))
		return err
	}
	replaced, err := job.Comment(c.Context, name, text)
	switch {
	case err != nil && job.ReadOnly != "" && forge.NoRights(err):
		return instead(env, u, job, text)
	case err != nil:
		return err
	case replaced:
		u.Result("replaced the comment %s on %s", name, job.What())
	default:
		u.Result("wrote the comment %s on %s", name, job.What())
	}
	return nil
}

// instead adds the text to the summary of a job that must not write comments.
func instead(env environ.Env, u *term.UI, job *forge.Job, text string) error {
	u.Warn("%s, so it must not write to %s: no comment is written", job.ReadOnly, job.What())
	if job.Summary == "" {
		return nil
	}
	f, err := os.OpenFile(env.Path(job.Summary), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	_, err = io.WriteString(f, text+"\n")
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		u.Info("the text is in the summary of the job instead")
	}
	return err
}
