package reporttest_test

import (
	"slices"
	"testing"

	"jprof/report/reporttest"
)

func TestMemory(t *testing.T) {
	var m reporttest.Memory
	if err := reporttest.Create(t, &m, "a/Foo.html", "foo"); err != nil {
		t.Fatal(err)
	}
	if err := reporttest.Create(t, &m, "a/foo.html", ""); err == nil {
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
	if err := reporttest.Create(t, &m, "another", "beside"); err != nil {
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
