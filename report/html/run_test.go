package html_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/probe"
	"jprof/report"
	"jprof/report/assemble"
	jhtml "jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

func TestRunLine(t *testing.T) {
	m := reporttest.SampleModel(t)
	m.Run.Label, m.Run.Commit, m.Run.Changed = "<base>", "0123456789abcdef", 1
	doc := write(t, m).page("index.html")
	want := "<base> mvn verify 2026-01-02 03:04 UTC exit code 0 1 JVM commit 012345678 and 1 changed file run " +
		"20260102-030405"
	if got := texts(withClass(doc, "run")); !slices.Equal(got, []string{want}) {
		t.Errorf("run %q, want %q", got, want)
	}
	if notes := texts(withClass(doc, "note")); len(notes) != 0 {
		t.Errorf("notes %q", notes)
	}
}

func TestPageOfARunWithoutCounts(t *testing.T) {
	run := report.RunInfo{ID: "new", Tool: "1", Command: []string{"mvn", "<b>"}, ExitCode: 1,
		Failed: []report.FailedRun{{ID: "new", Build: true, ExitCode: 1}},
		Tests:  report.TestResults{Tests: 3, Failed: 1}}
	for _, tt := range []struct {
		run   report.RunInfo
		older string
		want  []string
	}{
		{run, "old", []string{`mvn "<b>" exit code 1 0 JVMs run new`,
			"Build failed (exit code 1), 1 of 3 tests failed. Why.",
			"This is the newest run. It has no counts, so there is no report of it.",
			"Run old is the newest that has counts. This command writes its report here again:",
			"jprof report --run old"}},
		{report.RunInfo{ID: "new"}, "", []string{"exit code 0 0 JVMs run new", "Why.",
			"This is the newest run. It has no counts, so there is no report of it."}},
	} {
		f := parsed(t, func(out layout.Output) error {
			return jhtml.WriteNoCounts(jhtml.NoCounts{Title: "<i>", Run: tt.run, Reason: "why", Older: tt.older}, out)
		})
		f.checkFolder()
		doc := f.page("index.html")
		if got := texts(elements(elements(doc, "main")[0], "p")); !slices.Equal(got, tt.want) {
			t.Errorf("page %q\nwant %q", got, tt.want)
		}
	}
	f := parsed(t, func(out layout.Output) error {
		return jhtml.WriteNoCounts(jhtml.NoCounts{Run: run, Contexts: true, Reason: "why", Older: "old"}, out)
	})
	f.checkFolder()
	for _, name := range []string{"index.html", "contexts.html"} {
		main := elements(f.page(name), "main")[0]
		got := append(texts(elements(main, "h1")), texts(elements(main, "p"))[2:]...)
		if want := []string{"No contexts",
			"This is the newest run with --contexts. It has no contexts, so there is no report of it.",
			"Run old is the newest that has contexts. This command writes its report here again:",
			"jprof report --run old"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q\nwant %q", name, got, want)
		}
	}
}

func TestSaturatedCountsAreTold(t *testing.T) {
	const note = "These counts have reached the maximum, 9,223,372,036,854,775,807: the true counts may be higher."
	m := reporttest.SampleModel(t)
	m.Run.Saturated = true // of a counter that only a difference shows
	if got := texts(withClass(write(t, m).page("index.html"), "note")); !slices.Equal(got, []string{note}) {
		t.Errorf("notes %q", got)
	}
	m = reporttest.Model(t, reporttest.File{Path: "A.java", Counters: []uint64{math.MaxInt64 - 1, 1},
		Text: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› ‹m g() 1|‹b body 1|{}›› }›"})
	if got := texts(withClass(write(t, m).page("index.html"), "note")); !slices.Equal(got, []string{note}) {
		t.Errorf("notes where the sum has reached it: %q", got)
	}
}

func TestDroppedCountsAreListed(t *testing.T) {
	var newest, older reporttest.Project
	for p, text := range map[*reporttest.Project]string{
		&newest: "‹t class A|class A { ‹m f() 0|‹b body 0|{}›› }›",
		&older:  "‹t class A|class A { ‹m f() 0|‹b body 0|{}››\n‹m gone(<b> x) 1|‹b body 1|{}›› }›",
	} {
		if err := p.Add(reporttest.File{Path: "src/A.java", Text: text, Counters: []uint64{2, 3000}}); err != nil {
			t.Fatal(err)
		}
	}
	in, old := newest.Input("test"), older.Input("test")
	in.Older = old.Sets
	counters := in.Counters
	in.Counters = func(id probe.ID) []uint64 { return append(counters(id), old.Counters(id)...) }
	m, err := assemble.Model(in)
	if err != nil {
		t.Fatal(err)
	}
	f := write(t, m)
	f.checkFolder()
	doc := f.page("index.html")
	if got := texts(withClass(doc, "note")); len(got) != 1 || !strings.HasPrefix(got[0],
		"No number here includes the counts of 1 method, from other versions of the sources.") {
		t.Errorf("notes %q", got)
	}
	var rows []string
	for _, row := range elements(elements(doc, "table")[len(elements(doc, "table"))-1], "tr")[1:] {
		rows = append(rows, strings.Join(texts(find(row, isCell)), "|"))
	}
	if want := []string{"3,000|A::gone(<b> x)|src/A.java:2|the newest sources have no such method"}; !slices.Equal(rows,
		want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
}
