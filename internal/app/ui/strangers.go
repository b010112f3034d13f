package ui

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// maxStrangers limits the connections that have sent no request of the user.
const maxStrangers = 128

// strangers holds the connections that have sent no request of the user yet, the oldest first. If there are too many of
// them, the oldest is closed. So connections that send nothing, or a byte now and then, do not keep the user out,
// however many there are: the page sends its request as soon as it is connected.
type strangers struct {
	mu  sync.Mutex
	all []net.Conn
}

// connection is the key of the connection in the context of a request.
type connection struct{}

// context adds the connection to the context of its requests.
func (s *strangers) context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}

// changed notes connections that begin and end.
func (s *strangers) changed(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if oldest := s.add(c); oldest != nil {
			oldest.Close() // the server notices it
		}
	case http.StateClosed:
		s.remove(c)
	}
}

// add notes a connection. It returns the one to close, or nil.
func (s *strangers) add(c net.Conn) (oldest net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all = append(s.all, c); len(s.all) <= maxStrangers {
		return nil
	}
	oldest, s.all = s.all[0], slices.Delete(s.all, 0, 1)
	return oldest
}

// admit takes the connection of a request of the user out of the strangers, so that it stays.
func (s *strangers) admit(r *http.Request) {
	if c, ok := r.Context().Value(connection{}).(net.Conn); ok {
		s.remove(c)
	}
}

func (s *strangers) remove(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.all, c); i >= 0 {
		s.all = slices.Delete(s.all, i, i+1)
	}
}
