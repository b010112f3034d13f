package pattern_test

import (
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/pattern"
)

// TestMeant checks the hints for patterns that match nothing: a misspelt class counts more than names of methods in
// other classes.
func TestMeant(t *testing.T) {
	var methods []cct.Method
	for _, m := range [][2]string{{"org.h2.table.Table", "close"}, {"org.h2.table.Table", "getName"},
		{"org.h2.table.TableType", "<clinit>"}, {"org.h2.Session", "closeAll"}, {"org.h2.Map$Entry", "setValue"}} {
		methods = append(methods, cct.Method{Class: m[0], Name: m[1], Descriptor: "()V"})
	}
	for text, want := range map[string]string{
		"Table":                     "did you mean \"Table.*\"?",
		"org.h2":                    "did you mean \"org.h2.**\"?",
		"clsoe":                     "similar names: close",
		"Table.clsoe":               "similar names: Table.close",
		"Tabel.close":               "similar names: Table.close",
		"org.h2.tabel.Tabel.clsoe":  "similar names: Table.close",
		"Tabel.foo":                 "similar names: Table.*",
		"Tabel.foo(int)":            "similar names: Table.*",
		"Tabel::close":              "similar names: Table.close",
		"Map$Enrty.setValue":        "similar names: Entry.setValue",
		"Zebra.closeAll":            "similar names: closeAll, close",
		"Zebra.foo":                 "",
		"org.h2.table.Table.foo(I)": "similar names: org.h2.table.Table.*",
	} {
		p, err := pattern.ParseCompiled(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Meant(methods); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
