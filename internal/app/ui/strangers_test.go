package ui

import (
	"fmt"
	"net"
	"net/http"
	"testing"

	"jprof/internal/jtest"
)

// TestSlowClients opens many connections that send nothing, or not a whole request: the user can enter and read, and a
// connection of the user stays.
func TestSlowClients(t *testing.T) {
	s := start(t, nil)
	s.get("api/state", nil)
	for i := range 5 * maxStrangers {
		c, err := net.Dial("tcp", s.guard.host())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if i%2 == 0 {
			_, _ = fmt.Fprint(c, "GET / HT") // it may be closed already
		}
	}
	s.get("api/state", nil)
	another := &http.Client{Transport: &http.Transport{}} // with a connection of its own
	if answer, _ := s.send(another, request(t, "GET", s.Address(), "")); answer.StatusCode != 200 {
		t.Errorf("the user cannot enter: %s", answer.Status)
	}
	if !jtest.Await(func() bool {
		s.guard.strangers.mu.Lock()
		defer s.guard.strangers.mu.Unlock()
		return len(s.guard.strangers.all) <= maxStrangers
	}) {
		t.Error("too many connections are kept")
	}
}
