package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/bucket"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// TestFinder reads runs of a store by URLs.
func TestFinder(t *testing.T) {
	here, dir := project(t), t.TempDir()
	s := open(t, dir)
	for i, label := range []string{"unit", "integration", "", "unit"} {
		r := run(i) // all of one commit
		r.Label = label
		push(t, s, add(t, here, r, "map"))
	}
	other := run(10)
	other.Commit.Branch = "feature/größe"
	push(t, s, add(t, here, other, "map"))
	url := "file://" + filepath.ToSlash(dir)
	f := &runs.Finder{Dir: t.TempDir(), Fetch: Fetcher(environ.Env{Dir: dir, Now: time.Now})}
	defer f.Close()
	for fragment, want := range map[string][]string{
		"":                                    {other.ID},
		"#" + run(1).ID:                       {run(1).ID},
		"#" + run(1).ID[:15]:                  {run(1).ID},
		"#unit":                               {run(3).ID},
		"#label=unit":                         {run(3).ID},
		"#commit=" + run(0).Commit.ID:         {run(1).ID, run(2).ID, run(3).ID},
		"#commit=0000000000&branch=main":      {run(1).ID, run(2).ID, run(3).ID},
		"#branch=feature/gr%C3%B6%C3%9Fe":     {other.ID},
		"#branch=feature/größe":               {other.ID},
		"#since=2026-03-04&label=integration": {run(1).ID},
	} {
		found, err := f.All(url + fragment)
		var ids []string
		for _, o := range found {
			ids = append(ids, o.ID)
		}
		slices.Sort(ids)
		if err != nil || !slices.Equal(ids, want) {
			t.Errorf("%s: %q, %v, want %q", fragment, ids, err, want)
		}
	}
	f.Again = true
	if found, err := f.All(url + "#label=unit"); err != nil || len(found) != 2 {
		t.Errorf("also jobs that were started again: %v, %v", found, err)
	}
	f.Again = false
	if o, err := f.One(url+"#branch=main", runs.WantCounts); err != nil || o.ID != run(3).ID {
		t.Errorf("one of several: %v, %v", o, err)
	}
	for fragment, want := range map[string]string{
		"#nothing": "no run nothing", "#2026": "start with this", "#label=": "has no value", "#x=y": "no condition",
		"#since=y": "neither a day", "#by-test": "of all tests by test", "#a/b": "neither the ID",
		"?x=y": "no parameters",
	} {
		if _, err := f.All(url + fragment); err == nil || !strings.Contains(err.Error(), want) ||
			!errors.Is(err, runs.ErrNoRun) {
			t.Errorf("%s: %v, want %q", fragment, err, want)
		}
	}
	for _, object := range slices.Sorted(maps.Keys(content(t, dir))) {
		if strings.HasPrefix(object, "/parts/") {
			if err := os.WriteFile(filepath.Join(dir, object), []byte("x"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := f.All(url); err == nil || !strings.Contains(err.Error(), "damaged") || len(term.Hints(err)) != 1 {
		t.Errorf("%v, %q", err, term.Hints(err))
	}
}

// reads is a bucket that counts the objects that are read.
type reads struct {
	bucket.Bucket
	n int
}

func (r *reads) Get(ctx context.Context, key, file string, limit int64) error {
	r.n++
	return r.Bucket.Get(ctx, key, file, limit)
}

// TestListMany lists 10,000 runs by each condition. It reads no object.
func TestListMany(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	counting := &reads{Bucket: s.bucket}
	s.bucket = counting
	const many = 10_000
	if err := os.Mkdir(filepath.Join(dir, "runs"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range many {
		r := run(i)
		r.Label, r.Commit.Branch = fmt.Sprint("job-", i%7), fmt.Sprint("topic/", i%100)
		e := newEntry(r)
		if err := os.WriteFile(filepath.Join(dir, keyOf(e, []byte(r.ID))), []byte(r.ID), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for want, q := range map[int]Query{
		many: {}, 1429: {Label: "job-0"}, 100: {Branch: "topic/42"}, 10: {Commit: run(5005).Commit.ID},
		1: {Run: run(77).ID}, many - 1440: {Since: start.Add(24 * time.Hour)},
	} {
		if got := list(t, s, q); len(got) != want {
			t.Errorf("%+v: %d runs, want %d", q, len(got), want)
		}
	}
	if counting.n > 0 {
		t.Errorf("%d objects were read", counting.n)
	}
}

// TestForAffected checks which run a build with --affected carries over from.
func TestForAffected(t *testing.T) {
	dir, here := t.TempDir(), project(t)
	s, url := open(t, dir), inFolder(dir)
	env := environ.Env{Dir: dir, Now: time.Now}
	if _, err := ForAffected(t.Context(), env, url, here.Project, "origin/main"); !errors.Is(err, runs.ErrNoRun) {
		t.Error(err)
	}
	for i, branch := range []string{"main", "release/2", "topic", "other"} {
		r := run(i)
		r.Commit.Branch = branch
		if i < 3 {
			r.ByTest = &runs.ByTest{JVMs: 1, Tests: 1}
		}
		push(t, s, add(t, here, r, "map"))
	}
	for rev, want := range map[string]int{
		"origin/main": 0, "main": 0, "origin/release/2": 1, "release/2": 1, "HEAD": 2,
	} {
		got, err := ForAffected(t.Context(), env, url, here.Project, rev)
		if err != nil || got != url+"#"+run(want).ID {
			t.Errorf("%s: %s, %v, want %s", rev, got, err, run(want).ID)
		}
	}
	if got, err := ForAffected(t.Context(), env, url+"#x", here.Project, "main"); err != nil || got != url+"#x" {
		t.Errorf("with a name: %s, %v", got, err)
	}
}
