package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"

	"jprof/internal/jtest"
)

// TestLSPFuzz sends random messages to jprof lsp, while runs come, break and go. Each request has an answer, and in the
// end the hints are right.
func TestLSPFuzz(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	id := runSteps(t, dir, steps)
	before := filesOf(t, dir)
	e := openEditor(t, dir, map[string]any{"hints": "all"})
	r := rand.New(rand.NewPCG(48, 5))
	name := filepath.Join(dir, "Steps.java")
	uris := []string{"file://" + name, "file://" + name, "file:///no/such/File.java", "untitled:Untitled-1",
		"file://" + dir, "file://" + filepath.Join(dir, "notes.txt"), ":", "", "file://%zz"}
	uri := func() string { return uris[r.IntN(len(uris))] }
	number := func() int { return []int{0, 1, 3, 7, 19, 1000, -1, 1 << 40}[r.IntN(8)] }
	texts := []string{steps, "", "x", "class A { void f() {", "\xff\xfe\x00", strings.Repeat("{", 2000), "é𝒳\r\n\r",
		strings.Replace(steps, "n++", "n += 1", 1), "/*", strings.Repeat(steps, 3)}
	text := func() string { return texts[r.IntN(len(texts))] }
	document := func() map[string]any {
		return map[string]any{"uri": uri(), "languageId": "java", "version": number(), "text": text()}
	}
	span := func() any { return rangeOf(number(), number(), number(), number()) }
	requests := []string{"textDocument/inlayHint", "textDocument/codeLens", "textDocument/hover", "inlayHint/resolve",
		"textDocument/codeAction", "jprof/status", "jprof/runs", "jprof/file", "jprof/coverage",
		"jprof/coverageDetails", "jprof/hot", "jprof/uncovered", "workspace/executeCommand", "no/such", "initialize"}
	commands := []string{"jprof.nextUncovered", "jprof.nextHot", "jprof.compare", "jprof.showTests", "jprof.runTests",
		"none"}
	params := func() any {
		switch r.IntN(12) {
		case 0:
			return []any{}
		case 1:
			return []any{1, "x", nil}
		case 2:
			return map[string]any{"textDocument": number(), "range": text()}
		}
		return map[string]any{"textDocument": document(), "range": span(), "position": map[string]any{"line": number(),
			"character": number()}, "uri": uri(), "workspace": uri(), "limit": number(), "data": map[string]any{
			"uri": uri(), "line": number()}, "command": commands[r.IntN(len(commands))], "arguments": []any{
			map[string]any{"textDocument": document(), "position": map[string]any{"line": number()}, "run": text()}}}
	}
	counts := filepath.Join(dir, ".jprof", "runs", id, "counts")
	whole, err := os.ReadFile(counts)
	if err != nil {
		t.Fatal(err)
	}
	answers, refused := 0, 0
	for i := range 3000 {
		switch r.IntN(10) {
		case 0:
			e.notify("textDocument/didOpen", map[string]any{"textDocument": document()})
		case 1, 2:
			change := map[string]any{"text": text()}
			if r.IntN(3) > 0 {
				change["range"] = span()
			}
			e.notify("textDocument/didChange", map[string]any{"textDocument": document(),
				"contentChanges": []any{change}})
		case 3:
			e.notify([]string{"textDocument/didClose", "$/cancelRequest", "workspace/didChangeConfiguration",
				"workspace/didChangeWorkspaceFolders", "$/nothing"}[r.IntN(5)], params())
		default:
			err := e.try(requests[r.IntN(len(requests))], params(), nil)
			if of := (*jrpc2.Error)(nil); err != nil && !asError(err, &of) {
				t.Fatalf("message %d: %v", i, err)
			}
			if answers++; err != nil {
				refused++
			}
		}
		switch r.IntN(300) {
		case 0:
			if err := os.WriteFile(counts, whole[:r.IntN(len(whole))], 0o666); err != nil {
				t.Fatal(err)
			}
		case 1:
			if err := os.WriteFile(counts, whole, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if answers < 1500 || refused < 300 || answers-refused < 500 {
		t.Errorf("%d answers, %d of them errors: the messages show nothing", answers, refused)
	}
	if err := os.WriteFile(counts, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if after := filesOf(t, dir); after != before {
		t.Errorf("files have changed: %s, before %s", after, before)
	}
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"jprof": map[string]any{
		"hints": "all"}}})
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uris[0]}})
	opened, _ := e.open("Steps.java")
	e.shows(opened, allSteps)
	e.end()
}

// asError reports whether an error is an answer of the server.
func asError(err error, of **jrpc2.Error) bool {
	answer, ok := err.(*jrpc2.Error)
	*of = answer
	return ok
}

// filesOf lists the files of a folder with their sizes.
func filesOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, err := d.Info()
			if err != nil {
				return err
			}
			fmt.Fprintln(&b, path, info.Size())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
