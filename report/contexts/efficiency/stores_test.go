package efficiency_test

import (
	"os"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestStores compares all numbers of the comment of Stores.java: writes by calls of code without contexts. By the rules
// of the paper they are in no number.
func TestStores(t *testing.T) {
	const source = "../../../testdata/contexts/Stores.java"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	rows := effect.FindAllStringSubmatch(string(text), -1)
	if len(rows) != 11 {
		t.Fatalf("%d rows: %v", len(rows), rows)
	}
	for _, jdk := range jtest.JDKs(t) {
		if jdk.Version < 9 {
			continue // it has no VarHandle
		}
		c := recorded(t, jdk, source, "Stores")
		o := efficiency.Default()
		o.Below = func(m *efficiency.Method) bool { return m.Name == "measured" }
		r := analyzed(t, c, o)
		got := map[string]string{}
		for _, m := range r.Methods {
			if m.Class == "Stores" {
				got[m.Name] = numbers(m)
			}
		}
		for _, row := range rows {
			if want := strings.Join(strings.Fields(row[2]), " ") + " " + row[3]; got[row[1]] != want {
				t.Errorf("%v: %s: got %s, want %s", jdk, row[1], got[row[1]], want)
			}
		}
		checkSums(t, r)
		for _, m := range analyzed(t, c, efficiency.AsPaper()).Methods {
			if m.Name == "swap" && (m.Writes != 0 || m.Value != 6) {
				t.Errorf("%v: as the paper: %s", jdk, numbers(m))
			}
		}
	}
}
