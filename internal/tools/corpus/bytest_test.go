package main

import (
	"reflect"
	"strings"
	"testing"

	"jprof/internal/jtest/oracle"
)

func TestCompareLines(t *testing.T) {
	runs := func(counts ...map[int]uint64) (all []lineCounts) {
		for _, c := range counts {
			all = append(all, lineCounts{"A.java": c})
		}
		return all
	}
	of := runs(map[int]uint64{1: 5, 2: 1, 3: 1, 4: 2, 5: 9, 7: 1}, map[int]uint64{1: 6, 2: 1, 3: 1, 4: 2, 5: 9, 7: 1})
	with := runs(map[int]uint64{1: 4, 2: 1, 3: 2, 4: 1, 5: 8, 6: 1}, map[int]uint64{1: 4, 2: 1, 3: 3, 4: 1, 5: 8, 6: 1})
	explain := func(l oracle.Line) string { return strings.Repeat("why", l.Line/5) }
	var shown []uint64
	got := compareLines(of, with, explain, func(file string, line int, got, want uint64) {
		shown = append(shown, uint64(line), got, want)
	})
	want := linesCompared{compared: 5, equal: 1, vary: 2, explained: 1, differ: 1}
	if got != want || !reflect.DeepEqual(shown, []uint64{4, 2, 1}) {
		t.Errorf("got %+v, shown %v", got, shown)
	}
}

func TestShares(t *testing.T) {
	if s := strings.Join((shares{997, 2, 1, 0}).cells(), " | "); s != "99.7 % | 0.2 % | 0.1 % | 0 %" {
		t.Error(s)
	}
	if s := strings.Join((shares{}).cells(), " | "); s != "0 % | 0 % | 0 % | 0 %" {
		t.Error(s)
	}
}
