package cct_test

import (
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
)

// TestObjectSize compares with what Instrumentation.getObjectSize returns on JDK 17.
func TestObjectSize(t *testing.T) {
	for _, test := range []struct {
		what    string
		classes [][]int32
		want    int32
	}{
		{"java.lang.Object", nil, 16},
		{"java.lang.Integer", [][]int32{{}, {4}}, 16},
		{"java.lang.Long", [][]int32{{}, {8}}, 24},
		{"java.lang.String: value, hash, coder, hashIsZero", [][]int32{{4, 4, 1, 1}}, 24},
		{"java.util.HashMap$Node", [][]int32{{4, 4, 4, 4}}, 32},
		{"java.util.ArrayList", [][]int32{{4}, {4, 4}}, 24},
		{"a long, and an int of a subclass in its gap", [][]int32{{8}, {4}}, 24},
		{"a byte, a short of a subclass, an int", [][]int32{{1}, {2}, {4}}, 24},
		{"a byte, then longs", [][]int32{{1, 8, 8}}, 32},
	} {
		if got := cct.ObjectSize(test.classes); got != test.want {
			t.Errorf("%s: %d bytes, want %d", test.what, got, test.want)
		}
	}
	for descriptor, want := range map[string]int32{"Z": 1, "B": 1, "C": 2, "S": 2, "I": 4, "F": 4, "J": 8, "D": 8,
		"Ljava/lang/String;": 4, "[J": 4} {
		if got := cct.FieldSize(descriptor); got != want {
			t.Errorf("field %s: %d bytes, want %d", descriptor, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	tree := ccttest.Tree(t, `
thread main
  A.a()V 1 1 A=2 B=3
    A.b()V 1 1 int[]=2/20 byte[]=3/4 A[][]=1/0 long[]=1/1
`)
	a := &tree.Allocs
	a.Sizes = make([]int32, len(a.Types))
	for i, name := range a.Types {
		if name == "A" {
			a.Sizes[i] = 24
		}
	}
	if got := a.Layout().Between(1, 2); got != (cct.Bytes{Known: 48, Unknown: 3}) {
		t.Errorf("objects: %+v", got)
	}
	// Two of 16 + 40 bytes, three of 16 + 2 and 6 of alignment, one of 16, one of 24.
	if got := a.Layout().Between(2, 3); got != (cct.Bytes{Known: 2*56 + 3*24 + 16 + 24}) {
		t.Errorf("arrays: %+v", got)
	}
	if got := a.Layout().Between(0, 3); got != (cct.Bytes{Known: 272, Unknown: 3}) {
		t.Errorf("all: %+v", got)
	}
}
