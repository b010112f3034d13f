package ui

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The bounds of events of jobs.
const (
	maxEvent = 64 << 10              // bytes of output in one
	gather   = 30 * time.Millisecond // the wait for more output that belongs to the same event
)

// lastMark ends the ID of the last event of a job.
const lastMark = "-ended"

// Output is the data of an event with output of a job.
type Output struct {
	Text string `json:"text"`
	Lost int64  `json:"lost"` // bytes before it that are not kept any more
	// Lines is the number of lines that ended before the text, in all output. It is 0 if nothing was lost.
	Lines int `json:"lines"`
}

// jobEvents answers with the output and states of a job as events. The ID of an event is the offset after its output.
// The ID of the last event ends with lastMark.
func (s *Server) jobEvents(r *http.Request) (any, error) {
	j, err := s.find(r)
	if err != nil {
		return nil, err
	}
	var from int64
	check := func(e *events) error {
		offset, isEnd := strings.CutSuffix(e.Last, lastMark)
		if isEnd {
			return noMoreEvents
		}
		var err error
		if from, err = strconv.ParseInt(cmp.Or(offset, "0"), 10, 64); err != nil {
			return failf(http.StatusBadRequest, "", "Last-Event-ID: %w", err)
		}
		return nil
	}
	return s.stream(check, func(ctx context.Context, e *events) error {
		state := func() (Job, <-chan struct{}) {
			about, changed := j.state()
			about.Call = nil // its input may be large
			return about, changed
		}
		about, changed := state()
		id := strconv.FormatInt(from, 10)
		if about.State == stateRunning { // that of one that has ended comes after its output
			if err := e.send("state", id, about); err != nil {
				return err
			}
		}
		tick := time.NewTicker(lookAgain)
		defer tick.Stop()
		for {
			p := j.out.read(from, maxEvent)
			from = p.next
			id = strconv.FormatInt(from, 10)
			if len(p.text) > 0 || p.lost > 0 {
				if err := e.send("output", id, Output{string(p.text), p.lost, p.lines}); err != nil {
					return err
				}
				continue
			}
			select {
			case <-changed:
				about, changed = state()
				if about.State != stateRunning {
					continue // after the last output
				}
				if err := e.send("state", id, about); err != nil {
					return err
				}
			default:
			}
			if p.last && about.State != stateRunning {
				return e.send("state", id+lastMark, about)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-changed:
			case <-tick.C:
				j.look()
			case <-p.after:
				time.Sleep(gather)
			}
		}
	}), nil
}
