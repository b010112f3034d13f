package main

import (
	"os"
	"path/filepath"
	"testing"

	"jprof/internal/jtest/oracle"
)

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
