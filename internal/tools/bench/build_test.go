package main

import (
	"archive/zip"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/internal/jtest"
)

func TestFailures(t *testing.T) {
	got := failures(cloverFailure,
		"Processing\nERROR: /s/src/a/B.java:120:5:unexpected token: private\nERROR: Instrumentation error\n", "/s/src")
	if want := (map[string]string{"a/B.java": "120:5:unexpected token: private"}); !maps.Equal(got, want) {
		t.Errorf("OpenClover: got %v", got)
	}
	got = failures(javacFailure,
		"/o/a/B.java:4: error: one\n  code\n/o/a/B.java:9: error: two\n/else/C.java:1: error: three\n", "/o")
	if want := (map[string]string{"a/B.java": "4: error: one"}); !maps.Equal(got, want) {
		t.Errorf("javac: got %v", got)
	}
}

func TestArtefacts(t *testing.T) {
	if got := parse("g:n:1.2").sources().file(); got != "n-1.2-sources.jar" {
		t.Errorf("got %s", got)
	}
	if got := parse(jacocoAgent).file(); got != "org.jacoco.agent-"+jacocoVersion+"-runtime.jar" {
		t.Errorf("got %s", got)
	}
}

func TestUnzip(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, files ...string) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(f)
		for _, file := range files {
			if _, err := w.Create(file); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	out := filepath.Join(dir, "out")
	jar := write("a.jar", "a/A.java", "module-info.java", "META-INF/versions/9/a/A.java", "a/text.txt")
	if err := jtest.Unzip(jar, out, isProgram); err != nil {
		t.Fatal(err)
	}
	files, err := list(out, ".java")
	if want := []string{filepath.Join(out, "a", "A.java")}; err != nil || !slices.Equal(files, want) {
		t.Errorf("got %v, %v", files, err)
	}
	if err := jtest.Unzip(write("b.jar", "../B.java"), out, isProgram); err == nil {
		t.Error("a path out of the archive is taken")
	}
}

// The drivers that the table names exist, and can be chosen.
func TestPrograms(t *testing.T) {
	for _, p := range programs {
		if _, err := os.Stat(filepath.Join("drivers", p.driver+".java")); err != nil {
			t.Error(err)
		}
		if p.size < p.quick || p.quick < 1 || p.what == "" {
			t.Errorf("%s: %+v", p.name, p)
		}
	}
	if got, err := choose([]string{"xz"}); err != nil || len(got) != 1 || got[0].name != "xz" {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := choose([]string{"nothing"}); err == nil {
		t.Error("a program that does not exist was chosen")
	}
}
