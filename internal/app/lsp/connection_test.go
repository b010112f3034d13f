package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"jprof/internal/util/environ"
)

// framed puts headers before messages.
func framed(messages ...string) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.String()
}

// serve answers an input that ends.
func serve(t testing.TB, input io.Reader) (string, error) {
	var out bytes.Buffer
	err := Serve(t.Context(), environ.Env{Dir: t.TempDir(), Stdin: input, Stdout: &out, Stderr: io.Discard})
	return out.String(), err
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`

func TestConnection(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		answers     []string // each is in the output
		want        string   // is in the error; "" for none
	}{
		{"a request before the end", framed(initialize), []string{`"id":1,"result":`}, ""},
		{"many requests before the end", framed(initialize, `{"jsonrpc":"2.0","id":2,"method":"jprof/runs"}`,
			`{"jsonrpc":"2.0","id":"x","method":"no/such"}`, `{"jsonrpc":"2.0","id":3,"method":"jprof/status"}`),
			[]string{`"id":1,"result":`, `"id":2,"`, `"id":"x","error":`, `"id":3,"`}, ""},
		{"exit", framed(initialize, `{"jsonrpc":"2.0","id":2,"method":"jprof/status"}`,
			`{"jsonrpc":"2.0","id":3,"method":"jprof/status"}`, `{"jsonrpc":"2.0","id":4,"method":"shutdown"}`,
			`{"jsonrpc":"2.0","method":"exit"}`),
			[]string{`"id":1,"result":`, `"id":2,"`, `"id":3,"`, `"id":4,"result"`}, ""},
		{"the length of terabytes", "Content-Length: 100000000000000\r\n\r\n{}", nil,
			`Content-Length: "100000000000000" is not between 0 and 67108864`},
		{"a negative length", "Content-Length: -1\r\n\r\n", nil, `"-1" is not between`},
		{"no length", "Content-Type: x\r\n\r\n{}", nil, "no Content-Length"},
		{"no header", strings.Repeat("{", 5000), nil, "more than 4096 bytes"},
		{"no line of a header", "{}\r\n", nil, `"{}" is no line of a header`},
		{"a message that is cut", "Content-Length: 100\r\n\r\n{}", nil, "a message of 100 bytes: unexpected EOF"},
		{"a header that is cut", "Content-Length: 1\r\nX", nil, "unexpected EOF"},
		{"an object as ID", framed(`{"jsonrpc":"2.0","id":{"a":1},"method":"initialize"}`, initialize),
			[]string{`"id":null,"error":{"code":-32600`, `"id":1,"result":`}, ""},
		{"parameters that are a number", framed(initialize, `{"jsonrpc":"2.0","method":"exit","params":1}`),
			[]string{`"id":1,"result":`, `"id":null,"error":`}, ""},
		{"no JSON", framed("{", initialize), []string{`"id":null,"error":{"code":-32700`, `"id":1,"result":`}, ""},
		{"a batch", framed("[" + initialize + "]"), []string{"the protocol has no batches"}, ""},
		{"an answer to no request", framed(`{"jsonrpc":"2.0","id":7,"result":1}`, initialize),
			[]string{`"id":7,"error":{"code":-32600`, `"id":1,"result":`}, ""},
		{"no method", framed(`{"jsonrpc":"2.0"}`, initialize),
			[]string{`"id":null,"error":{"code":-32600`, `"id":1,"result":`}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := serve(t, strings.NewReader(tt.input))
			for _, a := range tt.answers {
				if !strings.Contains(got, a) {
					t.Errorf("got %q, want %s", got, a)
				}
			}
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// FuzzConnection serves any input to its end: what it writes are whole messages.
func FuzzConnection(f *testing.F) {
	f.Add(framed(initialize, `{"jsonrpc":"2.0","id":2,"method":"jprof/status","params":{"uri":"file:///x/A.java"}}`))
	f.Add(framed(initialize, `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":`+
		`{"uri":"file:///x/A.java","text":"class A { }"}}}`, `{"jsonrpc":"2.0","method":"textDocument/didChange",`+
		`"params":{"textDocument":{"uri":"file:///x/A.java"},"contentChanges":[{"range":{"start":{"line":0},`+
		`"end":{"line":0,"character":3}},"text":"x"}]}}`))
	f.Add("Content-Length: 100000000000000\r\n\r\n{}")
	f.Fuzz(func(t *testing.T, input string) {
		got, _ := serve(t, strings.NewReader(input)) // the client is to blame for the error
		for answers := newConnection(strings.NewReader(got), io.Discard); ; {
			message, err := answers.read()
			if err == io.EOF {
				return
			}
			if err != nil || !json.Valid(message) {
				t.Fatalf("%q is answered by %q: %v", input, got, err)
			}
		}
	})
}
