package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/creachadair/jrpc2"

	"jprof/buildtools"
	"jprof/internal/runs"
	"jprof/internal/util/words"
	"jprof/report/tests/affected"
	"jprof/runner"
)

// The names of the commands.
const (
	cmdUncovered = "jprof.nextUncovered"
	cmdHot       = "jprof.nextHot"
	cmdCompare   = "jprof.compare"
	cmdReport    = "jprof.openReport"
	cmdTests     = "jprof.showTests"
	cmdRun       = "jprof.run"
	cmdRunTests  = "jprof.runTests"
)

// command is a command that the client can send.
type command struct {
	name, title string
	atLine      bool // it is offered at each line
	byTest      bool // it needs counts by test
	do          func(s *Server, ctx context.Context, arg json.RawMessage) (any, error)
}

var commands []command

func init() { // the commands refer to this list
	commands = []command{
		{cmdUncovered, "go to the next code that was not executed", true, false, at((*Server).toUncovered)},
		{cmdHot, "go to the next hot method", true, false, at((*Server).toHot)},
		{cmdCompare, "compare with another run", false, false, (*Server).compareWith},
		{cmdReport, "open in the report", true, false, at((*Server).toReport)},
		{cmdTests, "show the tests that executed this line", true, true, at((*Server).listTests)},
		{cmdRun, "run with jprof", false, false, (*Server).runAll},
		{cmdRunTests, "run the tests that executed this line", true, true, at((*Server).runSome)},
	}
}

func commandNames() []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// here is a place in an open document with counts.
type here struct {
	*document
	place Place
	text  *text
	view  *view
}

// at returns a command that has a place as its argument.
func at(do func(*Server, context.Context, here) (any, error)) func(*Server, context.Context, json.RawMessage) (any,
	error) {
	return func(s *Server, ctx context.Context, arg json.RawMessage) (any, error) {
		var h here
		if err := json.Unmarshal(arg, &h.place); err != nil {
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "the argument must be a place in a document: %v", err)
		}
		if h.document = s.document(h.place.Document.URI); h.document == nil {
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", h.place.Document.URI)
		}
		if h.text, h.view = h.settled(ctx); h.view.counted == nil {
			return nil, errors.New(h.view.note)
		}
		return do(s, ctx, h)
	}
}

// executeCommand executes a command. Clients but VS Code do not show results and errors, so the server shows them.
func (s *Server) executeCommand(ctx context.Context, p *commandParams) (any, error) {
	for _, c := range commands {
		if c.name != p.Command {
			continue
		}
		arg := json.RawMessage("{}")
		if len(p.Arguments) > 0 {
			arg = p.Arguments[0]
		}
		result, err := c.do(s, ctx, arg)
		if options, _ := s.settings(); options.Client == "" {
			s.showResult(ctx, result, err)
		}
		return result, err
	}
	return nil, jrpc2.Errorf(jrpc2.InvalidParams, "jprof has no command %q", p.Command)
}

// showResult shows the result of a command: a place is opened, a text is a message.
func (s *Server) showResult(ctx context.Context, result any, err error) {
	switch r := result.(type) {
	case *Location:
		if r == nil {
			s.show(ctx, messageInfo, "jprof: there is none in this project")
		} else {
			s.showDocument(showDocumentParams{URI: r.URI, TakeFocus: true, Selection: &r.Range})
		}
	case *pageResult:
		s.showDocument(showDocumentParams{URI: r.URI, External: true})
	case interface{ message() string }:
		s.show(ctx, messageInfo, r.message())
	}
	if err != nil {
		s.show(ctx, messageWarning, "jprof: "+err.Error())
	}
}

// showDocument lets the client open a document, if it can.
func (s *Server) showDocument(p showDocumentParams) {
	s.mu.Lock()
	can := s.client.Capabilities.Window.ShowDocument.Support
	s.mu.Unlock()
	if can {
		go func() { _, _ = s.rpc.Callback(s.context, "window/showDocument", p) }()
	} else {
		s.show(s.context, messageInfo, "jprof: "+p.place())
	}
}

// textResult is a result with a text for people.
type textResult struct {
	Text string `json:"text"`
}

func (r *textResult) message() string { return "jprof: " + r.Text }

// pageResult is a page of the report.
type pageResult struct {
	URI string `json:"uri"`
}

// toReport writes the report of the run, as that of another one may be there, and returns the page of the line.
func (s *Server) toReport(ctx context.Context, h here) (any, error) {
	c := h.view.counted
	if c.live {
		return nil, errors.New("the build still runs: its report is written at its end")
	}
	if err := s.jprof(ctx, c.project.store.Project, "report", "--run", c.run.ID); err != nil {
		return nil, err
	}
	dir := c.project.store.Report()
	name := strings.TrimPrefix(c.file.Package+".", ".") + filepath.Base(h.path)
	page := filepath.Join(dir, "source", name+".html")
	if _, err := os.Stat(page); err != nil {
		return &pageResult{uriOf(filepath.Join(dir, "index.html"))}, nil // names that are not unique are others
	}
	anchor := ""
	if n := h.view.at(h.place.Position.Line).from; n > 0 {
		anchor = fmt.Sprintf("#L%d", n)
	}
	return &pageResult{uriOf(page) + anchor}, nil
}

// jprof runs a command of jprof in a project.
func (s *Server) jprof(ctx context.Context, dir string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var messages bytes.Buffer
	process, err := runner.Start(buildtools.Command{Path: self, Args: args, Dir: dir, Env: s.env.Vars},
		runner.Stdio{Out: io.Discard, Err: &messages})
	if err != nil {
		return err
	}
	select {
	case <-process.Ended():
	case <-ctx.Done():
		process.Stop(runner.JprofGrace)
		return ctx.Err()
	}
	if code := process.ExitCode(); code != 0 {
		return fmt.Errorf("jprof %s: exit code %d: %s", words.Command(args), code,
			strings.TrimSpace(messages.String()))
	}
	return nil
}

// testsResult lists the tests that executed a line.
type testsResult struct {
	textResult
	Tests []testResult `json:"tests"`
}

// testResult is a test, with its executions of a line.
type testResult struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
	URI   string `json:"uri,omitempty"`
	Line  int    `json:"line"`
}

// shownTests limits the tests of a message.
const shownTests = 10

// listTests lists the tests that executed the code of a line, those with the most executions first.
func (s *Server) listTests(_ context.Context, h here) (any, error) {
	tests, uses, err := h.uses()
	if err != nil {
		return nil, err
	}
	r := &testsResult{Tests: []testResult{}}
	var names []string
	for _, u := range uses {
		t := &tests.Tests[u.Test]
		place := h.view.counted.testAt(&t.Test)
		r.Tests = append(r.Tests, testResult{t.Test.String(), u.Count, place.uri, place.line})
		if len(names) < shownTests {
			names = append(names, fmt.Sprintf("%s (%s)", t.Test.String(), words.Thousands(u.Count)))
		}
	}
	r.Text = "no test executed this line"
	if len(uses) > 0 {
		r.Text = words.Plural(len(uses), "test") + " executed this line: " + strings.Join(names, ", ")
		if more := len(uses) - len(names); more > 0 {
			r.Text += fmt.Sprintf(" and %d more", more)
		}
	}
	return r, nil
}

// builds is a build that the client starts, or that the server has started.
type builds struct {
	textResult
	Command []string `json:"command"`
	Dir     string   `json:"cwd"`
}

// runAll runs the command of the newest run again.
func (s *Server) runAll(_ context.Context, arg json.RawMessage) (any, error) {
	p, err := s.workspace(arg)
	if err != nil {
		return nil, err
	}
	o := p.shownRun()
	if o == nil {
		return nil, errNoRun
	}
	return s.build(p, o.Leaves()[0], nil)
}

// runSome runs the tests that executed a line.
func (s *Server) runSome(_ context.Context, h here) (any, error) {
	tests, uses, err := h.uses()
	if err != nil {
		return nil, err
	}
	if len(uses) == 0 {
		return nil, errors.New("no test executed this line")
	}
	sel := &affected.Selection{}
	for _, u := range uses {
		sel.Tests = append(sel.Tests, affected.Selected{Test: tests.Tests[u.Test].Test})
	}
	c := h.view.counted
	leaf := c.run.Leaves()[0]
	selected := []string{"-Dtest=" + sel.ForMaven(), "-Dsurefire.failIfNoSpecifiedTests=false",
		"-DfailIfNoTests=false"}
	if leaf.IsBuild() && leaf.Command[0] == "gradle" {
		selected = sel.ForGradle()
	}
	return s.build(c.project, leaf, selected)
}

// build runs the command of a run again with more arguments, or returns its command line for a client that runs it
// itself. A merged run has no command; its first part has.
func (s *Server) build(p *project, leaf runs.Run, more []string) (any, error) {
	if len(leaf.Command) == 0 {
		return nil, fmt.Errorf("run %s has no command", leaf.ID)
	}
	args := append([]string{"run"}, leaf.Command...)
	if leaf.IsBuild() {
		args = append(slices.Clone(leaf.Command), more...)
	}
	if leaf.HasTests() { // only builds have
		args = slices.Insert(args, 1, "--by-test")
	}
	dir := p.store.Abs(leaf.Dir)
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r := &builds{textResult{"runs jprof " + words.Command(args)}, append([]string{self}, args...), dir}
	if options, _ := s.settings(); options.Client == "" {
		s.builds.Go(func() {
			if err := s.jprof(s.context, dir, args...); err != nil {
				s.show(s.context, messageError, err.Error())
			} else {
				s.show(s.context, messageInfo, "jprof: the build has ended")
			}
		})
	}
	return r, nil
}
