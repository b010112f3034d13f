package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"jprof/internal/jtest"
)

// editor is a client of jprof lsp.
type editor struct {
	t      *testing.T
	client *jrpc2.Client
	server *exec.Cmd
	dir    string

	mu   sync.Mutex
	sent map[string][]json.RawMessage // notifications and requests of the server, by method
}

// openEditor starts jprof lsp for a folder.
func openEditor(t *testing.T, dir string, options map[string]any) *editor {
	t.Helper()
	e := &editor{t: t, dir: dir, server: exec.Command("jprof", "lsp"), sent: map[string][]json.RawMessage{}}
	e.server.Dir = dir
	input, err := e.server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := e.server.StdoutPipe()
	if err == nil {
		err = e.server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.server.Process.Kill() })
	note := func(r *jrpc2.Request) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.sent[r.Method()] = append(e.sent[r.Method()], json.RawMessage(r.ParamString()))
	}
	e.client = jrpc2.NewClient(channel.LSP(output, input), &jrpc2.ClientOptions{OnNotify: note,
		OnCallback: func(_ context.Context, r *jrpc2.Request) (any, error) { note(r); return nil, nil }})
	support := map[string]any{"refreshSupport": true}
	e.ask("initialize", map[string]any{"processId": os.Getpid(), "rootUri": "file://" + dir,
		"initializationOptions": options, "capabilities": map[string]any{
			"workspace": map[string]any{"inlayHint": support, "codeLens": support},
			"window":    map[string]any{"showDocument": map[string]any{"support": true}}}}, nil)
	e.notify("initialized", map[string]any{})
	return e
}

// ask sends a request, and reads the result.
func (e *editor) ask(method string, params, result any) {
	e.t.Helper()
	if err := e.try(method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) try(method string, params, result any) error {
	r, err := e.client.Call(e.t.Context(), method, params)
	if err == nil && result != nil {
		err = r.UnmarshalResult(result)
	}
	return err
}

// notify sends a notification.
func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.client.Notify(e.t.Context(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

// has waits for a message of the server that has a text.
func (e *editor) has(method, text string) {
	e.t.Helper()
	found := func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return slices.ContainsFunc(e.sent[method], func(m json.RawMessage) bool {
			return bytes.Contains(m, []byte(text))
		})
	}
	if !jtest.Await(found) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.t.Fatalf("the server has sent no %s with %s: %s", method, text, e.sent[method])
	}
}

// open opens a file.
func (e *editor) open(name string) (uri, text string) {
	e.t.Helper()
	raw, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	return e.openText(name, string(raw)), string(raw)
}

// openText opens a file with the text that the editor has read.
func (e *editor) openText(name, text string) (uri string) {
	e.t.Helper()
	uri = "file://" + filepath.ToSlash(filepath.Join(e.dir, name))
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "java",
		"version": 1, "text": text}})
	return uri
}

// replace replaces a range of lines and characters by a text.
func (e *editor) replace(uri string, from, at, to, end int, text string) {
	e.t.Helper()
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{map[string]any{"text": text, "range": rangeOf(from, at, to, end)}}})
}

func rangeOf(from, at, to, end int) map[string]any {
	position := func(line, character int) map[string]any {
		return map[string]any{"line": line, "character": character}
	}
	return map[string]any{"start": position(from, at), "end": position(to, end)}
}

// shows waits until the hints of a file are these: the counts by line, from 1.
func (e *editor) shows(uri, want string) {
	e.t.Helper()
	got := ""
	if !jtest.Await(func() bool { got = e.hints(uri); return got == want }) {
		e.t.Fatalf("the hints are %q, want %q", got, want)
	}
}

func (e *editor) hints(uri string) string {
	var hints []struct {
		Position struct{ Line int }
		Label    string
		Data     struct{ Count uint64 }
	}
	e.ask("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": uri},
		"range": rangeOf(0, 0, 1000, 0)}, &hints)
	var list []string
	for _, h := range hints {
		if strings.ReplaceAll(h.Label, ",", "") != fmt.Sprintf("%d×", h.Data.Count) {
			e.t.Errorf("the label %q is not that of %d", h.Label, h.Data.Count)
		}
		list = append(list, fmt.Sprintf("%d:%d", h.Position.Line+1, h.Data.Count))
	}
	return strings.Join(list, " ")
}

// place is the argument of commands.
func place(uri string, line, character int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri},
		"position": map[string]any{"line": line, "character": character}}
}

// command executes a command at a place, and returns its result.
func (e *editor) command(name string, args any) (result map[string]any) {
	e.t.Helper()
	e.ask("workspace/executeCommand", map[string]any{"command": name, "arguments": []any{args}}, &result)
	return result
}

// end ends the editor.
func (e *editor) end() {
	e.t.Helper()
	e.ask("shutdown", nil, nil)
	e.notify("exit", nil)
	if err := e.server.Wait(); err != nil {
		e.t.Errorf("jprof lsp ends with %v", err)
	}
}

// lenses returns the titles of the lenses of a file.
func (e *editor) lenses(uri string) string {
	e.t.Helper()
	var lenses []struct{ Command struct{ Title string } }
	e.ask("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &lenses)
	var titles []string
	for _, l := range lenses {
		titles = append(titles, l.Command.Title)
	}
	return strings.Join(titles, "|")
}
