package measure

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/measure/rejections"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/runner"
)

// Plain runs the user's original command, for calls in which the build tool only prints something.
func Plain(ctx context.Context, env environ.Env, plain func() (buildtools.Command, error)) error {
	command, err := plain()
	if err != nil {
		return err
	}
	result, err := runner.Run(context.WithoutCancel(ctx), command, Stdio(env), runner.DefaultGrace)
	if err != nil {
		return err
	}
	return exit.Of(result.ExitCode)
}

// Sync brings the copy of the project up to date.
func Sync(u *term.UI, ws *runner.Workspace, outputs buildtools.Outputs) error {
	p := u.Progress("copying " + filepath.Base(ws.Root))
	defer p.Done()
	notes, err := ws.Sync(outputs)
	for _, note := range notes {
		u.Verbose("%s", note)
	}
	return err
}

// toolBuild is the result of the user's build. Its rounds fill it.
type toolBuild struct {
	ws        *runner.Workspace
	tool      buildtools.Info
	recording recording
	command   buildtools.Command // the same in each round
	result    runner.Result      // of the last round
	started   time.Time
	ended     time.Time // of the last round
	rounds    int
	events    buildtools.Events
	skip      rejections.Skips
	checks    []string               // the checks of Error Prone that are switched off, because they reject counters
	leave     bool                   // copy the test reports to the project, too
	skipped   []rejections.Rejection // the reasons for skip, in the order of the rounds
	// warnings has the warnings of javac about the user's own code, of all rounds.
	warnings []rejections.Rejection
	// These come from the counts and the source roots: the test steps with counts, and the sources without counters.
	steps    []runs.TestStep
	omitted  []runs.Unmeasured
	excluded map[string]string
}

// rounds runs the user's command. While javac rejects counters, it skips the rejected parts and runs the command again.
func (d *delivery) rounds(ctx context.Context, r recording) (*toolBuild, error) {
	command, err := d.hook.Command(ctx, d.site)
	if err != nil {
		return nil, err
	}
	command.Env = d.ws.Environ(command.Env)
	command = d.ws.Holding(command)
	if r.shipped && d.env.Getenv(environ.CountsVariable) == "" { // else tests in the JVM of the build count nowhere
		command.Env = append(command.Env, environ.CountsVariable+"="+d.ws.Counts)
	}
	b := &toolBuild{ws: d.ws, tool: d.Tool, recording: r, command: command, started: d.env.Now(),
		skip: rejections.Skips{}, leave: d.settings.TestReports}
	for {
		b.rounds++
		if err := d.ws.Reset(); err != nil {
			return nil, err
		}
		if err := counts.NewFolder(d.ws.Counts); err != nil {
			return nil, err
		}
		if err := d.prepare(ctx, b); err != nil {
			return nil, err
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		d.setPhase(live.Building, func(s *live.State) {
			s.Round, s.ByTest, s.Selected = b.rounds, r.tests.recorder != "", r.tests.carrying.selected()
		})
		// Run itself passes signals on to the build, and then waits for the counts that the JVMs write.
		b.result, err = runner.Run(context.WithoutCancel(ctx), command, d.listen(Stdio(d.env)), runner.DefaultGrace)
		if err != nil {
			return nil, err
		}
		b.ended = d.env.Now()
		if b.events, err = d.events(ctx, b); err != nil {
			return nil, exit.Keep(b.result.ExitCode, err)
		}
		if !b.result.Interrupted() {
			b.noteWarnings()
		}
		if b.result.Interrupted() || b.rounds == rejections.MaxRounds || !r.counters {
			return b, nil
		}
		rejected, err := b.rejected()
		if err != nil {
			return nil, exit.Keep(b.result.ExitCode, err)
		}
		if slices.ContainsFunc(rejected, rejections.Rejection.Own) || d.ownText(ctx, b, rejected) {
			return b, nil
		}
		lost, err := b.lost()
		if err != nil {
			return nil, exit.Keep(b.result.ExitCode, err)
		}
		checks := b.checks
		if d.output == nil { // the sources in place have no hook that could switch checks off
			checks, rejected = rejections.Checks(rejected, b.checks)
		}
		added, own := b.skip.Add(append(rejected, lost...))
		if own || len(added) == 0 && len(checks) == len(b.checks) {
			return b, nil
		}
		if len(checks) > len(b.checks) {
			d.ui.Info("Error Prone rejects counters: building again without those of its checks that do so")
		}
		if len(added) > 0 {
			d.ui.Info("%s: building again without them there", whyAgain(added))
		}
		b.skipped, b.checks = append(b.skipped, added...), checks
	}
}

// whyAgain returns the reasons why a build runs again.
func whyAgain(added []rejections.Rejection) string {
	n := 0
	for _, r := range added {
		if r.Asked != "" {
			n++
		}
	}
	var why []string
	if rejected := len(added) - n; rejected > 0 {
		why = append(why, "javac does not accept counters in "+words.Plural(rejected, "place"))
	}
	if n > 0 {
		why = append(why, "classes of "+words.Plural(n, "source")+" are loaded without their counters")
	}
	return strings.Join(why, ", and ")
}

// rejected lists the files with counters that the errors of the compiler name.
func (b *toolBuild) rejected() ([]rejections.Rejection, error) {
	var out []rejections.Rejection
	for _, f := range b.events.Failures {
		counted, err := b.counted(shadow.ID{Module: f.Module.ID, Name: f.Set})
		if err != nil {
			return nil, err
		}
		out = append(out, b.skip.ChargeAll(f.Rejections, counted, b.ws.HomeMirror(), b.projectPath)...)
	}
	return out, nil
}

// counted lists the files of a source set that have counters, sorted.
func (b *toolBuild) counted(id shadow.ID) ([]*probe.File, error) {
	path := shadow.MapPath(b.ws.Maps, id)
	if !paths.Exists(path) {
		return nil, nil
	}
	set, err := probe.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return rejections.Counted(set), nil
}

// projectPath returns the path in the project for a file that the compiler names, which is in a shadow tree or in the
// mirror. For other files it returns false.
func (b *toolBuild) projectPath(file string) (string, bool) {
	original := file
	for _, c := range b.events.Compiles {
		for _, r := range c.Roots {
			rel, ok := paths.Within(r.Shadow, file)
			// roots may share a copy
			if path := filepath.Join(r.Path, rel); ok && (original == file || paths.Exists(path)) {
				original = path
			}
		}
	}
	file = original
	_, ok := paths.Within(b.ws.Mirror, file)
	return shadow.FromHome(b.ws.HomeMirror(), file), ok && file != ""
}

// Stdio returns the user's own input and output, for a build or program.
func Stdio(env environ.Env) runner.Stdio {
	return runner.Stdio{In: env.Stdin, Out: env.Stdout, Err: env.Stderr}
}

// exitCodeOf returns the exit code of a build or program. If jprof alone got the signal that ended it, the exit code is
// the one for this signal.
func exitCodeOf(r runner.Result) int {
	if r.Interrupted() {
		return exit.SignalCode(r.Signal)
	}
	return r.ExitCode
}

// rootModule returns the ID of the module in the root of the project, "" if that module is not part of the build.
func (b *toolBuild) rootModule() string {
	for _, m := range b.events.Built {
		if m.Dir == "." {
			return m.ID
		}
	}
	return ""
}
