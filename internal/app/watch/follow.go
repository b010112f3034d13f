package watch

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/words"
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
		state live.State
		text  []string // the totals of the saved run, line by line; nil if none was saved
	}
	// trouble is an error that does not end anything.
	trouble struct{ error }
)

// idle is the time between two looks for a run.
const idle = 300 * time.Millisecond

// follow sends the events of the runs of the project around a folder, one after the other, until ctx ends or, with
// once, a run has ended. mine selects the runs that are followed.
func follow(ctx context.Context, dir string, mine func(live.State) bool, once bool, send func(any)) {
	told := false
	for ctx.Err() == nil {
		state, is := find(dir, mine)
		if !is {
			if !told {
				told = true
				send(waiting{})
			}
			pause(ctx, idle)
			continue
		}
		told = false
		err := followOne(ctx, state, send)
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
func followOne(ctx context.Context, state live.State, send func(any)) error {
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
			send(ended{u.State, totals(u.State)})
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

// totals returns lines with the numbers of the saved run, which are final; nil if none was saved.
func totals(state live.State) []string {
	store := runs.Store{Project: state.Project}
	o, err := store.Open(store.RunDir(state.ID))
	if err != nil || o.NotFinished {
		return nil
	}
	line := "run " + o.ID + ": " + o.HowEnded()
	if o.Results != nil {
		line += ", " + words.Plural(o.Results.Tests, "test")
	}
	line += " in " + words.Duration(o.Ended.Sub(o.Started))
	lines := []string{line}
	if o.Totals == nil {
		if o.JVMs == 0 {
			lines = append(lines, o.NoCounts())
		}
		return lines
	}
	share := func(s runs.Share, what string) string {
		return fmt.Sprintf("%s of %s %s", words.Thousands(uint64(s.Covered)), words.Thousands(uint64(s.Total)), what)
	}
	return append(lines, "final: "+strings.Join([]string{share(o.Totals.Methods, "methods"),
		share(o.Totals.Lines, "lines"), share(o.Totals.Branches, "branches")}, ", ")+
		" executed; report: "+filepath.Join(store.Report(), "index.html"))
}
