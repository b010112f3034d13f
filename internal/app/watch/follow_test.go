package watch

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/util/environ"
)

// TestFollow follows two runs in a row, from a folder below the project: one that is saved, and one that is not.
func TestFollow(t *testing.T) {
	store := runs.Store{Project: t.TempDir()}
	ctx, cancel := context.WithCancel(context.Background())
	messages := make(chan any, 100)
	followed := make(chan struct{})
	go func() {
		mine := func(s live.State) bool { return s.Label != "other" }
		env := environ.Env{Dir: filepath.Join(store.Project, "module")}
		follow(ctx, env, mine, false, func(msg any) { messages <- msg })
		close(followed)
	}()
	if _, is := (<-messages).(waiting); !is {
		t.Error("it does not say that nothing runs")
	}
	other, err := live.Publish(store, live.State{ID: "20261123-151502-abcdef", Label: "other", Contexts: true})
	if err != nil {
		t.Fatal(err)
	}
	defer other.End()
	for i, id := range []string{"20261123-151500-abcdef", "20261123-151501-abcdef"} {
		p, err := live.Publish(store, live.State{ID: id, Phase: live.Building, Contexts: true})
		if err != nil {
			t.Fatal(err)
		}
		u, is := (<-messages).(updated)
		if !is || u.State.ID != id || u.State.Phase != live.Building {
			t.Fatalf("got %+v", u)
		}
		if i == 0 {
			run := runs.Run{ID: id, Command: []string{"mvn", "test"}, JVMs: 1, Started: u.At,
				Ended: u.At.Add(90 * time.Second), Results: &runs.Results{Tests: 5},
				Totals: &runs.Totals{Methods: runs.Share{Covered: 1, Total: 2},
					Lines: runs.Share{Covered: 1000, Total: 2000}}}
			if err := store.Save(&run, func(string) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		p.End()
		var end ended
		for is := false; !is; {
			end, is = (<-messages).(ended)
		}
		var want []string // the second was not saved
		if i == 0 {
			want = []string{"run " + id + ": passed, 5 tests in 1 min 30 s",
				"final: 1,000 of 2,000 lines (50 %), 0 of 0 branches, 1 of 2 methods (50 %) executed",
				"report: " + filepath.Join(store.Project, ".jprof", "report", "index.html")}
		}
		if end.state.ID != id || !slices.Equal(end.text, want) {
			t.Errorf("got %+v, want %q", end, want)
		}
		if _, is := (<-messages).(waiting); !is {
			t.Error("it does not wait for the next run")
		}
	}
	cancel()
	<-followed
}

// TestPlain checks the lines without a terminal.
func TestPlain(t *testing.T) {
	var lines []string
	p := &plain{print: func(line string) { lines = append(lines, line) }}
	now := time.Now()
	u := live.Update{State: live.State{ID: "r", Phase: live.Building, Round: 2, Started: now,
		Command: []string{"mvn", "verify"}}}
	p.receive(waiting{}, now)
	p.receive(updated{Update: u}, now)
	u.State.Selected = &live.Selected{Tests: 1, Of: 3, Text: "1 of 3 tests selected"}
	p.receive(updated{Update: u}, now.Add(every-1)) // not yet, but for the tests that run
	u.JVMs = live.JVMs{Alive: 1, Ended: 2}
	u.Main = live.Sums{Files: 3, Executions: 4567, Rate: 8.9, Covered: 1, Regions: 3}
	u.Methods = []live.Method{{Name: "A::f()"}}
	p.receive(updated{Update: u}, now.Add(every))
	u.State.Contexts, u.Methods = true, nil
	p.receive(updated{Update: u}, now.Add(2*every))
	p.receive(ended{text: []string{"one", "two"}, found: []string{"1 test failed", "  A#f"}}, now)
	p.receive(trouble{context.Canceled}, now)
	p.receive(begun{"jprof mvn verify", "a note"}, now)
	p.receive(built{code: 1}, now)
	p.receive(saved{[]string{"A.java", "B.java", "C.java"}}, now)
	p.builds = true
	p.receive(waiting{}, now) // it is plain what it waits for
	want := `nothing runs here: waiting for jprof mvn, jprof gradle or jprof run in this project
run r: mvn verify; numbers are not final before it ends
1 of 3 tests selected
building (round 2), 5.0 s, 1 JVM alive, 2 ended; 4,567 executions, 8/s; ` +
		`1 of 3 regions (33 %) in 3 files; most in A::f()
building (round 2), 10 s, with --contexts there are no live counts
one
two
1 test failed
  A#f
context canceled
jprof mvn verify
a note
exit code 1
waiting until a file is saved
saved: A.java and 2 files more
it has ended, and no run was saved
cancelled
waiting until a file is saved`
	p.receive(ended{}, now)
	p.receive(built{130, true}, now)
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
}
