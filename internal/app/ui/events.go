package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/tmaxmax/go-sse"
)

// The bounds of event streams.
const (
	maxStreams = 32
	heartbeat  = 15 * time.Second // so that a connection that is lost is found
	reconnect  = time.Second      // a browser waits so long until it connects again
)

// events writes server-sent events. Its methods may be called from several goroutines.
type events struct {
	// Last is the ID of the last event that the client has received, "" for none.
	Last    string
	mu      sync.Mutex
	session *sse.Session
}

// send sends an event with a document. id is "" for an event after which a client cannot resume.
func (e *events) send(name, id string, document any) error {
	text, err := json.Marshal(document)
	if err != nil {
		return err
	}
	return e.sendText(name, id, string(text))
}

// sendText sends an event with a document that is JSON already.
func (e *events) sendText(name, id, text string) error {
	m := &sse.Message{Type: sse.Type(name)}
	if id != "" {
		m.ID = sse.ID(id)
	}
	m.AppendData(text) // one line: JSON has no line feeds
	return e.write(m)
}

func (e *events) write(m *sse.Message) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.session.Send(m); err != nil {
		return err
	}
	return e.session.Flush()
}

// noMoreEvents is the answer to a client that has received all events. Browsers do not connect again after it.
var noMoreEvents = failf(http.StatusNoContent, "", "there are no more events")

// stream returns a handler that answers with events. run sends them until ctx ends. check may refuse the request
// first.
func (s *Server) stream(check func(*events) error, run func(ctx context.Context, e *events) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e := &events{}
		respond(w, r, func() (any, error) {
			select {
			case s.streams <- struct{}{}:
			default:
				return nil, failf(http.StatusServiceUnavailable, "close other windows of this page",
					"more than %d streams are open", maxStreams)
			}
			session, err := sse.Upgrade(w, r)
			if err != nil {
				<-s.streams
				return nil, err
			}
			e.session, e.Last = session, cmp.Or(session.LastEventID.String(), r.URL.Query().Get("after"))
			if err := check(e); err != nil {
				<-s.streams
				return nil, err
			}
			return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				defer func() { <-s.streams }()
				e.run(r.Context(), run)
			}), nil
		})
	})
}

// run sends the events of the given function, and signs of life between them.
func (e *events) run(ctx context.Context, run func(ctx context.Context, e *events) error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	if e.write(&sse.Message{Retry: reconnect}) != nil {
		return
	}
	var alive sync.WaitGroup
	alive.Go(func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			m := &sse.Message{}
			m.AppendComment("alive")
			if e.write(m) != nil {
				end()
				return
			}
		}
	})
	_ = run(ctx, e) // it fails when the client has gone
	end()
	alive.Wait()
}
