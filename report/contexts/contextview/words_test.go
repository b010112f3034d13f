package contextview_test

import (
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
)

func TestUncovered(t *testing.T) {
	loss := func(class, method string) cct.Loss { return cct.Loss{Class: class, Method: method, Reason: "why"} }
	jdk := cct.Exclusion{What: "the JDK", Reason: "why"}
	for _, x := range []struct {
		excluded []cct.Exclusion
		losses   []cct.Loss
		want     string
	}{
		{nil, []cct.Loss{loss("", "")}, ""},
		{[]cct.Exclusion{jdk}, nil, "the JDK"},
		{nil, []cct.Loss{loss("p.Main", "big(I)V"), loss("p.Main", "big(I)V")}, "1 method: p.Main.big(I)V"},
		{[]cct.Exclusion{jdk}, []cct.Loss{loss("p.Main", "big(I)V"), loss("p.Main", "huge()V")},
			"the JDK and 2 methods of p.Main"},
		{nil, []cct.Loss{loss("p.Main", "big(I)V"), loss("p.Main", "")}, "1 class: p.Main"},
		{nil, []cct.Loss{loss("p.Main", "big(I)V"), loss("p.Other", "")}, "2 classes or parts of them"},
	} {
		tree := &cct.Tree{Losses: x.losses}
		tree.About.Excluded = x.excluded
		want := x.want
		if want != "" {
			want = "not covered: " + want + "; jprof contexts says why"
		}
		if got := contextview.Uncovered(tree); got != want {
			t.Errorf("%v: got %q, want %q", x.losses, got, want)
		}
	}
}
