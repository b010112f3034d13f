package report_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jprof/report"
)

func create(t *testing.T, out report.Output, name, text string) error {
	t.Helper()
	w, err := out.Create(name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	return w.Close()
}

func TestWriteDirReplacesOnSuccessOnly(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "sub", "report")
	write := func(text string, fail error) error {
		return report.WriteDir(dir, func(out report.Output) error {
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
	err := report.WriteDir(dir, func(report.Output) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "not a report of jprof") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteDir(dir, func(report.Output) error { return nil }); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestWriteDirRefusesBadNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	err := report.WriteDir(dir, func(out report.Output) error {
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

func TestMemory(t *testing.T) {
	var m report.Memory
	if err := create(t, &m, "a/Foo.html", "foo"); err != nil {
		t.Fatal(err)
	}
	if err := create(t, &m, "a/foo.html", ""); err == nil {
		t.Error("names that differ in case only are accepted")
	}
	if got := string(m.Bytes("a/Foo.html")); got != "foo" {
		t.Errorf("contents %q", got)
	}
	if m.Bytes("a/foo.html") != nil {
		t.Error("a file that was not created has contents")
	}
	w, err := m.Create("open")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Names(); err == nil {
		t.Error("an open file is not noticed")
	}
	if err := create(t, &m, "another", "beside"); err != nil {
		t.Errorf("beside an open file: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("closing twice is accepted")
	}
	if _, err := w.Write(nil); err == nil {
		t.Error("writing after Close is accepted")
	}
	if names, err := m.Names(); err != nil || !slices.Equal(names, []string{"a/Foo.html", "another", "open"}) {
		t.Errorf("names %q, %v", names, err)
	}
}
