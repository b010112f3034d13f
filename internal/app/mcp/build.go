package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"jprof/buildtools"
	"jprof/internal/measure"
	"jprof/internal/runs"
	"jprof/internal/runs/findings"
	"jprof/internal/runs/live"
	"jprof/internal/runs/selection"
	"jprof/internal/util/exit"
	"jprof/internal/util/git"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/tests/affected"
	"jprof/runner"
)

// AffectedTest is a test that a change may concern.
type AffectedTest struct {
	Test   string `json:"test"`
	Reason string `json:"reason"`
}

func (x *AffectedTest) String() string { return x.Test + "  " + x.Reason }

// Affected is the answer of the tool affected.
type Affected struct {
	List[*AffectedTest]
	All     bool   `json:"all" jsonschema:"all tests have to run: the items are the reasons"`
	Of      int    `json:"of" jsonschema:"the number of tests in the run"`
	Command string `json:"command" jsonschema:"runs these tests, and carries over the counts of the others"`
}

func (x *Affected) text() string {
	if x.Total == 0 {
		return x.List.text()
	}
	return x.List.text() + "\nto run them: " + x.Command
}

// Revision chooses a change.
type Revision struct {
	Since string `json:"since,omitempty" jsonschema:"a Git revision: what has changed since the merge base with it"`
}

func (s *server) affected(c *call, in struct {
	Revision
	Chosen
	Page
}) (*Affected, error) {
	if err := c.HasRuns(in.Run); err != nil {
		return nil, err
	}
	conf, err := c.Settings()
	if err != nil {
		return nil, err
	}
	now, err := measure.Around(s.Env, c.Store, conf, s.Tools.Outputs(), nil)
	if err != nil {
		return nil, err
	}
	found, err := selection.Find(c.Finder, in.Run, in.Since, now)
	if err != nil {
		return nil, err
	}
	for _, note := range found.Notes {
		c.ui.Warn("%s", note)
	}
	since := "run " + found.Run.ID
	if found.Base != "" {
		since = git.Short(found.Base)
	}
	x := &Affected{All: len(found.All) > 0, Of: found.Of,
		Command: lineOf(affectedCommand(found.Run, cmp.Or(in.Since, "HEAD"), in.Run))}
	if x.All {
		x.List = listOf(in.Page, found.All, func(r affected.Reason) *AffectedTest {
			return &AffectedTest{"all tests", shown(r.Text())}
		})
		x.Summary = "all tests, for changes since " + since
	} else {
		x.List = listOf(in.Page, found.Tests, func(t affected.Selected) *AffectedTest {
			why := t.Reasons[0].Text()
			if len(found.Facts) == 1 && t.Reasons[0].Fact != nil { // the sentence has it
				why = t.Reasons[0].How
			}
			return &AffectedTest{shown(t.Label()), shown(why)}
		})
		x.Summary = fmt.Sprintf("%s of %s, for %s since %s", words.Thousands(uint64(len(found.Tests))),
			words.Plural(found.Of, "test"), words.Plural(len(found.Facts), "change"), since)
		if len(found.Facts) == 1 {
			x.Summary += ": " + report.Printable(found.Facts[0].Text())
		}
	}
	x.Run = found.Run.ID
	return x, nil
}

// lineOf returns the command line of jprof with these arguments.
func lineOf(args []string) string { return words.Command(append([]string{"jprof"}, args...)) }

// affectedCommand returns the arguments of jprof for the build of a run, the first of a merged one, with only the tests
// that a change may concern. from names the run, "" for the newest one.
func affectedCommand(r runs.Run, since, from string) []string {
	options := []string{"--affected=" + since}
	if from != "" {
		options = append(options, "--from="+from)
	}
	return slices.Insert(slices.Clone(r.Leaves()[0].Command), 1, options...)
}

// Found is something to mend after a build.
type Found struct {
	Kind  string `json:"kind" jsonschema:"error (of the compiler), failed (a test) or missed (changed code)"`
	Place string `json:"place,omitempty" jsonschema:"file:line"`
	Text  string `json:"text"`
}

func (x *Found) String() string { return strings.TrimSpace(x.Place + "  " + x.Kind + ": " + x.Text) }

// Built is the answer of the tool run_affected.
type Built struct {
	List[*Found]
	Command  string `json:"command"`
	ExitCode int    `json:"exitCode"`
	Output   string `json:"output,omitempty" jsonschema:"its end, of a build that failed for an unknown reason"`
}

func (x *Built) text() string {
	if x.Output == "" {
		return x.List.text()
	}
	return x.List.text() + "\nend of the output:\n" + x.Output
}

// The time between two messages about the progress of a build, and the bytes that are kept of its output.
const (
	progressEvery = 5 * time.Second
	keptOutput    = 1500
)

// addBuild adds the tool that starts builds.
func addBuild(to *sdk.Server, s *server) {
	no := false
	var one sync.Mutex
	sdk.AddTool(to, &sdk.Tool{Name: "run_affected",
		Description: `Builds the project with jprof and runs only the tests that your change may affect, as the ` +
			`newest run of all tests with --by-test was built. The result is a new run, in which the counts of the ` +
			`other tests are carried over. Executes code of the project, and takes as long as a build.`,
		Annotations: &sdk.ToolAnnotations{Title: "Build and run the affected tests", DestructiveHint: &no}},
		func(ctx context.Context, req *sdk.CallToolRequest, in struct {
			Revision
			Page
		}) (*sdk.CallToolResult, *Built, error) {
			if err := in.check(); err != nil {
				return nil, nil, toolError{err}
			}
			if !one.TryLock() {
				return nil, nil, errors.New("a build is running: wait for its answer")
			}
			defer one.Unlock()
			c := s.newCall()
			defer c.Close()
			out, err := s.build(ctx, c, cmp.Or(in.Since, "HEAD"), in.Page, func(message string, seconds float64) {
				if token := req.Params.GetProgressToken(); token != nil {
					// A client that does not get it has gone.
					_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token,
						Message: message, Progress: seconds})
				}
			})
			return result(s, c, out, err)
		})
}

// build builds the project with the tests that a change may concern, and returns what was found.
func (s *server) build(ctx context.Context, c *call, since string, p Page, progress func(string, float64)) (*Built,
	error) {
	if err := c.HasRuns(""); err != nil {
		return nil, err
	}
	before, err := c.Tested("")
	if err != nil {
		return nil, err
	}
	c.notes() // they are about numbers of the run before
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	x := &Built{}
	args := affectedCommand(before.Run, since, "")
	x.Command = lineOf(args)
	known, _ := c.Store.List() // damaged runs are none
	out := &tail{}
	dir := before.Store.Abs(before.Leaves()[0].Dir)
	process, err := runner.Start(buildtools.Command{Path: path, Args: args, Dir: dir, Env: s.Env.Vars},
		runner.Stdio{Out: out, Err: out})
	if err != nil {
		return nil, err
	}
	if err := s.await(ctx, process, c.Store, progress); err != nil {
		return nil, err
	}
	x.ExitCode = process.ExitCode()
	made := c.Store.Last(func(r runs.Run) bool {
		return !slices.ContainsFunc(known, func(o *runs.Opened) bool { return o.ID == r.ID })
	})
	if made == nil {
		x.List = listOf(p, nil, func(f *Found) *Found { return f })
		x.Summary, x.Output = fmt.Sprintf("%s made no run (exit code %d)", x.Command, x.ExitCode), out.text()
		return x, nil
	}
	f := findings.Of(made, since, s.Env)
	x.List = listOf(p, foundIn(&f), func(f *Found) *Found { return f })
	x.Run = made.ID
	x.Summary = fmt.Sprintf("run %s: %s", made.ID, made.HowEnded())
	if x.ExitCode != exit.OK && x.Total == 0 {
		x.Output = out.text()
	}
	if made.Selected != nil {
		x.Summary += "; " + made.Selected.Text
	}
	if f.Change != nil {
		x.Summary += "; changed since " + since + ": " + cmp.Or(f.Change.Text(), "no line with counts")
	}
	return x, nil
}

// await waits until a build ends, and says how far it is. If ctx ends, it stops the build.
func (s *server) await(ctx context.Context, build *runner.Process, store runs.Store,
	progress func(string, float64)) error {
	begun, ticks := time.Now(), time.NewTicker(progressEvery)
	defer ticks.Stop()
	for {
		select {
		case <-build.Ended():
			return nil
		case <-ctx.Done():
			build.Stop(runner.JprofGrace)
			return ctx.Err()
		case <-ticks.C:
			phase := "starting"
			for _, m := range live.Find(store) {
				if m.PID == build.PID() {
					phase = string(m.Phase)
				}
			}
			progress(phase, time.Since(begun).Seconds())
		}
	}
}

// foundIn lists what was found in a run.
func foundIn(f *findings.Findings) (list []*Found) {
	for _, e := range f.Errors {
		list = append(list, &Found{"error", fmt.Sprintf("%s:%d", report.Printable(e.Path), e.Line),
			shown(e.Message)})
	}
	for _, t := range f.Failed {
		list = append(list, failed(t))
	}
	for _, m := range f.Missed {
		list = append(list, &Found{"missed", report.Printable(m.Place.String()),
			shown(m.What + "  " + m.Code)})
	}
	return list
}

// failed describes a test that failed.
func failed(t findings.Failure) *Found {
	at := ""
	if len(t.Places) > 0 {
		at = report.Printable(t.Places[0].String())
	}
	return &Found{"failed", at, shown(t.Test + ": " + strings.Join(t.Message, " "))}
}

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

// colours matches the commands for colours in the output of a build.
var colours = lazyregexp.New("\x1b\\[[0-9;]*m")

// text returns what is kept, safe to show.
func (t *tail) text() string {
	var lines []string
	for line := range strings.Lines(strings.ToValidUTF8(colours().ReplaceAllLiteralString(string(t.kept), ""), "")) {
		lines = append(lines, report.Printable(strings.TrimSpace(line)))
	}
	return strings.Join(lines, "\n")
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-keptOutput):]
	return len(p), nil
}
