package main

import (
	"reflect"
	"testing"

	"jprof/internal/jtest/oracle"
)

func TestCompareEntries(t *testing.T) {
	entry := func(method string, ordinal int, count uint64) oracle.Entry {
		return oracle.Entry{Method: method, Ordinal: ordinal, Count: count}
	}
	run := func(last uint64) *oracle.Counts {
		return &oracle.Counts{Lines: map[string]map[int][]oracle.Entry{"p/A.java": {
			1: {entry("f", 1, 3), entry("f", 2, 0)}, 2: {entry("f", 1, 4)}, 3: {entry("f", 1, last)},
			4: {entry("g", 1, 0)}}}}
	}
	got := map[fileLine][]oracle.Entry{
		{"p/A.java", 1}: {entry("f", 1, 3)},
		{"p/A.java", 2}: joinEntries([]oracle.Entry{entry("h", 1, 1), entry("f", 1, 2), entry("f", 1, 1)}),
		{"p/A.java", 3}: {entry("f", 1, 5)},
		{"p/A.java", 9}: {entry("f", 1, 6)},
		{"p/B.java", 1}: {entry("f", 1, 7)}, // no class of it was loaded with the oracle
	}
	equal, vary, differ := compareEntries([]*oracle.Counts{run(5), run(6)}, got)
	want := []difference{
		{fileLine{"p/A.java", 2}, []oracle.Entry{entry("f", 1, 4)}, []oracle.Entry{entry("f", 1, 3), entry("h", 1, 1)}},
		{fileLine{"p/A.java", 9}, nil, []oracle.Entry{entry("f", 1, 6)}},
	}
	if equal != 2 || vary != 1 || !reflect.DeepEqual(differ, want) {
		t.Errorf("%d equal, %d vary, %v", equal, vary, differ)
	}
	p := project{name: "x"}
	list := []explained{{"x/src/p/A.java", 2, 3, "a cause"}}
	if !want[0].explained(p, list) || want[1].explained(p, list) || want[0].explained(project{name: "y"}, list) {
		t.Error("explained")
	}
}
