package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
)

// TestMain pushes a run, or pulls the newest one, in a process that tests kill.
func TestMain(m *testing.M) {
	store, dir := os.Getenv("PUSH_STORE"), os.Getenv("PUSH_RUN")
	if store == "" {
		os.Exit(m.Run())
	}
	env, err := environ.Env{}.WithDefaults()
	var s *Store
	if err == nil {
		s, _, err = Open(context.Background(), env, store)
	}
	if to := os.Getenv("PULL_TO"); err == nil && to != "" {
		var list []Listed
		if list, _, err = s.List(context.Background(), Query{}); err == nil {
			_, err = s.Pull(context.Background(), list[0], runs.Store{Project: to})
		}
	} else if err == nil {
		var o *runs.Opened
		if o, err = (runs.Store{}).Open(dir); err == nil {
			_, err = s.Push(context.Background(), o, false)
		}
	}
	if s != nil {
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// killPushes kills pushes to a store at random points. Each time, a reader sees the whole run or nothing. The next push
// completes it.
func killPushes(t *testing.T, kills int, url string) {
	t.Setenv("TMPDIR", t.TempDir())
	here, s := project(t), openURL(t, url)
	child := func(o *runs.Opened) *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "PUSH_STORE="+url, "PUSH_RUN="+o.Dir)
		return cmd
	}
	took := time.Duration(0)
	ended, there := 0, 0
	for i := range kills {
		o := add(t, here, run(i), strings.Repeat(fmt.Sprint("map", i), 10_000))
		if i == 0 {
			began := time.Now()
			if out, err := child(add(t, project(t), run(100_000), "map")).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			took = time.Since(began)
		}
		cmd := child(o)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(took * 5 / 4))
		_ = cmd.Process.Kill()
		if cmd.Wait() == nil {
			ended++
		}
		found, bad, err := s.List(t.Context(), Query{Run: o.ID})
		if err != nil || len(bad) > 0 {
			t.Fatal(bad, err)
		}
		if len(found) > 0 {
			there++
			pullAndCompare(t, s, found[0], o)
		}
		push(t, s, o)
		found, _, err = s.List(t.Context(), Query{Run: o.ID})
		if err != nil || len(found) != 1 {
			t.Fatalf("after the next push: %v, %v", found, err)
		}
		pullAndCompare(t, s, found[0], o)
	}
	t.Logf("%d pushes were killed, %d had ended; after %d the run was there", kills, ended, there)
	for _, dir := range leftBehind(t) {
		old := time.Now().Add(-25 * time.Hour)
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := openURL(t, url).tempDir(); err != nil {
		t.Fatal(err)
	}
	if left := leftBehind(t); len(left) != 2 { // those of s and of this one
		t.Errorf("a day later, these folders are there: %v", left)
	}
	s.now = func() time.Time { return time.Now().Add(2 * grace) }
	objects := func(prefix string) int {
		list, err := s.bucket.List(t.Context(), prefix)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before, scratch := objects(""), objects(bucket.Scratch+"/")
	if _, err := s.Prune(t.Context(), Policy{}); err != nil {
		t.Fatal(err)
	}
	if after := objects(""); after != before-scratch {
		t.Errorf("%d of %d objects, with %d files of killed pushes, are there after prune", after, before, scratch)
	}
	if got := list(t, s, Query{}); len(got) != kills+1 {
		t.Errorf("%d runs", len(got))
	}
}

// leftBehind lists the temporary folders of this process and of those that were killed.
func leftBehind(t *testing.T) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "jprof-*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// pullAndCompare brings a run, and compares its files with those of o.
func pullAndCompare(t *testing.T, s *Store, l Listed, o *runs.Opened) {
	t.Helper()
	there := project(t)
	if _, err := s.Pull(t.Context(), l, there); err != nil {
		t.Fatal(err)
	}
	if got, want := content(t, there.RunDir(l.ID)), content(t, o.Dir); !maps.Equal(got, want) {
		t.Fatalf("run %s: %d files, want %d", l.ID, len(got), len(want))
	}
	if err := os.RemoveAll(there.Project); err != nil {
		t.Fatal(err)
	}
}

func TestKilled(t *testing.T) { killPushes(t, 20, inFolder(t.TempDir())) }

func TestAcceptanceKilled(t *testing.T) {
	jtest.Acceptance(t)
	killPushes(t, 200, inFolder(t.TempDir()))
}

// TestKilledPulls kills pulls at random points: the project has the whole run or none, and the next pull brings it.
func TestKilledPulls(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	url := inFolder(t.TempDir())
	s := openURL(t, url)
	o := add(t, project(t), run(1), strings.Repeat("map", 3_000_000))
	push(t, s, o)
	child := func(to string) *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "PUSH_STORE="+url, "PULL_TO="+to)
		return cmd
	}
	began := time.Now()
	if out, err := child(project(t).Project).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(began)
	for range 20 {
		there := project(t)
		cmd := child(there.Project)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(took))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		all, bad := there.List()
		if len(all) > 1 || len(bad) > 0 {
			t.Errorf("%d runs, and %v", len(all), bad)
		}
		made, err := s.Pull(t.Context(), only(t, s), there)
		if err != nil || made != (len(all) == 0) {
			t.Errorf("%v, %v, with %d runs", made, err, len(all))
		}
		if got, want := content(t, there.RunDir(o.ID)), content(t, o.Dir); !maps.Equal(got, want) {
			t.Errorf("%d files, want %d", len(got), len(want))
		}
		removeStale(there.Runs(), time.Now().Add(2*grace))
		if left, err := os.ReadDir(there.Runs()); err != nil || len(left) != 1 {
			t.Errorf("left: %v, %v", left, err)
		}
	}
}
