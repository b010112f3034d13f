package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"jprof/internal/format/counts"
)

// TestMergeNotBuilt checks that a source set is missing only if no run has built it, and that a build that failed
// without counts is in the merged run nevertheless.
func TestMergeNotBuilt(t *testing.T) {
	first := newRun(t, Run{ID: "1", Started: start, Command: []string{"mvn"}, ExitCode: 1,
		Results: &Results{Tests: 3, Failed: 1}, NotBuilt: []NotBuilt{
			{Module: "g:a", Name: "main", Files: 2}, {Module: "g:a", Name: "test", Files: 1},
			{Module: "g:b", Name: "main", Files: 3},
		}}, 0, 1)
	second := newRun(t, Run{ID: "2", Started: start, Command: []string{"mvn"}, Results: &Results{Tests: 4, Skipped: 1}},
		0, 1)
	failed := newRun(t, Run{ID: "3", Started: start, Command: []string{"mvn"}, ExitCode: 2, NotBuilt: []NotBuilt{
		{Module: "g:b", Name: "main", Files: 3, Failed: true},
	}}, 0, 0)
	failed.JVMs = 0
	want := []NotBuilt{{Module: "g:a", Name: "test", Files: 1}, {Module: "g:b", Name: "main", Files: 3, Failed: true}}
	for _, in := range [][]*Opened{{first, second, failed}, {failed, second, first}} {
		r, _, err := Merge(in, filepath.Join(t.TempDir(), "out"), "", Derive{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r.NotBuilt, want) {
			t.Errorf("not built: %+v, want %+v", r.NotBuilt, want)
		}
		if !r.Failed() || r.ExitCode != 2 || len(r.Parts) != 3 ||
			*r.Results != (Results{Tests: 7, Failed: 1, Skipped: 1}) {
			t.Errorf("merged: %+v, results %+v", r, r.Results)
		}
	}
	// A job packs its run alone: the archive of one that failed early must reach the job that checks all.
	early := newRun(t, Run{ID: "4", Started: start, Command: []string{"mvn"}, ExitCode: 3,
		FailedModules: []string{"g:c"}}, 0, 0)
	early.JVMs, early.Sets = 0, nil
	var none bytes.Buffer
	if err := counts.Write(&none, &counts.File{Merged: true, Start: start}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(early.Dir, "counts"), none.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	killed := newRun(t, Run{ID: "5", Started: start, Command: []string{"mvn"}}, 0, 0)
	killed.JVMs, killed.Sets, killed.NotFinished = 0, nil, true
	if err := os.Remove(filepath.Join(killed.Dir, "counts")); err != nil {
		t.Fatal(err)
	}
	for _, run := range []*Opened{failed, early, killed} {
		packed := filepath.Join(t.TempDir(), "out")
		if _, _, err := Merge([]*Opened{run}, packed, "", Derive{}); err != nil {
			t.Fatal(err)
		}
		again, err := Store{}.Open(packed)
		if err != nil {
			t.Fatal(err)
		}
		all, _, err := Merge([]*Opened{second, again}, filepath.Join(t.TempDir(), "all"), "", Derive{})
		if err != nil {
			t.Fatal(err)
		}
		if !all.Failed() || all.NotFinished != run.NotFinished || len(all.Parts) != 2 || all.ExitCode != run.ExitCode ||
			!slices.Equal(all.FailedModules, run.FailedModules) {
			t.Errorf("merged: %+v", all)
		}
	}
}
