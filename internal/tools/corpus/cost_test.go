package main

import (
	"strings"
	"testing"
)

func TestPrintCosts(t *testing.T) {
	var b strings.Builder
	printCosts(&b, []cost{
		{project: project{name: "a"},
			wall: map[string][]float64{"plain": {10, 20, 10}, "jprof": {12, 22, 13}, "plain again": {5, 5, 5},
				"jprof again": {5, 6, 7}, "by-test": {24, 55, 39}},
			cpu: map[string][]float64{"plain": {10, 10, 10}, "jprof": {10, 20, 40}, "plain again": {5, 5, 5},
				"jprof again": {10, 10, 10}, "by-test": {10, 20, 40}}},
		{project: project{name: "b"},
			wall: map[string][]float64{"plain": {10, 12}, "jprof": {10, 12}, "plain again": {10, 12},
				"jprof again": {10, 12}},
			cpu: map[string][]float64{"plain": {10, 10}, "jprof": {10, 10}, "plain again": {10, 10},
				"jprof again": {10, 10}},
			failed: map[string]string{"by-test": "b.log"}},
	})
	want := `| project | plain, wall | jprof, wall | jprof, CPU | plain again, wall | jprof again, wall |` +
		` jprof again, CPU | jprof, wall | by-test, wall | by-test, CPU |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| a | 10 s | 1.20 (1.10..1.30) | 2.00 (1.00..4.00) | 5 s | 1.20 (1.00..1.40) | 2.00 (2.00..2.00) |` +
		` 13 s | 2.50 (2.00..3.00) | 1.00 (1.00..1.00) |
| b | 11 s | 1.00 (1.00..1.00) | 1.00 (1.00..1.00) | 11 s | 1.00 (1.00..1.00) | 1.00 (1.00..1.00) |` +
		`  | does not build |  |
| geometric mean |  | 1.10 of 2 | 1.41 of 2 |  | 1.10 of 2 | 1.41 of 2 |  | 2.50 of 1 | 1.00 of 1 |
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPrintCostsByTest(t *testing.T) {
	var b strings.Builder
	seconds := map[string][]float64{"jprof": {10}, withTests: {12}}
	printCosts(&b, []cost{{project: project{name: "a"}, wall: seconds, cpu: seconds}})
	if got := b.String(); !strings.Contains(got, "| a | 10 s | 1.20 (1.20..1.20) | 1.20 (1.20..1.20) |\n") {
		t.Errorf("got\n%s", got)
	}
}
