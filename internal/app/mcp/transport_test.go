package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"jprof/internal/util/environ"
)

// TestBatch has a client with the one protocol that has batches.
func TestBatch(t *testing.T) {
	input := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26",` +
		`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]
[{"jsonrpc":"2.0","id":4,"method":"ping"},5]
`
	var out bytes.Buffer
	err := Serve(t.Context(), Options{Env: environ.Env{Dir: t.TempDir(), Stdin: strings.NewReader(input), Stdout: &out,
		Stderr: io.Discard}, Version: "1"})
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{`[{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":3,"result":{}}]`,
		`"code":-32600`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
}

// TestAnswersBeforeTheEnd closes the input behind requests, among which are lines that are no messages.
func TestAnswersBeforeTheEnd(t *testing.T) {
	input := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"summary","arguments":{}}}

no message
[]
{"jsonrpc":"2.0","id":{},"method":"x"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"hot","arguments":{}}}
{"jsonrpc":"2.0","id":4,"method":"no/such"}
`
	var out bytes.Buffer
	err := Serve(t.Context(), Options{Env: environ.Env{Dir: tested(t), Stdin: strings.NewReader(input), Stdout: &out,
		Stderr: io.Discard}, Version: "1", FirstRun: func(err error, _ bool) error { return err }})
	if err != nil {
		t.Error(err)
	}
	answered := map[int]bool{}
	var refused []int
	for answers := json.NewDecoder(&out); ; {
		var a struct {
			ID     int
			Error  struct{ Code int }
			Result struct {
				Content []struct{ Text string }
			}
		}
		if err := answers.Decode(&a); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if a.ID == 0 {
			refused = append(refused, a.Error.Code)
			continue
		}
		answered[a.ID] = true
		if (a.ID == 2 || a.ID == 3) && (len(a.Result.Content) == 0 || a.Result.Content[0].Text == "") {
			t.Errorf("answer %+v", a)
		}
	}
	if len(answered) != 4 {
		t.Errorf("answers to %v", answered)
	}
	if !slices.Equal(refused, []int{-32700, -32600, -32600}) {
		t.Errorf("lines that are no messages have %v", refused)
	}
}
