package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
)

// editorFiles are opened one after the other, most of them the only ones of their package.
var editorFiles = []string{"java.base/java/util/HashMap.java", "java.base/java/lang/String.java",
	"java.base/java/util/concurrent/ForkJoinPool.java", "java.base/java/io/File.java",
	"java.xml/javax/xml/XMLConstants.java",
	"java.base/java/math/BigDecimal.java", "java.base/java/net/URL.java", "java.desktop/javax/swing/JTable.java",
	"java.desktop/java/awt/Component.java", "java.base/java/time/LocalDate.java", "java.sql/java/sql/Timestamp.java",
	"java.base/sun/security/ssl/SSLSocketImpl.java", "jdk.compiler/com/sun/tools/javac/comp/Attr.java"}

// The limits for jprof lsp in a project of 15,000 files.
const (
	mostFirstHints    = time.Second
	mostEditorMemory  = 200e6
	editorHovers      = 10_000
	editorHotMethods  = 5
	editorFirstWanted = 1000 // hints of the first file, at least
)

// measureEditor opens files of the sources of a JDK in jprof lsp, and measures the time to their hints, 10,000 hovers
// at once, and the list of hot methods.
func measureEditor(jprof, home, work string) error {
	jprof, project, err := prepare(jprof, home, work)
	if err != nil {
		return err
	}
	row("load", "%s", trial.Load())
	cmd := exec.Command(jprof, "lsp")
	cmd.Dir, cmd.Stderr = project, os.Stderr
	input, err1 := cmd.StdinPipe()
	output, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer cmd.Process.Kill()
	c := client{jrpc2.NewClient(channel.LSP(output, input), nil), project}
	begin := time.Now()
	if err := c.ask("initialize", map[string]any{"rootUri": c.uri(""), "capabilities": map[string]any{},
		"initializationOptions": map[string]any{"hints": "all"}}, nil); err != nil {
		return err
	}
	row("initialize", "%.3f s", time.Since(begin).Seconds())
	first, n, err := c.open(editorFiles[0])
	if err != nil {
		return err
	}
	row("first hints", "%.3f s, %d hints of %s", first.Seconds(), n, editorFiles[0])
	var longest time.Duration
	for _, name := range editorFiles[1:] {
		took, _, err := c.open(name)
		if err != nil {
			return err
		}
		longest = max(longest, took)
	}
	row("other files", "%d files, %.3f s at most", len(editorFiles)-1, longest.Seconds())
	begin = time.Now()
	specs := make([]jrpc2.Spec, editorHovers)
	for i := range specs {
		specs[i] = jrpc2.Spec{Method: "textDocument/hover", Params: map[string]any{"textDocument": map[string]any{
			"uri": c.uri(editorFiles[0])}, "position": map[string]any{"line": 600 + i%50, "character": 4}}}
	}
	if _, err := c.rpc.Batch(context.Background(), specs); err != nil {
		return err
	}
	row("hovers", "%.3f s for %d at once", time.Since(begin).Seconds(), editorHovers)
	begin = time.Now()
	var hot []any
	if err := c.ask("jprof/hot", map[string]any{"limit": editorHotMethods}, &hot); err != nil {
		return err
	}
	row("hot methods", "%.1f s, the first time", time.Since(begin).Seconds())
	if err := c.rpc.Notify(context.Background(), "exit", nil); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return err
	}
	peak := jtest.Peak(cmd.ProcessState)
	row("memory", "%.0f MB of resident memory at most", mb(peak))
	if first > mostFirstHints || peak > mostEditorMemory || n < editorFirstWanted || len(hot) != editorHotMethods {
		return fmt.Errorf("more than %v to the first hints or %.0f MB, or too few hints", mostFirstHints,
			mb(mostEditorMemory))
	}
	return nil
}

// client is a client of jprof lsp.
type client struct {
	rpc     *jrpc2.Client
	project string
}

func (c client) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.project, name))
}

func (c client) ask(method string, params, result any) error {
	if result == nil {
		result = new(any)
	}
	return c.rpc.CallResult(context.Background(), method, params, result)
}

// open opens a file. It returns the time until it has hints, and their number.
func (c client) open(name string) (time.Duration, int, error) {
	text, err := os.ReadFile(filepath.Join(c.project, name))
	if err != nil {
		return 0, 0, err
	}
	begin := time.Now()
	document := map[string]any{"uri": c.uri(name), "languageId": "java", "version": 1, "text": string(text)}
	if err := c.rpc.Notify(context.Background(), "textDocument/didOpen",
		map[string]any{"textDocument": document}); err != nil {
		return 0, 0, err
	}
	for {
		var hints []any
		err := c.ask("textDocument/inlayHint", map[string]any{"textDocument": document, "range": map[string]any{
			"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 30000, "character": 0}}},
			&hints)
		if took := time.Since(begin); err != nil || len(hints) > 0 || took > time.Minute {
			return took, len(hints), err
		}
	}
}
