package mcp

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"jprof/internal/util/pending"
)

// output writes lines, each by one call of Write. Its Close does nothing.
type output struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements io.Writer.
func (o *output) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(line)
}

// Close implements io.Closer.
func (*output) Close() error { return nil }

// messages reads the lines of an input that are messages, and answers the others: the library ends at those.
type messages struct {
	lines *bufio.Scanner
	rest  []byte // of the last line
	out   io.Writer
}

func newMessages(in io.Reader, out io.Writer) *messages {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, sdk.DefaultMaxLineLength)
	return &messages{lines: lines, out: out}
}

// Read implements io.Reader.
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		if !m.lines.Scan() {
			return 0, cmp.Or(m.lines.Err(), io.EOF)
		}
		line := bytes.TrimSpace(m.lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if isMessage(line) {
			m.rest = append(append(m.rest, line...), '\n')
		} else if err := m.refuse(line); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (*messages) Close() error { return nil }

// isMessage reports whether a line is a message, or a batch of some: protocols before 2025-06-18 have batches.
func isMessage(line []byte) bool {
	bad := func(m json.RawMessage) bool {
		_, err := jsonrpc.DecodeMessage(m)
		return err != nil
	}
	if line[0] != '[' {
		return !bad(line)
	}
	var batch []json.RawMessage
	return json.Unmarshal(line, &batch) == nil && len(batch) > 0 && !slices.ContainsFunc(batch, bad)
}

// refuse answers a line that is no message, as JSON-RPC 2.0 asks for ("5.1 Error object").
func (m *messages) refuse(line []byte) error {
	code, why := jsonrpc.CodeInvalidRequest, "this line is no message of JSON-RPC 2.0"
	if !json.Valid(line) {
		code, why = jsonrpc.CodeParseError, "this line is no JSON"
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil,
		"error": jsonrpc.Error{Code: int64(code), Message: why}})
	if err == nil {
		_, err = m.out.Write(append(answer, '\n'))
	}
	return err
}

// transport reports the end of the input when the requests before it have their answers: the library drops what is open
// then.
type transport struct{ sdk.Transport }

// Connect implements sdk.Transport.
func (t transport) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	return &connection{Connection: c}, err
}

type connection struct {
	sdk.Connection
	requests pending.Requests
}

// Read implements sdk.Connection.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if r, ok := message.(*jsonrpc.Request); ok && err == nil && r.IsCall() {
		c.requests.Begin()
	}
	if err != nil {
		c.requests.Wait()
	}
	return message, err
}

// Write implements sdk.Connection.
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	if _, ok := message.(*jsonrpc.Response); ok {
		defer c.requests.End()
	}
	return c.Connection.Write(ctx, message)
}
