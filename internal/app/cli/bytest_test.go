package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"jprof/internal/format/testreports"
	"jprof/internal/runs"
)

// byTestCmd is bytest [-atmost] N TOOL ARGS...: runs jprof TOOL --by-test ARGS (with ! it fails), which warns of
// nothing. The run has N tests, and these are those of the XML. Tests with a number in the name have executed so many
// statements, or with -atmost no more: a method any_3 three statements, a method any_each as many as the number of its
// invocation.
func byTestCmd(ts *testscript.TestScript, neg bool, args []string) {
	atMost := len(args) > 0 && args[0] == "-atmost"
	if atMost {
		args = args[1:]
	}
	if len(args) < 2 {
		ts.Fatalf("usage: bytest [-atmost] N TOOL ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	command := []string{args[1], "--by-test"}
	if args[1] == "mvn" {
		command = append(command, "-B", "-q")
	}
	err = ts.Exec("jprof", append(command, args[2:]...)...)
	if neg != (err != nil) {
		ts.Fatalf("jprof %s: %v", strings.Join(args[1:], " "), err)
	}
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		if strings.HasPrefix(line, "jprof: warning") {
			ts.Fatalf("%s", line)
		}
	}
	list, err := executedTests(ts)
	ts.Check(err)
	run, err := runs.Store{Project: ts.MkAbs(".")}.Pick(runs.WantNewest)
	ts.Check(err)
	suites, problems := testreports.Read(filepath.Join(run.Dir, runs.TestReportsDir))
	ts.Logf("%d tests, %d suites", len(list), len(suites))
	wrong := wrongTests(list, suites, want, atMost)
	for _, p := range problems {
		wrong = append(wrong, p.Error())
	}
	if len(wrong) > 0 {
		for _, t := range list {
			ts.Logf("%+v", t)
		}
		for _, s := range suites {
			for _, c := range s.Cases {
				ts.Logf("in the XML: %s %s.%s", s.Module, c.Class, c.Name)
			}
		}
		ts.Fatalf("%s", strings.Join(wrong, "\n"))
	}
}

// executedTest is a test in jprof tests --json.
type executedTest struct {
	Step, Test, Class, Method, Invocation, Status string
	Attempt, Executions                           int
	Reported                                      bool
}

func executedTests(ts *testscript.TestScript) ([]executedTest, error) {
	if err := ts.Exec("jprof", "tests", "--json", "-n", "100000"); err != nil {
		return nil, err
	}
	var doc struct{ Tests []executedTest }
	err := json.Unmarshal([]byte(ts.ReadFile("stdout")), &doc)
	return doc.Tests, err
}

// named matches the number in the name of a test.
var named = regexp.MustCompile(`_(\d+|each)(?:\(.*\))?(?:\[(.*)\])?$`)

// wrongTests lists the faults of the tests of a run.
func wrongTests(list []executedTest, suites []testreports.Suite, want int, atMost bool) []string {
	var wrong []string
	last, first := map[string]executedTest{}, map[string]bool{}
	for _, t := range list { // TestNG's engine counts invocations from 0 on
		if name, ok := strings.CutSuffix(t.Test, "[0]"); ok {
			first[name] = true
		}
	}
	for _, t := range list {
		if l, ok := last[t.Step+" "+t.Test]; !ok || l.Attempt < t.Attempt {
			last[t.Step+" "+t.Test] = t
		}
		what := named.FindStringSubmatch(t.Test)
		if what == nil || t.Status == "skipped" {
			continue
		}
		n, err := strconv.Atoi(what[1])
		if what[1] == "each" {
			if n, err = strconv.Atoi(what[2]); first[strings.TrimSuffix(t.Test, "["+what[2]+"]")] {
				n++
			}
		}
		if err != nil || t.Executions > n || t.Executions < n && !atMost {
			wrong = append(wrong, fmt.Sprintf("%s (attempt %d) has executed %d", t.Test, t.Attempt, t.Executions))
		}
	}
	if len(last) != want {
		wrong = append(wrong, fmt.Sprintf("%d tests, want %d", len(last), want))
	}
	again := map[string]bool{}
	for _, t := range list {
		again[t.Method] = again[t.Method] || t.Attempt > 1
	}
	inXML, seen := 0, map[string]bool{}
	for _, s := range suites {
		for _, c := range s.Cases {
			// Spock's features are there besides their iterations, and Surefire may have both attempts.
			name := s.Module + " " + c.Name
			if !strings.Contains(c.Name, "#n") && !(again[c.Name] && seen[name]) {
				inXML++
			}
			seen[name] = true
		}
	}
	for name, t := range last {
		if !t.Reported {
			wrong = append(wrong, name+" is not in the XML")
		}
	}
	if inXML != len(last) {
		wrong = append(wrong, fmt.Sprintf("the XML has %d tests", inXML))
	}
	slices.Sort(wrong)
	return wrong
}
