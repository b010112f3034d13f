package remote

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/bucket"
)

// TestPruneChooses checks which runs stay.
func TestPruneChooses(t *testing.T) {
	here := project(t)
	byTest := func(r runs.Run, from string) runs.Run {
		r.ByTest = &runs.ByTest{JVMs: 1, Tests: 3, From: from}
		return r
	}
	old := run(0) // everything of it is carried over by run 20
	labelled := run(1)
	labelled.Label = "release-1"
	failed := run(9)
	failed.ExitCode = 1
	branch := run(7)
	branch.Commit.Branch = "topic"
	all := []runs.Run{old, labelled, run(2), run(3), byTest(run(4), ""), byTest(run(5), old.ID), run(6), branch, run(8),
		failed}
	for name, tt := range map[string]struct {
		policy Policy
		kept   []int
	}{
		"nothing": {Policy{}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"three":   {Policy{Keep: 3}, []int{0, 1, 5, 7, 8, 9}},
		"young":   {Policy{Older: 5*time.Minute - time.Second}, []int{0, 1, 5, 6, 7, 8, 9}},
		"both":    {Policy{Older: time.Minute, Keep: 4}, []int{0, 1, 5, 6, 7, 8, 9}},
		"base":    {Policy{Older: time.Second, Base: "main"}, []int{0, 1, 5, 8}},
		"branch":  {Policy{Older: time.Second, Base: "topic"}, []int{0, 1, 5, 7}},
		"named":   {Policy{Older: time.Second, Named: []string{run(3).ID}}, []int{0, 1, 3, 5}},
	} {
		s := open(t, t.TempDir())
		for _, r := range all {
			push(t, s, add(t, here, r, "map "+r.ID))
		}
		s.now = func() time.Time { return run(10).Started }
		tt.policy.DryRun = true
		dry, err := s.Prune(t.Context(), tt.policy)
		if err != nil || len(list(t, s, Query{})) != len(all) {
			t.Fatalf("%s: dry run: %v", name, err)
		}
		tt.policy.DryRun = false
		done, err := s.Prune(t.Context(), tt.policy)
		if err != nil || len(done.Runs) != len(dry.Runs) || len(done.Kept) != len(dry.Kept) {
			t.Errorf("%s: %+v, but %+v: %v", name, done, dry, err)
		}
		var want []string
		for i := range tt.kept {
			want = append(want, all[tt.kept[len(tt.kept)-1-i]].ID)
		}
		if got := list(t, s, Query{}); strings.Join(got, " ") != strings.Join(want, " ") || done.Left != len(want) {
			t.Errorf("%s: %d runs stay: %q, want %q", name, done.Left, got, want)
		}
		for _, k := range done.Kept {
			if k.ID == old.ID && !strings.Contains(k.Why, "carried over") ||
				k.ID == labelled.ID && !strings.Contains(k.Why, "release-1") {
				t.Errorf("%s: kept %s: %s", name, k.ID, k.Why)
			}
		}
	}
}

// TestPruneParts checks that only old parts that no run has are removed, and that a push makes those young that it
// needs.
func TestPruneParts(t *testing.T) {
	here, dir := project(t), t.TempDir()
	s := open(t, dir)
	a, b := add(t, here, run(1), "shared map"), add(t, here, run(2), "shared map")
	push(t, s, a)
	push(t, s, b)
	all := content(t, dir)
	age := func(by time.Duration) {
		for name := range content(t, dir) {
			at := time.Now().Add(-by)
			if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	first, _, err := s.List(t.Context(), Query{Run: a.ID})
	if err != nil || len(first) != 1 {
		t.Fatal(first, err)
	}
	prune := func() Pruned {
		done, err := s.Prune(t.Context(), Policy{})
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if err := errors.Join(s.bucket.Delete(t.Context(), first[0].key),
		os.WriteFile(filepath.Join(dir, bucket.Scratch, "killed"), nil, 0o666),
		os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if done := prune(); done.Parts != 0 {
		t.Errorf("young parts: %+v", done)
	}
	age(grace * 3 / 4)
	if done := push(t, s, a); done.Parts != 4 { // those that are there are old
		t.Errorf("pushed again: %+v", done)
	}
	if done := prune(); done.Parts != 0 {
		t.Errorf("%+v", done)
	}
	others := &Store{Place: s.Place, bucket: without{s.bucket, b.ID}, now: s.now}
	if err := s.bucket.Delete(t.Context(), only(t, others).key); err != nil {
		t.Fatal(err)
	}
	age(grace * 5 / 4)
	if done := prune(); done.Parts != 3 || done.Left != 1 { // run.json and counts of a, and the file of a killed writer
		t.Errorf("%+v", done)
	}
	if after := content(t, dir); len(after) != len(all)-2 { // and notes.txt, but for two parts and an entry
		t.Errorf("%d objects of %d", len(after), len(all))
	}
	pullAndCompare(t, s, only(t, s), b)
}

// without is a bucket that does not list the entry of a run.
type without struct {
	bucket.Bucket
	id string
}

func (w without) List(ctx context.Context, prefix string) (list []bucket.Object, err error) {
	all, err := w.Bucket.List(ctx, prefix)
	for _, o := range all {
		if !strings.Contains(o.Key, w.id) {
			list = append(list, o)
		}
	}
	return list, err
}

// sweeping is a bucket in which a prune runs between the parts and the entry of a push. It takes all parts for old.
type sweeping struct {
	bucket.Bucket
	swept bool
}

func (s *sweeping) Create(ctx context.Context, key string, data []byte) (bool, error) {
	if !s.swept {
		s.swept = true
		all, err := s.Bucket.List(ctx, parts)
		for _, o := range all {
			err = errors.Join(err, s.Bucket.Delete(ctx, o.Key))
		}
		if err != nil {
			return false, err
		}
	}
	return s.Bucket.Create(ctx, key, data)
}

// TestSweptPush checks that a push sends again what was removed before it wrote the entry.
func TestSweptPush(t *testing.T) {
	s := open(t, t.TempDir())
	s.bucket = &sweeping{Bucket: s.bucket}
	o := add(t, project(t), run(1), "map")
	if done := push(t, s, o); done.Parts != 8 || done.There {
		t.Errorf("%+v", done)
	}
	pullAndCompare(t, s, only(t, s), o)
}

// TestPruneWhilePushing prunes a store that has old parts of a run, without its entry, while the run is pushed again:
// no part is lost.
func TestPruneWhilePushing(t *testing.T) {
	here, dir := project(t), t.TempDir()
	s := open(t, dir)
	const rounds = 50
	for i := range rounds {
		o := add(t, here, run(i), fmt.Sprint("map", i/5))
		push(t, s, o)
		found, _, err := s.List(t.Context(), Query{Run: o.ID})
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		if err := s.bucket.Delete(t.Context(), found[0].key); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-2 * grace)
		for name := range content(t, filepath.Join(dir, "parts")) {
			if err := os.Chtimes(filepath.Join(dir, "parts", name), at, at); err != nil {
				t.Fatal(err)
			}
		}
		pruned := make(chan error, 1)
		go func() {
			_, err := s.Prune(context.Background(), Policy{})
			pruned <- err
		}()
		time.Sleep(rand.N(5 * time.Millisecond))
		push(t, s, o)
		if err := <-pruned; err != nil {
			t.Fatal(err)
		}
		for _, l := range list(t, s, Query{}) {
			if got, err := here.Open(here.RunDir(l)); err != nil || i%10 < 9 && l != o.ID {
				continue
			} else if found, _, err := s.List(t.Context(), Query{Run: l}); err != nil {
				t.Fatal(err)
			} else {
				pullAndCompare(t, s, found[0], got)
			}
		}
	}
}
