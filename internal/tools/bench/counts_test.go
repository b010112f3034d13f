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
