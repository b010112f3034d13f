package watch

import (
	"context"
	"path/filepath"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
)

// The messages of those who follow a run, for those who show it.
type (
	// waiting says that nothing runs.
	waiting struct{}
	// updated has the changes of a run.
	updated struct {
		run *live.Run
		live.Update
	}
	// ended reports the end of a run.
	ended struct {
		state  live.State
		text   []string // the totals of the saved run, line by line; nil if none was saved
		found  []string // errors, failed tests, and lines of the change that did not run, line by line
		report string   // the path of the report, "" for none
	}
	// trouble is an error that does not end anything.
	trouble struct{ error }
)

// idle is the time between two looks for a run.
const idle = 300 * time.Millisecond

// follow sends the events of the runs of the project around the folder of env, one after the other, until ctx ends or,
// with once, a run has ended. mine selects the runs that are followed.
func follow(ctx context.Context, env environ.Env, mine func(live.State) bool, once bool, send func(any)) {
	told := false
	for ctx.Err() == nil {
		state, is := find(env.Dir, mine)
		if !is {
			if !told {
				told = true
				send(waiting{})
			}
			pause(ctx, idle)
			continue
		}
		told = false
		err := followOne(ctx, state, env, send)
		if err != nil {
			send(trouble{err})
			pause(ctx, time.Second)
		}
		if once && err == nil {
			return
		}
	}
}

// find finds the newest run of the project in a folder, or of the nearest one above that has a run.
func find(dir string, mine func(live.State) bool) (live.State, bool) {
	for d := dir; ; d = filepath.Dir(d) {
		for _, s := range live.Find(runs.Store{Project: d}) {
			if mine(s) {
				return s, true
			}
		}
		if d == filepath.Dir(d) {
			return live.State{}, false
		}
	}
}

// followOne sends the events of a run until it ends.
func followOne(ctx context.Context, state live.State, env environ.Env, send func(any)) error {
	r, err := live.Open(state)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		u, err := r.Poll()
		if err != nil {
			return err
		}
		send(updated{r, u})
		if u.Ended {
			send(endOf(u.State, env.Dir, env))
			return nil
		}
		r.Await(ctx, u)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
