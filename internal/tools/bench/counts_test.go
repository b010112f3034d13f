package main

import (
	"reflect"
	"testing"
)

func TestExpectations(t *testing.T) {
	got, err := expectations("check 5\nexpect a/B.java|void run(|if (x || y) {|17\nother\n")
	want := []expectation{{"a/B.java", "void run(", "if (x || y) {", 17}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %+v, %v", got, err)
	}
	const source = "class B {\n  void stop() {\n    if (x || y) {\n    }\n  }\n  void run() {\n    if (x || y) {\n"
	if line, err := got[0].find(source); line != 7 || err != nil {
		t.Errorf("the line is %d, %v", line, err)
	}
	if line, err := got[0].find("class B {\n"); err == nil {
		t.Errorf("a line that is not there is %d", line)
	}
	for _, bad := range []string{"expect a|b|c", "expect a|b|c|d", "expect a|5"} {
		if got, err := expectations(bad); err == nil {
			t.Errorf("%q: got %+v", bad, got)
		}
	}
}

func TestObserved(t *testing.T) {
	var o observed
	o.add("kind", 1, lineCounts{"F": {1: 10, 2: 20, 3: 0, 4: 7}})
	o.add("kind", 1, lineCounts{"F": {1: 10, 2: 21, 3: 0, 4: 7}})
	o.add("kind", 2, lineCounts{"F": {1: 10, 2: 99, 3: 0, 4: 8}})
	o.add("other kind", 2, lineCounts{"F": {1: 11}})
	got := o.summary(program{name: "p"})
	want := countsOf{Program: "p", Lines: 3, Varying: 1, Equal: 1,
		Differ: []string{"F:4: 7 with one thread, 8 with 2 (kind)"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if err := (&results{Runs: &runsPart{Counts: []countsOf{got}}}).wrong(); err == nil {
		t.Error("a line that differs is no error")
	}
	got.Shares = "a pool"
	if err := (&results{Runs: &runsPart{Counts: []countsOf{got}}}).wrong(); err != nil {
		t.Error(err)
	}
}
