package main

import (
	"bytes"
	"strings"
	"testing"

	"jprof/internal/jtest/compare"
)

func TestPrint(t *testing.T) {
	var out bytes.Buffer
	print(&out, []row{
		{project: project{name: "a"}, tests: compare.Results{"x": {Passed: 1, Failed: 1, Skipped: 1}},
			plain: 10, with: 15, measured: 2, sources: 3,
			unmeasured: []string{"B.java:1: why"}},
		{project: project{name: "b"}, differences: []string{"exit code"}},
	})
	for _, want := range []string{
		"| a | 3 / 1 / 1 | yes | 2 of 3 | 1 | 10 s | 15 s | 1.50 |\n",
		"| b | 0 / 0 / 0 | **no: 1 differences** | 0 of 0 | 0 | 0 s | 0 s | - |\n",
		"\n- a: not measured: B.java:1: why\n",
		"\n- b: differs: exit code\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
