//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWriteRow(t *testing.T) {
	doc := filepath.Join(t.TempDir(), "doc.md")
	const start = "# Title\n\n| promise | figure |\n" + tableStart + "\n"
	const before = start + "| a | how | `c` | old | d |\n| b | how | `c` | b | d |\n\nEnd\n"
	if err := os.WriteFile(doc, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, r := range []row{{"n", "h", "c", "new", "e"}, {"a", "how", "c", "other", "e"}} {
		if err := writeRow(doc, r); err != nil {
			t.Fatal(err)
		}
	}
	const want = start + "| a | how | `c` | other | e |\n| b | how | `c` | b | d |\n| n | h | `c` | new | e |\n\nEnd\n"
	if got, err := os.ReadFile(doc); err != nil || string(got) != want {
		t.Errorf("%v, got\n%s", err, got)
	}
	if err := os.WriteFile(doc, []byte("# Title\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := writeRow(doc, row{promise: "n"}); err == nil {
		t.Error("a document without a table is accepted")
	}
}

// TestJVMs distinguishes build tools from the JVMs of tests: those are below another JVM, with a shell in between.
func TestJVMs(t *testing.T) {
	tools, tests := jvms([]process{{10, 1, "jprof"}, {20, 10, "java"}, {30, 20, "dash"}, {40, 30, "java"},
		{50, 10, "git"}})
	if len(tools) != 1 || tools[0] != 20 || len(tests) != 1 || tests[0] != 40 {
		t.Errorf("build tools %v, tests %v", tools, tests)
	}
}

func TestTrialsHaveParts(t *testing.T) {
	for _, part := range []string{"kill", "refuse", "space", "many", "jvm", "input", "page"} {
		chosen, err := choose([]string{part})
		if err != nil || len(chosen) == 0 {
			t.Errorf("%s: %d trials, %v", part, len(chosen), err)
		}
	}
	if _, err := choose([]string{"kil"}); err == nil {
		t.Error("an unknown part is accepted")
	}
}

// TestFuzzersOutput reads what fuzzers print.
func TestFuzzersOutput(t *testing.T) {
	const late = "fuzz: elapsed: 57s, execs: 10 (1/sec)\nfuzz: elapsed: 1m3s, execs: 12 (1/sec)\n" +
		"fuzz: elapsed: 2m3s, execs: 12 (0/sec)\n--- FAIL: FuzzX (123.1s)\n    context deadline exceeded\nFAIL\n"
	if n, stands := inputs([]byte(late)); n != 12 || stands != time.Minute {
		t.Errorf("%d inputs, none for %v", n, stands)
	}
	if !outOfTime([]byte(late)) {
		t.Error("the end of the time is a fault")
	}
	if outOfTime([]byte(late + "    Failing input written to testdata/fuzz/FuzzX/1\n")) {
		t.Error("an input that fails is no fault")
	}
}
