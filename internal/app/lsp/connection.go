package lsp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/pending"
)

// mostMessage limits a message of the client, in bytes.
const mostMessage = 64 << 20

// writeCloser is a writer whose Close does nothing: the process closes its standard output.
type writeCloser struct{ io.Writer }

// Close implements io.Closer.
func (writeCloser) Close() error { return nil }

// connection carries messages as the protocol asks for. It answers those that are no requests itself, and reports the
// end of the input when the requests before it have their answers: the library drops what is open then.
type connection struct {
	channel.Channel // that writes
	in              *bufio.Reader
	writing         sync.Mutex
	calls           map[string]bool // of the server, by ID: they have no answer yet; guarded by writing
	requests        pending.Requests
	first           bool // initialize has come, and may have no answer yet
}

func newConnection(in io.Reader, out io.Writer) *connection {
	return &connection{Channel: channel.LSP(nil, writeCloser{out}), in: bufio.NewReader(in), calls: map[string]bool{}}
}

// Recv returns the next message. It is the method of channel.Channel.
func (c *connection) Recv() ([]byte, error) {
	for {
		if c.first { // the others need what the client says in it
			c.requests.Wait()
			c.first = false
		}
		message, err := c.read()
		if err != nil {
			c.requests.Wait()
			return nil, err
		}
		parsed, err := jrpc2.ParseRequests(message)
		switch {
		case err != nil:
			err = c.refuse("", jrpc2.Errorf(jrpc2.ParseError, "the message is not JSON"))
		case len(parsed) != 1 || parsed[0].Batch:
			err = c.refuse("", jrpc2.Errorf(jrpc2.InvalidRequest, "the protocol has no batches"))
		case parsed[0].Error != nil:
			err = c.refuse(parsed[0].ID, parsed[0].Error)
		case parsed[0].Method == "":
			if c.answered(parsed[0].ID) {
				return message, nil
			}
			err = c.refuse(parsed[0].ID, jrpc2.Errorf(jrpc2.InvalidRequest, "no method, and no answer to a request"))
		default:
			switch parsed[0].Method {
			case "shutdown", "exit":
				c.requests.Wait()
			case "initialize":
				c.first = true
			}
			if parsed[0].ID != "" {
				c.requests.Begin()
			}
			return message, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// refuse answers what is no request. Without an ID that can be used, the answer has null.
func (c *connection) refuse(id string, reason *jrpc2.Error) error {
	answer, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jrpc2.Error    `json:"error"`
	}{jrpc2.Version, json.RawMessage(cmp.Or(id, "null")), reason})
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.Channel.Send(answer)
}

// own matches a request or a notification of the server, and the ID of a request.
var own = lazyregexp.New(`^\{"jsonrpc":"2\.0",(?:"id":(\d+),)?"method":`)

// Send writes a message of the server. It is the method of channel.Channel.
func (c *connection) Send(message []byte) error {
	call := own().FindSubmatch(message)
	if call == nil {
		defer c.requests.End()
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if call != nil && len(call[1]) > 0 {
		c.calls[string(call[1])] = true
	}
	return c.Channel.Send(message)
}

// answered reports whether an ID is that of an open request of the server, and closes that. The library answers others
// with an error, so that it would seem to answer a request that it still works on.
func (c *connection) answered(id string) bool {
	c.writing.Lock()
	defer c.writing.Unlock()
	defer delete(c.calls, id)
	return c.calls[id]
}

// read reads a message with its header. It takes no more memory than the client has sent.
func (c *connection) read() ([]byte, error) {
	length := int64(-1)
	for first := true; ; first = false {
		line, err := c.in.ReadSlice('\n')
		switch text := string(bytes.TrimRight(line, "\r\n")); {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("a line of the header has more than %d bytes", len(line))
		case errors.Is(err, io.EOF) && first && text == "":
			return nil, io.EOF
		case err != nil:
			return nil, fmt.Errorf("the header of a message: %w", cutShort(err))
		case text == "" && length < 0:
			return nil, errors.New("a message has no Content-Length")
		case text == "":
			return c.body(length)
		default:
			name, value, found := strings.Cut(text, ":")
			if !found {
				return nil, fmt.Errorf("%q is no line of a header", text)
			}
			if !strings.EqualFold(name, "Content-Length") {
				continue
			}
			value = strings.TrimSpace(value)
			if length, err = strconv.ParseInt(value, 10, 64); err != nil || length < 0 || length > mostMessage {
				return nil, fmt.Errorf("Content-Length: %q is not between 0 and %d", value, mostMessage)
			}
		}
	}
}

func (c *connection) body(length int64) ([]byte, error) {
	message, err := io.ReadAll(io.LimitReader(c.in, length))
	if err == nil && int64(len(message)) < length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("a message of %d bytes: %w", length, err)
	}
	return message, nil
}

// cutShort is the error of an input that ends in a message.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
