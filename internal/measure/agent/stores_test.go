package agent

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestStoresOfJDK runs Stores.java with the code of the JDK: its writes by natives, and by its own code, reach the same
// objects as the comment has them without that code, and are no fewer.
func TestStoresOfJDK(t *testing.T) {
	source := filepath.FromSlash("../../../testdata/contexts/Stores.java")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^ \* (\w+) +\d+ +\d+ +(\d+) +\d+ +\d+ +\d+ +(\d+) +(\d+) +(\d+) `).
		FindAllStringSubmatch(string(text), -1)
	if len(rows) != 11 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, j := range jtest.JDKs(t) {
		if j.Version < 9 {
			continue // it has no VarHandle
		}
		t.Run(j.String(), func(t *testing.T) {
			t.Parallel()
			r := measured(t, j, source, "Stores")
			got := map[string]*efficiency.Method{}
			for _, m := range r.Methods {
				if m.Class == "Stores" {
					got[m.Name] = m
				}
			}
			for _, row := range rows {
				m := got[row[1]]
				if m == nil {
					t.Fatalf("no %s", row[1])
				}
				t.Logf("%s: %+v", row[1], m.Numbers)
				for i, n := range []uint64{m.Escaping, m.Returned, m.Operand, m.Global} {
					if want, _ := strconv.ParseUint(row[2+i], 10, 64); n < want {
						t.Errorf("%s: %d in column %d, want %d: %+v", row[1], n, i, want, m.Numbers)
					}
				}
			}
			if m := got["swap"]; m.Escaping != 3 || m.Operand != 3 || m.Captured != 0 {
				t.Errorf("swap: %+v", m.Numbers)
			}
			if m := got["read"]; m.Writes != 0 || !m.In(efficiency.NoSideEffect) {
				t.Errorf("read: %+v", m.Numbers)
			}
		})
	}
}
