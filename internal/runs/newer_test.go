package runs

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// keep saves a run without content.
func keep(t *testing.T, s Store, r Run) {
	t.Helper()
	if err := s.Save(&r, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestEditKeepsUnknownKeys sets and removes a label of a run that has keys of a newer jprof.
func TestEditKeepsUnknownKeys(t *testing.T) {
	s := Store{Project: t.TempDir()}
	keep(t, s, Run{ID: "one", Command: []string{"mvn"}})
	path := filepath.Join(s.RunDir("one"), "run.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"tool"`), []byte(`"new": {"b": 1.50, "a": [null]}, "tool"`), 1)
	if err := atomicfile.WriteBytes(path, text); err != nil {
		t.Fatal(err)
	}
	var want, got bytes.Buffer
	if err := json.Indent(&want, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"base", ""} {
		if err := s.SetLabel("one", label); err != nil {
			t.Fatal(err)
		}
		if o, err := s.Open(s.RunDir("one")); err != nil || o.Label != label {
			t.Errorf("label %q: %+v, %v", label, o, err)
		}
	}
	if text, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	got.Write(text)
	if got.String() != want.String() {
		t.Errorf("the description was\n%s\nand is\n%s", &want, &got)
	}
}

// TestEdit checks that what is noted of a run later is in its description.
func TestEdit(t *testing.T) {
	s := Store{Project: t.TempDir()}
	keep(t, s, Run{ID: "one", Command: []string{"mvn"}})
	err := errors.Join(s.SetVarying("one", []Method{{Path: "A.java", Label: "A::a()"}}),
		s.SetRepeated("one", Repeated{Runs: 3}), s.SetTotals("one", Totals{Lines: Share{1, 2}}))
	if err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(s.RunDir("one"))
	if err != nil || len(o.Varying) != 1 || o.Repeated == nil || o.Repeated.Runs != 3 || o.Totals == nil {
		t.Errorf("%+v, %v", o, err)
	}
}

// newerRun is the description of a run in the next format.
const newerRun = `{"id": "new", "label": "base", "format": 7, "tool": "0.9.0", "command": "mvn"}`

// TestNewerRun checks that a run of a newer jprof is named by all ways to find it, and stays as it is.
func TestNewerRun(t *testing.T) {
	if recordfile.Version != 6 {
		t.Fatal("newerRun has to be of the next format")
	}
	s := Store{Project: t.TempDir()}
	keep(t, s, Run{ID: "a-run", JVMs: 1, Command: []string{"mvn"}})
	path := filepath.Join(s.RunDir("new"), "run.json")
	if err := os.MkdirAll(s.RunDir("new"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(newerRun), 0o666); err != nil {
		t.Fatal(err)
	}
	f := &Finder{Store: s, Dir: s.Project}
	defer f.Close()
	archive := filepath.Join(s.Project, "new.tar.gz")
	if err := packTo(archive, s.RunDir("new")); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"new", "base", s.RunDir("new"), archive} {
		_, err := f.One(ref, WantCounts)
		var newer *version.Newer
		if !errors.As(err, &newer) || newer.Writer != "0.9.0" || newer.Format != 7 || !errors.Is(err, ErrNoRun) ||
			len(term.Hints(err)) > 0 {
			t.Errorf("%s: %v, %q", ref, err, term.Hints(err))
		}
		if ref == archive && !strings.Contains(err.Error(), archive) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	if _, err := s.Pick(WantNewest); !errors.As(err, new(*version.Newer)) {
		t.Errorf("the newest: %v", err)
	}
	if err := s.SetLabel("a-run", "base"); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != newerRun {
		t.Errorf("the run of a newer jprof became %s, %v", text, err)
	}
	o, err := s.Open(s.RunDir("a-run"))
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{s.RunDir("new"), archive} {
		_, _, err := Merge([]*Opened{o}, out, "", Derive{})
		if err == nil || !strings.Contains(err.Error(), "not replaced: ") || !strings.Contains(err.Error(), "0.9.0") {
			t.Errorf("merged to %s: %v", out, err)
		}
	}
	if _, err := f.One(archiveOf(t, tar.Header{Typeflag: tar.TypeReg, Name: "run.json"}), WantCounts); err != nil {
		t.Errorf("a run without a format: %v", err)
	}
}
