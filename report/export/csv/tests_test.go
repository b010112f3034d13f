package csv_test

import (
	"bytes"
	stdcsv "encoding/csv"
	"slices"
	"strings"
	"testing"

	"jprof/report/export/csv"
	"jprof/report/reporttest"
)

// TestTests checks that each test is a line of six cells that no spreadsheet takes for a formula.
func TestTests(t *testing.T) {
	m := reporttest.HostileTests(t)
	var all []int32
	for i := range m.Tests {
		if m.Tests[i].IsTest() {
			all = append(all, int32(i))
		}
	}
	var b bytes.Buffer
	if err := csv.Tests(&b, m, all); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines != len(all)+1 {
		t.Errorf("%d lines for %d tests", lines, len(all))
	}
	records, err := stdcsv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"test", "status", "seconds", "executions", "regions", "only"}; !slices.Equal(records[0], want) {
		t.Errorf("columns %v", records[0])
	}
	for _, r := range records[1:] {
		if strings.ContainsAny(r[0][:1], "=+-@") {
			t.Errorf("%.50s starts like a formula", r[0])
		}
	}
}
