package mcp

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"jprof/internal/util/environ"
	"jprof/report/reporttest"
)

// client is a client of the SDK, connected with a server for a folder.
type client struct {
	*testing.T
	session *sdk.ClientSession
}

// connect starts a server.
func connect(t *testing.T, dir string, change ...func(*Options)) client {
	t.Helper()
	env, err := environ.Env{Dir: dir, Vars: os.Environ()}.WithDefaults()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Env: env, Version: "1", FirstRun: func(err error, _ bool) error { return err }}
	for _, f := range change {
		f(&o)
	}
	server, own := o.newServer()
	t.Cleanup(own.models.close)
	here, there := sdk.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	return client{t, session}
}

// call calls a tool, with arguments in JSON.
func (c client) call(tool, arguments string) *sdk.CallToolResult {
	c.Helper()
	r, err := c.session.CallTool(context.Background(),
		&sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		c.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return r
}

func textOf(r *sdk.CallToolResult) string { return r.Content[0].(*sdk.TextContent).Text }

// is compares the text of an answer with lines.
func (c client) is(tool, arguments string, lines ...string) {
	c.Helper()
	r := c.call(tool, arguments)
	if got := textOf(r); r.IsError || got != strings.Join(lines, "\n") {
		c.Errorf("%s %s: error %v\ngot  %s\nwant %s", tool, arguments, r.IsError, got, strings.Join(lines, "\n"))
	}
}

// fails requires an error of a tool with these texts.
func (c client) fails(tool, arguments string, texts ...string) {
	c.Helper()
	r := c.call(tool, arguments)
	for _, text := range texts {
		if got := textOf(r); !r.IsError || !strings.Contains(got, text) {
			c.Errorf("%s %s: error %v\ngot  %s\nwant %s", tool, arguments, r.IsError, got, text)
		}
	}
}

// data decodes the data of an answer.
func data[T any](c client, tool, arguments string) (out T) {
	c.Helper()
	text, err := json.Marshal(c.call(tool, arguments).StructuredContent)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		c.Fatal(err)
	}
	return out
}

// The run of the project reporttest.Tested, and its sources.
const (
	testedRun  = "20260102-030405-tested"
	parser     = "app/src/main/java/org/example/Parser.java"
	parserTest = "app/src/test/java/org/example/ParserTest.java"
)

// tested writes the project reporttest.Tested and its run to a folder.
func tested(t *testing.T) string {
	t.Helper()
	p, err := reporttest.Tested()
	dir := t.TempDir()
	if err == nil {
		err = p.Save(dir, testedRun)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// save writes a project of one class with a method f, called n times, which calls g never times, and a run of it.
func save(t *testing.T, dir, id string, called, never uint64) {
	t.Helper()
	p := &reporttest.Project{}
	err := p.Add(reporttest.File{Module: "g:a", Path: "A.java", Counters: []uint64{called, never, called, called},
		Text: "‹t class A|class A {\n‹m f(int n) 0|void ¤f(int n) ‹b body 0|{\n" +
			"‹r 0|·if (‹c condition 1 0-1|n < 0›)› ‹b then 1|{\n‹r 1|·g();›\n}›\n}››\n}\n›"})
	if err == nil {
		err = p.Save(dir, id)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// inGit runs a command of Git in a folder.
func inGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=n", "-c", "user.email=e"}, args...)...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// write writes a file below a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
