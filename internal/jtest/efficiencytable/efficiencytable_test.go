package efficiencytable

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// printed is a document of jprof efficiency --json, with the fields that matter here.
const printed = `{"format": "jprof-efficiency", "version": 1, "notes": [{"kind": "lost", "text": "a note"}],
"contexts": 12345, "totals": {"cost": 4000000, "value": 9, "writes": 2000, "escaping": 5, "captured": 1000,
"output": 1800, "arraycopy": 500, "mostCaptured": {"context": 100, "method": 200, "tenMethods": 900}},
"lists": [{"list": "no-side-effect", "cost": 1600000}, {"list": "no-effect", "cost": 2000},
{"list": "low-efficiency", "cost": 800000}, {"list": "capturing", "cost": 7}],
"methods": [{"class": "org.example.A", "name": "f", "cost": 1000, "captured": 200, "in": ["no-effect", "capturing"]},
{"class": "org.example.B$C", "name": "g", "cost": 2000, "captured": 0, "in": ["no-effect"]},
{"class": "D", "name": "h", "cost": 4000000, "captured": 300, "in": ["capturing"]}]}`

func TestRead(t *testing.T) {
	got, err := read("a", []byte(printed))
	want := Row{Name: "a", Contexts: 12345, Methods: 3, Cost: 4_000_000, Writes: 2000, Output: 1800,
		NoSideEffect: 1_600_000, NoEffect: 2000, LowEfficiency: 800_000, Captured: 1000, TopContext: 100,
		TopMethod: 200, TopTen: 900, Arraycopy: 500,
		Effectless: []Share{{"B$C.g", 50}, {"A.f", 25}}, Capturing: []Share{{"D.h", 30_000}, {"A.f", 20_000}},
		Notes: []string{"a note"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{"", `{"format": "jprof-counts"}`} {
		if got, err := read("a", []byte(bad)); err == nil {
			t.Errorf("%q: got %+v", bad, got)
		}
	}
}

func TestLimits(t *testing.T) {
	for over, r := range map[bool]Row{
		false: {Contexts: 1_000_001, Seconds: 61, Peak: 2_000_000_001},
		true:  {Contexts: 1_000_000, Seconds: 61, Peak: 5},
	} {
		if err := r.inLimits(); err != nil != over {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if err := (&Row{Contexts: 30_000_000, Seconds: 1e6}).inLimits(); err != nil {
		t.Error(err)
	}
}

func TestWrite(t *testing.T) {
	row, err := read("a", []byte(printed))
	if err != nil {
		t.Fatal(err)
	}
	row.Coverage, row.JDK, row.Seconds, row.Peak = "all", "17", 1.25, 3_000_000
	other := row
	other.Name, other.Coverage, other.NoSideEffect, other.Notes = "b", "app", 0, nil
	var w strings.Builder
	Write(&w, "program", []Row{row, other})
	for _, want := range []string{
		"| program | JDK | contexts | methods | cost, M | output, k | efficiency | no side effect |",
		"| a | 17 | 12,345 | 3 | 4 | 2 | 0.045 | 40.00 | 0.050 | 20.00 | 10.00 | 20.00 | 90.00 | 25.00 | 1.2 | 3 |\n",
		"| b, without the JDK | 17 | 12,345 | 3 | 4 | 2 | 0.045 | 0.000 |",
		"| median |  |  |  |  |  | 0.045 | 20.00 |",
		"| a | `B$C.g` 0.050, `A.f` 0.025 | `D.h` 30.00, `A.f` 20.00 |",
		"\n- a: a note\n",
	} {
		if !strings.Contains(w.String(), want) {
			t.Errorf("no %q in\n%s", want, w.String())
		}
	}
}

func TestKeep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.json")
	names := []string{"a", "b"}
	for i, step := range []struct{ rows, want []Row }{
		{[]Row{{Name: "b", Coverage: "app", Cost: 1}}, []Row{{Name: "b", Coverage: "app", Cost: 1}}},
		{[]Row{{Name: "a"}, {Name: "gone"}}, []Row{{Name: "a"}, {Name: "b", Coverage: "app", Cost: 1}}},
		{[]Row{{Name: "b", Coverage: "app", Cost: 2}, {Name: "b", Coverage: "all"}},
			[]Row{{Name: "a"}, {Name: "b", Coverage: "all"}, {Name: "b", Coverage: "app", Cost: 2}}},
	} {
		if got, err := Keep(path, step.rows, names); err != nil || !reflect.DeepEqual(got, step.want) {
			t.Errorf("%d: got %+v, %v", i, got, err)
		}
	}
}
