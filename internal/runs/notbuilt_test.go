package runs

import (
	"path/filepath"
	"reflect"
	"testing"
)

// What one run has not built another one may have: what is missing in all of them is missing. A build that failed without any
// counts is in the merged run nevertheless.
func TestMergeNotBuilt(t *testing.T) {
	first := newRun(t, Run{ID: "1", Started: start, Command: []string{"mvn"}, ExitCode: 1, Results: &Results{Tests: 3, Failed: 1}, NotBuilt: []NotBuilt{
		{Module: "g:a", Name: "main", Files: 2}, {Module: "g:a", Name: "test", Files: 1}, {Module: "g:b", Name: "main", Files: 3},
	}}, 0, 1)
	second := newRun(t, Run{ID: "2", Started: start, Command: []string{"mvn"}, Results: &Results{Tests: 4, Skipped: 1}}, 0, 1)
	failed := newRun(t, Run{ID: "3", Started: start, Command: []string{"mvn"}, ExitCode: 2, NotBuilt: []NotBuilt{
		{Module: "g:b", Name: "main", Files: 3, Failed: true},
	}}, 0, 0)
	failed.JVMs = 0
	want := []NotBuilt{{Module: "g:a", Name: "test", Files: 1}, {Module: "g:b", Name: "main", Files: 3, Failed: true}}
	for _, in := range [][]*Opened{{first, second, failed}, {failed, second, first}} {
		r, _, err := Merge(in, filepath.Join(t.TempDir(), "out"), "")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r.NotBuilt, want) {
			t.Errorf("not built: %+v, want %+v", r.NotBuilt, want)
		}
		if !r.Failed() || r.ExitCode != 2 || len(r.Parts) != 3 || *r.Results != (Results{Tests: 7, Failed: 1, Skipped: 1}) {
			t.Errorf("merged: %+v, results %+v", r, r.Results)
		}
	}
	if _, _, err := Merge([]*Opened{failed}, filepath.Join(t.TempDir(), "out"), ""); err == nil {
		t.Error("a run without counts was merged alone")
	}
}
