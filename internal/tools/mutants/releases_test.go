package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReleasesDocument(t *testing.T) {
	w := &work{dir: t.TempDir(), compiler: &compiler{}}
	l := libraries[0]
	for i, s := range []step{
		{Tests: 40, Full: &fullRun{Failed: []failure{{}, {}}}, Dropped: []string{"a.T"},
			Selected: &selection{Tests: 10, Of: 40, Time: 0.25, All: []string{"b", "a", "b"}}},
		{Problem: "javac\nmore"},
		{Full: &fullRun{}}, // jprof was not asked yet
	} {
		s.From, s.To = l.versions[i], l.versions[i+1]
		path := w.stepFile(l, s.From, s.To)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := w.releasesDocument()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n| commons-codec | 1.7 | 1.8 | 40 | 2 | 25.0 % | 25.0 % | 0 | a, b |\n\n1 of 24 changes were tried.\n\n",
		"- commons-csv, not tried yet: 1.8 to 1.9.0, ",
		"- commons-codec, not tried yet: 1.9 to 1.10, 1.10 to 1.11, ",
		"1.7 to 1.8: these tests do not compile with the new main sources: `a.T`\n",
		"1.8 to 1.9 was not tried: javac\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestCause(t *testing.T) {
	for _, x := range []struct{ problem, want string }{
		{"no reports of tests\nmore", "no reports of tests"},
		{"mvn test in /home/x: exit status 1; the end of /home/x.log:\n[INFO] -----\n" +
			"[ERROR] Failed to execute goal a:b: Internal error -> [Help 1]\n[ERROR] \n[ERROR] To see",
			"Failed to execute goal a:b: Internal error"},
		{"javac rejects it: exit status 1\n/home/x/A.java:54: error: package p does not exist\nimport p.B;\n" +
			"/home/x/B.java:1: error: another",
			"the new main sources do not compile with the libraries of the release before: package p does not exist"},
	} {
		if got := cause(x.problem); got != x.want {
			t.Errorf("%q: %q, want %q", x.problem, got, x.want)
		}
	}
}

func TestOverlay(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	shared := filepath.Join(t.TempDir(), "shared")
	if err := os.WriteFile(shared, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(shared, filepath.Join(to, "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(from, "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b/c"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte("new"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := overlay(from, to); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{filepath.Join(to, "a"): "new", filepath.Join(to, "b/c"): "new",
		shared: "old"} {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	if err := overlay(filepath.Join(from, "none"), to); err != nil {
		t.Error(err)
	}
}
