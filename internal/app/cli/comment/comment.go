// Package comment has the command jprof comment, which writes a text as a comment on the pull or merge request of a CI
// job. Package forge speaks to GitHub and GitLab.
package comment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/manual"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/forge"
	"jprof/internal/util/git"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report/export/sarif"
)

const form = "jprof comment FILE [--label NAME] [--check SARIF] [--request N] [--dry-run]"

// variables lists all variables of a host that the command reads.
const variables = `It reads GITHUB_ (ACTIONS, TOKEN, REPOSITORY, EVENT_PATH, SHA, API_URL, SERVER_URL, RUN_ID, ` +
	`STEP_SUMMARY, ACTOR) or GITLAB_ (CI, TOKEN), JPROF_ (GITLAB_TOKEN), CI_ (API_V4_URL, PROJECT_ID, PROJECT_PATH, ` +
	`COMMIT_SHA, JOB_URL, SERVER_TLS_CA_FILE, OPEN_MERGE_REQUESTS), CI_MERGE_REQUEST_ (IID, PROJECT_ID, ` +
	`PROJECT_PATH, SOURCE_BRANCH_SHA); --dry-run needs none.`

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
			`Later jobs replace this comment. On GitHub, --check adds a check with annotations at changed lines that ` +
			`were not executed, which fails if a gate has failed. On GitLab, jprof check --code-quality FILE makes a ` +
			`report for that.

On GitHub it needs GITHUB_TOKEN with pull-requests: write, and checks: write for a check; on GitLab ` +
			`JPROF_GITLAB_TOKEN, a project access token with the scope api and the role Reporter: ` +
			`CI_JOB_TOKEN cannot write comments. ` +
			`Jobs of forks have no such token. Then nothing is written, the exit code is 0, and on GitHub the text ` +
			`goes to the summary of the job. ` + variables,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "label", Value: "jprof",
				Usage: "replace the comment with the label `NAME`: each comment on a request has another one"},
			&cli.PathFlag{Name: "check",
				Usage: "write a check, too, with the name of the label and the findings in the file `SARIF` " +
					"(jprof check --sarif SARIF): GitHub only"},
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
			text, err := read(c.Args().First(), env, "--markdown")
			if err != nil {
				return err
			}
			w := writer{env: env, ui: u, label: c.String("label"), dry: c.Bool("dry-run"), text: text}
			if file := c.Path("check"); file != "" {
				if w.check, err = w.checkOf(file); err != nil {
					return err
				}
			}
			return w.write(c)
		},
	}
	return command, []manual.Example{
		{Line: "jprof comment summary.md", Does: "write or replace the comment"},
		{Line: "jprof comment summary.md --label unit --dry-run", Does: "print it first"},
	}
}

// mostText is the size of the largest file that can be sent, in bytes.
const mostText = 64 << 20

// read returns the content of a file that an option of jprof check writes, or of standard input for -.
func read(file string, env environ.Env, option string) (string, error) {
	in := env.Stdin
	if file != "-" {
		f, err := os.Open(env.Path(file))
		if errors.Is(err, os.ErrNotExist) {
			return "", exit.Usagef("jprof check "+option+" "+file+" writes it", "%s: no such file", file)
		}
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, mostText+1))
	if err == nil && len(text) > mostText {
		err = exit.Usagef("", "%s: more than %d MB", file, mostText>>20)
	}
	return string(text), err
}

// A writer writes to the request of a job.
type writer struct {
	env   environ.Env
	ui    *term.UI
	label string
	dry   bool // print it, and send nothing
	text  string
	check *forge.Check // nil for none
}

// checkOf returns the check with the findings in a file.
func (w *writer) checkOf(file string) (*forge.Check, error) {
	text, err := read(file, w.env, "--sarif")
	if err != nil {
		return nil, err
	}
	findings, err := sarif.Findings([]byte(text))
	if err != nil {
		return nil, exit.AsUsage(fmt.Errorf("--check: %s: %w", file, err))
	}
	failures, warnings := 0, 0
	c := &forge.Check{Name: w.label, Summary: w.text}
	for _, f := range findings {
		level := "notice"
		switch f.Level {
		case sarif.Error:
			failures, level = failures+1, "failure"
		case sarif.Warning:
			warnings, level = warnings+1, "warning"
		}
		if f.Path != "" {
			c.Annotations = append(c.Annotations, forge.Annotation{Path: f.Path, First: f.First, Last: f.Last,
				Level: level, Title: f.Title, Message: f.Text})
		}
	}
	c.Failed = failures > 0
	c.Title = words.Plural(failures, "failure") + ", " + words.Plural(warnings, "warning")
	return c, nil
}

// write writes the comment, and the check if there is one.
func (w *writer) write(c *cli.Context) error {
	job, err := forge.Find(w.env.Getenv)
	outside := errors.Is(err, forge.ErrNone)
	if outside && w.dry {
		w.ui.Info("outside of a job, this is what one would write:")
		return w.print(forge.Outside())
	} else if outside {
		return exit.Usagef("run it in a job: only there is a token for the comment", "comment: %w", err)
	} else if err != nil {
		return err
	}
	if w.check != nil && !job.HasChecks() {
		return exit.Usagef("jprof check --code-quality gl-code-quality-report.json writes what "+job.Host+" shows",
			"--check: a job of %s has no token for checks", job.Host)
	}
	if c.IsSet("request") {
		job.Number = c.Int("request")
	}
	if w.dry {
		return w.print(job)
	}
	err = w.send(c.Context, job)
	if err != nil && job.ReadOnly != "" && forge.NoRights(err) {
		return w.instead(job)
	}
	return err
}

// send sends the comment and the check.
func (w *writer) send(ctx context.Context, job *forge.Job) error {
	if job.Number == 0 {
		w.ui.Info("the job is for no %s: there is no comment to write", job.Request())
	} else {
		replaced, err := job.Comment(ctx, w.label, w.text)
		if err != nil {
			return err
		}
		how := "wrote"
		if replaced {
			how = "replaced"
		}
		w.ui.Result("%s the comment %s on %s", how, w.label, job.What())
	}
	if w.check == nil {
		return nil
	}
	if err := job.Check(ctx, *w.check); err != nil {
		return err
	}
	w.ui.Result("wrote the check %s of commit %s: %s", w.label, git.Short(job.Commit), w.check.Title)
	return nil
}

// print prints what would be sent.
func (w *writer) print(job *forge.Job) error {
	if job.Host != "" && job.Number == 0 {
		w.ui.Info("the job is for no %s: there is no comment to write", job.Request())
	} else {
		if job.Host != "" {
			w.ui.Info("would write this comment on %s:", job.What())
		}
		if _, err := io.WriteString(w.env.Stdout, job.Body(w.label, w.text)); err != nil {
			return err
		}
	}
	if w.check == nil {
		return nil
	}
	if job.Host != "" {
		w.ui.Info("would write this check of commit %s, with the same text:", git.Short(job.Commit))
	}
	_, err := fmt.Fprintf(w.env.Stdout, "%s: %s\n", w.check.Name, w.check.Title)
	for _, a := range w.check.Annotations {
		if err == nil {
			_, err = fmt.Fprintf(w.env.Stdout, "%s:%d-%d: %s: %s\n", a.Path, a.First, a.Last, a.Level, a.Message)
		}
	}
	return err
}

// instead adds the text to the summary of a job that must not write.
func (w *writer) instead(job *forge.Job) error {
	w.ui.Warn("%s, so it must not write to %s: nothing is written", job.ReadOnly, job.Project)
	if job.Summary == "" {
		return nil
	}
	f, err := os.OpenFile(w.env.Path(job.Summary), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	_, err = io.WriteString(f, w.text+"\n")
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		w.ui.Info("the text is in the summary of the job instead")
	}
	return err
}
