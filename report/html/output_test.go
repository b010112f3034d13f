package html_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/report/html/layout"
)

func TestWriteDirReplacesOnSuccessOnly(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "sub", "report")
	write := func(text string, fail error) error {
		return layout.WriteDir(dir, func(out layout.Output) error {
			if err := create(t, out, "a/index.html", text); err != nil {
				return err
			}
			return fail
		})
	}
	read := func() string {
		b, err := os.ReadFile(filepath.Join(dir, "a", "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if err := write("one", nil); err != nil {
		t.Fatal(err)
	}
	if err := write("two", nil); err != nil || read() != "two" {
		t.Fatalf("second report: %v, %q", err, read())
	}
	failure := errors.New("disk full")
	if err := write("three", failure); !errors.Is(err, failure) || read() != "two" {
		t.Errorf("failed report: %v, %q", err, read())
	}
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(entries) != 1 {
		t.Errorf("left beside the report: %v, %v", entries, err)
	}
}

func TestWriteDirKeepsForeignFiles(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := layout.WriteDir(dir, func(layout.Output) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "not a report of jprof") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if err := layout.WriteDir(dir, func(layout.Output) error { return nil }); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestWriteDirRefusesBadNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	err := layout.WriteDir(dir, func(out layout.Output) error {
		for _, name := range []string{"../x", "/x", ""} {
			if err := create(t, out, name, ""); err == nil {
				t.Errorf("%q was created", name)
			}
		}
		if err := create(t, out, "x", ""); err != nil {
			t.Error(err)
		}
		if err := create(t, out, "x", ""); err == nil {
			t.Error("x was created twice")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
