package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jprof/internal/settings"
	"jprof/report/reporttest"
)

// testedCmd is tested DIR [RUN]: writes the project reporttest.Tested and a run of it with counts by test to DIR.
func testedCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: tested DIR [RUN]")
	}
	id := "20260102-030405-tested"
	if len(args) == 2 {
		id = args[1]
	}
	p, err := reporttest.Tested()
	ts.Check(err)
	ts.Check(p.Save(ts.MkAbs(args[0]), id))
}

// TestRepeatedByTest compares two equal runs by test, in which a test has counted otherwise, as --repeat does: jprof
// tests --flaky reads what the later one has kept.
func TestRepeatedByTest(t *testing.T) {
	dir := t.TempDir()
	for id, digits := range map[string]uint64{"run-1": 2, "run-2": 4} {
		p := &reporttest.Project{}
		err := p.Add(reporttest.File{Path: "A.java", Counters: []uint64{9},
			Text:   "‹t class A|class A { ‹m a() 0|void ¤a() ‹b body 0|{ ‹r 0|·x();› }›› }›\n",
			ByTest: map[string][]uint64{"ATest#digits": {digits}, "ATest#signs": {3}}})
		if err == nil {
			err = p.Save(dir, id)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out, messages bytes.Buffer
	env := Env{Dir: dir, Stdout: &out, Stderr: &messages, Vars: []string{}}
	s, err := newSession(env, tools)
	if err == nil {
		err = s.compareRuns(dir, settings.Settings{}, []string{"run-1", "run-2"})
	}
	if err != nil {
		t.Fatal(err)
	}
	const want = "tests that vary in 2 equal runs: 1\n  executions  status  methods  test\n" +
		"      2 to 4  passed  A::a()   ATest#digits\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("--repeat prints\n%s", out.String())
	}
	out.Reset()
	if code := Main([]string{"jprof", "tests", "--run", "run-2", "--flaky"}, env); code != 0 {
		t.Errorf("exit code %d\n%s", code, messages.String())
	}
	if !strings.HasPrefix(out.String(), want) || strings.Contains(out.String(), "not known") {
		t.Errorf("jprof tests --flaky prints\n%s", out.String())
	}
}
