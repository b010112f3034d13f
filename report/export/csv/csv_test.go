package csv_test

import (
	stdcsv "encoding/csv"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/report"
	"jprof/report/export/csv"
	"jprof/report/reporttest"
)

func write(t *testing.T, m *report.Model) string {
	t.Helper()
	var b strings.Builder
	if err := csv.Write(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRecords(t *testing.T) {
	got := write(t, reporttest.Model(t,
		reporttest.File{Module: "g:m", Package: "p", Path: "src/p/A.java", Counters: []uint64{275, 142}, Text: `
‹t class A|class A {
  ‹m f(int n, Map<K, V> m) 0|int ¤f(int n, Map<K, V> m) ‹b body 0|{
    ‹r 0|·if (‹c condition 1 0-1|n <= 1›) x(); ·y();›
    ‹r -|·z();›
  }››
  ‹u no|‹m bad() 0|void ¤bad() ‹b body 0|{ ‹r 0|·x();› }›››
  ‹t class A$B|class B { ‹m {}() 1|¤‹b body 1|{}›› }›
}›`}))
	// The start and the end of each record, and numbers by their names: those of other columns have tests of their own.
	want := []struct {
		start, end string
		numbers    map[string]string
	}{
		{"modules,package,class,method,path,line,end_line,invocations,statement_executions,", ",measured", nil},
		{"g:m,p,A,\"f(int n, Map<K, V> m)\",src/p/A.java,3,6,275,550,", ",true", map[string]string{
			"statements_covered": "2", "statements": "3", "lines_covered": "1", "lines": "2",
			"branches_covered": "2", "branches": "2", "complexity": "2"}},
		{"g:m,p,A,bad(),src/p/A.java,7,7,,,", ",false", map[string]string{
			"statements_covered": "", "statements": "", "lines_covered": "", "lines": "",
			"branches_covered": "", "branches": "", "complexity": ""}},
		{"g:m,p,A$B,<init>{...},src/p/A.java,8,8,142,0,", ",true", map[string]string{
			"statements_covered": "0", "statements": "0", "lines_covered": "0", "lines": "0",
			"branches_covered": "0", "branches": "0", "complexity": "1"}},
	}
	lines, records := strings.SplitAfter(got, "\r\n"), parse(t, got)
	if len(lines) != len(want)+1 {
		t.Fatalf("got\n%s\nwant %d lines", got, len(want))
	}
	for i, w := range want {
		if !strings.HasPrefix(lines[i], w.start) || !strings.HasSuffix(lines[i], w.end+"\r\n") {
			t.Errorf("got  %q\nwant %q ... %q", lines[i], w.start, w.end)
		}
		for name, number := range w.numbers {
			if at := slices.Index(records[0], name); at < 0 || records[i][at] != number {
				t.Errorf("%s of %q is not %q", name, lines[i], number)
			}
		}
	}
}

func TestModulesAndVersions(t *testing.T) {
	const text = "‹t class A|class A { ‹m f() 0|void ¤f() ‹b body 0|{}›› }›"
	records := parse(t, write(t, reporttest.Model(t,
		reporttest.File{Module: "a", Path: "A.java", Text: text},
		reporttest.File{Module: "b", Path: "A.java", Text: text},
		reporttest.File{Module: "b", Set: "x", Path: "A.java", Text: text},
		reporttest.File{Module: "c", Path: "A.java", Text: text + "\n"})))
	var got []string
	for _, r := range records[1:] {
		got = append(got, r[0])
	}
	if want := []string{"a;b", "c"}; !reflect.DeepEqual(got, want) {
		t.Errorf("modules %q, want %q", got, want)
	}
}

func parse(t *testing.T, text string) [][]string {
	t.Helper()
	records, err := stdcsv.NewReader(strings.NewReader(text)).ReadAll() // all of one length
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestHostileNames checks that no cell is a formula, and that each line of text is a record.
func TestHostileNames(t *testing.T) {
	text := write(t, reporttest.Model(t, reporttest.Hostile()...))
	records := parse(t, text)
	if len(records) != 4 || strings.Count(text, "\n") != 4 {
		t.Errorf("%d records in %d lines, want 4", len(records), strings.Count(text, "\n"))
	}
	apostrophes := 0
	for _, r := range records {
		for _, cell := range r {
			if strings.HasPrefix(cell, "'") {
				apostrophes++
			}
			if cell != "" && strings.ContainsRune("=+-@\t\r ", rune(cell[0])) {
				t.Errorf("a spreadsheet takes %q for a formula", cell)
			}
		}
	}
	if apostrophes != 3 {
		t.Errorf("%d cells with an apostrophe, want 3", apostrophes)
	}
}

func TestWriteError(t *testing.T) {
	if err := csv.Write(reporttest.Full{}, reporttest.SampleModel(t), nil); !errors.Is(err, reporttest.ErrFull) {
		t.Errorf("error %v", err)
	}
}
