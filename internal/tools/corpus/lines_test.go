package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest/oracle"
)

func TestReadOpenClover(t *testing.T) {
	const report = `<coverage><project><package><file path="/t/src/A.java">
		<line num="3" count="9" type="method"/><line num="4" count="7" type="stmt"/>` +
		`<line num="4" count="1" type="stmt"/>
		<line num="5" truecount="2" falsecount="1" type="cond"/></file></package></project></coverage>`
	got := map[place]uint64{}
	if err := readOpenClover(strings.NewReader(report), "/t", got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[place{"src/A.java", 4}] != 7 {
		t.Errorf("got %v", got)
	}
	if err := readOpenClover(strings.NewReader(`<file path="/t/A"><line num="x" count="1" type="stmt"/></file>`), "/t",
		got); err == nil {
		t.Error("a line x was read")
	}
}

func TestExplained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("# comment\n\np/src/A.java:3-4 a cause\n")
	list, err := readExplained(path)
	if err != nil {
		t.Fatal(err)
	}
	explain := project{name: "p"}.explain(list)
	for want, l := range map[string]oracle.Line{
		"a cause": {File: "src/A.java", Line: 4},
		"":        {File: "src/A.java", Line: 5},
	} {
		if got := explain(l); got != want {
			t.Errorf("%v: %q", l, got)
		}
	}
	for _, bad := range []string{"p/A.java 3-4 x\n", "p/A.java:3 x\n", "p/A.java:3-4\n"} {
		write(bad)
		if _, err := readExplained(path); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestSides(t *testing.T) {
	l := lines{Result: &oracle.Result{Compared: map[oracle.Place]uint64{{File: "A", Line: 1}: 5},
		Unstable: map[oracle.Place]bool{{File: "A", Line: 3}: true}}}
	for _, test := range []struct {
		line          int
		jprof, clover uint64
		want          string
	}{{1, 5, 4, sideJprof}, {1, 4, 5, sideClover}, {1, 3, 4, sideNone}, {2, 5, 4, sideUnknown}, {3, 5, 4, sideVaries}} {
		if got := l.side(place{"A", test.line}, test.jprof, test.clover); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
