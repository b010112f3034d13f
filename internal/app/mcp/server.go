package mcp

import (
	"context"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"jprof/buildtools"
	"jprof/internal/app/reading"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// Options connect the server with jprof and the project.
type Options struct {
	Env     environ.Env // Dir is in the project; Stdin and Stdout carry the protocol
	Version string      // of jprof
	Tools   buildtools.Registry
	// Builds allows the tool that starts builds.
	Builds bool
	// FirstRun adds the commands that make a run to an error that there is none. contexts asks for runs with contexts.
	FirstRun func(err error, contexts bool) error
}

// server answers the requests of a client.
type server struct {
	Options
	mu     sync.Mutex // held while an answer is made, as models may be large
	models models
}

// instructions describe all tools to a model.
const instructions = `jprof knows exactly how often each line, branch and method of this Java project ran in its ` +
	`last measured build. Begin with summary. Use missed or change to find code that no test runs, tests_of before ` +
	`you edit a line, and compare after a new run. Answers are short: ask for more with limit and offset. Places are ` +
	`file:line, relative to the root of the project.`

// Serve answers requests on standard input until it ends, or until ctx is done.
func Serve(ctx context.Context, o Options) error {
	s, own := o.newServer()
	defer own.models.close()
	out := &output{to: o.Env.Stdout}
	err := s.Run(ctx, transport{&sdk.IOTransport{Reader: newMessages(o.Env.Stdin, out), Writer: out}})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// newServer returns a server with all tools.
func (o Options) newServer() (*sdk.Server, *server) {
	to := sdk.NewServer(
		&sdk.Implementation{Name: "jprof", Title: "jprof: execution counts of Java", Version: o.Version},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}})
	s := &server{Options: o}
	add(to, s, "summary", "Totals, gates and runs", `How much of the project ran in its newest measured build: `+
		`lines, branches, methods, tests that failed, gates that failed, and the newest runs with their IDs. Ask `+
		`this first. Costs about a second in a large project.`, s.summary)
	add(to, s, "missed", "Code that did not run", `Lists methods, lines and branch outcomes that no test ran, with `+
		`their code and the nearest test to extend. Without "in" it ranks the methods where a test is worth most. `+
		`Use it to decide what to test.`, s.missed)
	add(to, s, "change", "What of a change did not run", `Lists lines and branch outcomes of your change (not `+
		`committed, or since a Git revision) that no test ran, with the nearest test. Use it after a build with `+
		`jprof, before you call a change done. The sources must be those of the newest run.`, s.change)
	add(to, s, "hot", "Code that ran most", `Lists the methods, classes or regions that ran most often, with exact `+
		`counts. Use it before you optimise, or with "in": "Foo.java:40-60" to read the counts of lines.`, s.hot)
	add(to, s, "tests_of", "Tests that ran some code", `Lists the tests that ran a line, method, class or file, with `+
		`how often. Use it before you change code, to know its tests. Needs a run with --by-test.`, s.testsOf)
	add(to, s, "test", "What a test alone runs", `Lists the methods that a test (or all tests that match) ran and no `+
		`other test did: what is lost if it is deleted. Needs a run with --by-test.`, s.test)
	add(to, s, "method", "Callers and cost of a method", `Who calls a method, what it calls, what it costs: calls, `+
		`executions, and in a run with --contexts bytecodes and allocations. Takes seconds for a run with millions of `+
		`contexts.`, s.method)
	add(to, s, "compare", "Differences of two runs", `What a change did to the counts: totals, code that ran `+
		`before and does not now, tests that newly fail or are lost, methods that run more or less often. By `+
		`default it compares the newest run with the one before it on the base branch.`, s.compare)
	add(to, s, "affected", "Tests to run for a change", `Lists the tests that a change may affect (since the run, or `+
		`since a Git revision), each with the reason, and the command that runs them. Runs nothing. Needs a run of `+
		`all tests with --by-test.`, s.affected)
	if o.Builds {
		addBuild(to, s)
	}
	return to, s
}

// call is one call of a tool.
type call struct {
	*reading.Reader
	ui       *term.UI
	messages *strings.Builder // that ui has printed
	kept     bool             // the reader is used after the call
}

// newCall returns a call whose messages become notes of its answer.
func (s *server) newCall() *call {
	c := &call{messages: &strings.Builder{}}
	c.ui = term.New(c.messages, func(string) string { return "" })
	c.Reader = reading.New(s.Env, c.ui)
	return c
}

// notes returns the messages without the name of the program.
func (c *call) notes() []string {
	var list []string
	for line := range strings.Lines(c.messages.String()) {
		list = append(list, strings.TrimPrefix(strings.TrimSpace(line), "jprof: "))
	}
	c.messages.Reset()
	return list
}

// add adds a tool that only reads.
func add[In interface{ check() error }, Out any, P interface {
	*Out
	answer
}](to *sdk.Server, s *server, name, title, description string, do func(*call, In) (P, error)) {
	closed := false
	sdk.AddTool(to, &sdk.Tool{Name: name, Description: description, Annotations: &sdk.ToolAnnotations{Title: title,
		ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}},
		func(_ context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, P, error) {
			if err := in.check(); err != nil {
				return nil, nil, toolError{err}
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			c := s.newCall()
			out, err := do(c, in)
			if !c.kept {
				c.Close()
			}
			return result(s, c, out, err)
		})
}

// result returns the answer out as text and as data, or the error err with its hints.
func result[P answer](s *server, c *call, out P, err error) (*sdk.CallToolResult, P, error) {
	if err != nil {
		return nil, out, s.explained(err)
	}
	out.note(c.notes())
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: out.text()}}}, out, nil
}

// toolError is an error with hints, for an agent.
type toolError struct{ error }

func (e toolError) Error() string {
	text := e.error.Error()
	for _, hint := range term.Hints(e.error) {
		text += "\nhint: " + hint
	}
	return text
}

// explained returns an error as an agent sees it.
func (s *server) explained(err error) error { return toolError{s.FirstRun(err, false)} }
