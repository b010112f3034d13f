package mcp

import (
	"context"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"jprof/internal/util/pending"
)

// unclosed is a writer whose Close does nothing.
type unclosed struct{ io.Writer }

// Close implements io.Closer.
func (unclosed) Close() error { return nil }

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
