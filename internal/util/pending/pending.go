// Package pending counts requests that have no answer yet, so that a server can end with the last answer.
package pending

import (
	"sync"
	"time"
)

// Requests counts requests of a client that have no answer yet. The zero value has none.
type Requests struct {
	mu    sync.Mutex
	open  int
	empty chan struct{} // closed when there are none; nil while nothing waits
}

// Begin counts a request.
func (r *Requests) Begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open++
}

// End counts an answer.
func (r *Requests) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open--
	if r.open <= 0 && r.empty != nil {
		close(r.empty)
		r.empty = nil
	}
}

// patience limits the time that Wait takes.
const patience = 10 * time.Second

// Wait returns when all requests have answers, and after ten seconds at the latest. Only one goroutine may wait.
func (r *Requests) Wait() {
	r.mu.Lock()
	if r.open <= 0 {
		r.mu.Unlock()
		return
	}
	r.empty = make(chan struct{})
	empty := r.empty
	r.mu.Unlock()
	select {
	case <-empty:
	case <-time.After(patience):
	}
}
