package reporttest

import (
	"fmt"
	"strings"
	"testing"

	"jprof/internal/format/testreports"
	"jprof/report"
)

// WithResults makes a run with test classes, a line for each: "ATest extends Up: f=body" declares methods of it. The
// results are "module ATest.f" with ! in front if it failed, and - if it was skipped.
func WithResults(t testing.TB, id, classes, results string) *report.Model {
	t.Helper()
	var files []File
	for line := range strings.Lines(classes) {
		class, methods, _ := strings.Cut(strings.TrimSpace(line), ": ")
		head := class
		class, _, _ = strings.Cut(head, " ")
		text, n := "package p; ‹t class "+class+"|class "+head+" {\n", 0
		for _, m := range strings.Fields(methods) {
			name, body, _ := strings.Cut(m, "=")
			text += fmt.Sprintf("‹m %s() %d|void ¤%s() ‹b body %d|{‹r %d|·%s();›}››\n", name, n, name, n, n, body)
			n++
		}
		files = append(files, File{Module: "g:app", Set: "test", Package: "p",
			Path: "app/" + class + ".java", Counters: make([]uint64, n), Text: text + "}›"})
	}
	m := Model(t, files...)
	m.Run.ID = id
	m.ReadTests = func() (suites []testreports.Suite) {
		for _, r := range strings.Fields(results) {
			outcome := testreports.Passed
			switch r[0] {
			case '!':
				outcome = testreports.Failed
			case '-':
				outcome = testreports.Skipped
			}
			module, name, _ := strings.Cut(strings.TrimLeft(r, "!-"), "/")
			class, method, _ := strings.Cut(name, ".")
			suites = append(suites, testreports.Suite{Module: module, Name: "p." + class,
				Cases: []testreports.Case{{Class: "p." + class, Name: method, Outcome: outcome}}})
		}
		return suites
	}
	return m
}
