package history

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/internal/jtest/schemas"
	"jprof/internal/runs"
)

// day is the time at which the first made run began.
var day = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

// made returns a run of the n-th day, with the ID of that day.
func made(n int, change func(*runs.Run)) runs.Run {
	started := day.AddDate(0, 0, n)
	r := runs.Run{ID: started.Format("20060102-150405") + "-abcdef", Started: started,
		Ended: started.Add(90 * time.Second), Command: []string{"mvn", "verify"}, JVMs: 1,
		Commit:  &runs.Commit{ID: strings.Repeat("ab", 20), Branch: "main"},
		Results: &runs.Results{Tests: 10, Failed: n % 2, Skipped: 1},
		Totals:  &runs.Totals{Lines: runs.Share{Covered: n, Total: 10}}}
	if change != nil {
		change(&r)
	}
	return r
}

// save writes the description of a run to a store.
func save(t *testing.T, s runs.Store, r runs.Run) *runs.Opened {
	t.Helper()
	if err := s.Save(&r, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	o, err := s.Open(s.RunDir(r.ID))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// ids returns the days of the lines, with - for a deleted run.
func ids(h *History) string {
	var days []string
	for _, l := range h.Lines {
		text := fmt.Sprint(int(l.Started.Sub(day).Hours() / 24))
		if l.Deleted {
			text += "-"
		}
		days = append(days, text)
	}
	return strings.Join(days, " ")
}

func of(t *testing.T, s runs.Store) *History {
	t.Helper()
	h, err := Of(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHistory deletes runs: their numbers stay, each once, also where a line is damaged.
func TestHistory(t *testing.T) {
	s := runs.Store{Project: t.TempDir()}
	var list []*runs.Opened
	for n := range 3 {
		o := save(t, s, made(n, nil))
		list = append(list, o)
		for range 2 { // again is the same
			if err := Keep(s, o); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := os.ReadFile(s.Path(File))
	if err != nil || strings.Count(string(text), "\n") != 3 || len(text) > 3*500 {
		t.Fatalf("%s, %v", text, err)
	}
	for _, o := range list[:2] {
		if err := s.Remove(o.ID); err != nil {
			t.Fatal(err)
		}
	}
	h := of(t, s)
	if got := ids(h); got != "0- 1- 2" || h.Damaged != 0 {
		t.Errorf("got %s, %d damaged", got, h.Damaged)
	}
	l := h.Lines[1]
	if l.Seconds != 90 || l.Branch != "main" || l.Lines.Covered != 1 || l.Tests.Failed != 1 ||
		l.Outcome != "tests-failed" {
		t.Errorf("%+v", l)
	}

	// jprof was killed while it wrote the second line. The next one is whole.
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(s.Path(File), []byte(lines[0]+lines[1][:50]), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Keep(s, list[2], save(t, s, made(3, func(r *runs.Run) { r.Label = "x" }))); err != nil {
		t.Fatal(err)
	}
	if h = of(t, s); ids(h) != "0- 2 3" || h.Damaged != 1 {
		t.Errorf("got %s, %d damaged", ids(h), h.Damaged)
	}
	if err := os.WriteFile(s.Path(File), []byte("{}\nnull\n[]\n\xff\n\n"+lines[0]), 0o666); err != nil {
		t.Fatal(err)
	}
	if h = of(t, s); ids(h) != "0- 2 3" || h.Damaged != 4 {
		t.Errorf("got %s, %d damaged", ids(h), h.Damaged)
	}
	if err := Remove(s); err != nil || ids(of(t, s)) != "2 3" {
		t.Error(err, ids(of(t, s)))
	}
}

// TestMerged has a merged run of two jobs, which represents them.
func TestMerged(t *testing.T) {
	s := runs.Store{Project: t.TempDir()}
	one, two := made(1, nil), made(2, nil)
	save(t, s, one)
	if err := Keep(s, save(t, s, two)); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(two.ID); err != nil {
		t.Fatal(err)
	}
	save(t, s, made(3, func(r *runs.Run) { r.Parts = []runs.Run{one, two} }))
	h := of(t, s)
	if ids(h) != "3" || len(h.Omitted) != 2 || h.Lines[0].Kind != "merged" || h.Lines[0].Seconds != 180 ||
		!strings.HasSuffix(h.OmittedText(), ": 2 in a merged run") {
		t.Errorf("%+v", h)
	}
}

// TestCarriedForward has a merged run with a part of an earlier run, which keeps its own row.
func TestCarriedForward(t *testing.T) {
	s := runs.Store{Project: t.TempDir()}
	one, two := made(1, nil), made(2, func(r *runs.Run) { r.Commit = &runs.Commit{ID: "cd", Branch: "dev"} })
	save(t, s, one)
	one.Forward = &runs.Forward{From: one.ID}
	save(t, s, made(3, func(r *runs.Run) { r.Parts, r.Commit = []runs.Run{one, two}, nil }))
	if h := of(t, s); ids(h) != "1 3" || h.Lines[1].Branch != "dev" || len(h.Omitted) > 0 {
		t.Errorf("%s, %+v", ids(h), h)
	}
}

// TestSelect selects runs of a branch and a time, also of those that are omitted, as one of a part of the tests is.
func TestSelect(t *testing.T) {
	s := runs.Store{Project: t.TempDir()}
	for n := range 6 {
		save(t, s, made(n, func(r *runs.Run) {
			r.Commit.Branch = []string{"main", "dev", ""}[n%3]
			r.Interrupted = n >= 4
		}))
	}
	save(t, s, made(6, func(r *runs.Run) {
		r.Commit.Branch, r.Command = "part", []string{"mvn", "-Dtest=A", "test"}
	}))
	for want, ask := range map[string]func(h *History){
		"0 1 2 3 out 3": func(h *History) { h.Select("", time.Time{}, 0) },
		"0 3 out 0":     func(h *History) { h.Select("main", time.Time{}, 0) },
		"1 out 1":       func(h *History) { h.Select("dev", time.Time{}, 0) },
		"2 3 out 3":     func(h *History) { h.Select("", day.AddDate(0, 0, 2), 0) },
		"3 out 3":       func(h *History) { h.Select("", time.Time{}, 1) },
		"6 out 0":       func(h *History) { h.Select("part", time.Time{}, 0) }, // no run of all tests to compare with
	} {
		h := of(t, s)
		if got := fmt.Sprint(h.AllBranches()); got != "[dev main part]" {
			t.Error(got)
		}
		ask(h)
		if got := fmt.Sprint(ids(h), " out ", len(h.Omitted)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestOlderLine reads the line of a run of a part, as versions wrote it that did not note the part.
func TestOlderLine(t *testing.T) {
	for command, want := range map[string]string{"mvn -Dtest=A test": "-Dtest=A", "mvn verify": "",
		"Main.java -Dtest=A": ""} {
		file := filepath.Join(t.TempDir(), File)
		line := `{"id": "r1", "started": "2026-01-01T00:00:00Z", "command": "` + command + `"}`
		if err := os.WriteFile(file, []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
		h, err := From(nil, file)
		if err != nil || len(h.Lines) != 1 || h.Lines[0].Part != want {
			t.Errorf("%s: %+v, %v", command, h, err)
		}
	}
}

// TestWrite writes a run with all numbers and one without, and omits one.
func TestWrite(t *testing.T) {
	s := runs.Store{Project: t.TempDir()}
	save(t, s, made(1, nil))
	save(t, s, made(2, func(r *runs.Run) { r.Commit, r.Results, r.Totals, r.Label = nil, nil, nil, "x" }))
	save(t, s, made(3, func(r *runs.Run) { r.ExitCode, r.Results = 1, nil }))
	h := of(t, s)
	var b strings.Builder
	if err := h.WriteText(&b, 0, "calc"); err != nil {
		t.Fatal(err)
	}
	started := "2026-02-01 12:00 UTC"
	for _, want := range []string{"2 runs of calc, oldest first; percentages are of main sources\n  started ",
		"\n  " + started + "  20260201-120000-abcdef         main    abababab",
		"tests failed  10.0 %         –        –     10       1        1  1 min 30 s  mvn verify\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := h.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(csvColumns, ",") + "\n2026-02-01T12:00:00Z,20260201-120000-abcdef,,main," +
		strings.Repeat("ab", 20) + ",0,mvn verify,counts,tests-failed,1,10,0,0,0,0,10,1,1,90.000\n" +
		"2026-02-02T12:00:00Z,20260202-120000-abcdef,x,,,0,mvn verify,counts,ok,,,,,,,,,,90.000\n"; b.String() !=
		want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := h.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("../../../docs/schema/jprof-trend-1.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := schemas.Compile(text, true)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(b.String()))
	if err == nil {
		err = schema.Validate(document)
	}
	var out struct{ Omitted []Omitted }
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil || len(out.Omitted) != 1 {
		t.Error(err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, b.String())
	}
	if got, want := h.OmittedText(), "omitted 1 run: 1 build failed without a failed test"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestParseSince(t *testing.T) {
	now := time.Date(2026, 5, 31, 8, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{"2026-01-31": "2026-01-31T00", "90d": "2026-03-02T08",
		"2w": "2026-05-17T08", "1m": "2026-05-01T08", "1y": "2025-05-31T08", "": "", "d": "", "90": "", "-1d": "",
		"2026-13-01": "", "3h": ""} {
		got, err := ParseSince(text, now)
		if s := got.Format("2006-01-02T15"); s != want && (want != "" || err == nil) {
			t.Errorf("%q: %s, %v, want %s", text, s, err, want)
		}
	}
}

// TestWhyOmitted lists the runs that are no points of trends: they have no results, or only those of a part.
func TestWhyOmitted(t *testing.T) {
	build := runs.Run{Command: []string{"mvn"}, JVMs: 1}
	with := func(change func(*runs.Run)) runs.Run {
		r := build
		change(&r)
		return r
	}
	for name, test := range map[string]struct {
		run  runs.Run
		why  string
		kind string
	}{
		"ok":       {build, "", "counts"},
		"tests":    {with(func(r *runs.Run) { r.ExitCode, r.Results = 1, &runs.Results{Failed: 1} }), "", "counts"},
		"by test":  {with(func(r *runs.Run) { r.ByTest = &runs.ByTest{} }), "", "by test"},
		"affected": {with(func(r *runs.Run) { r.ByTest = &runs.ByTest{Carried: 1} }), "", "affected"},
		"contexts": {with(func(r *runs.Run) { r.JVMs, r.Contexts = 0, &runs.Contexts{JVMs: 1} }), "", "contexts"},
		"nothing":  {with(func(r *runs.Run) { r.JVMs = 0 }), "without numbers", "counts"},
		"failed":   {with(func(r *runs.Run) { r.ExitCode = 1 }), "build failed without a failed test", "counts"},
		"ended":    {with(func(r *runs.Run) { r.Interrupted = true }), "cancelled", "counts"},
		"notbuilt": {
			with(func(r *runs.Run) { r.NotBuilt = make([]runs.NotBuilt, 1) }), "modules not built", "counts"},
		"jobs": {
			with(func(r *runs.Run) { r.Parts, r.Commit = []runs.Run{build, build}, &runs.Commit{} }), "", "merged"},
		"services": {
			with(func(r *runs.Run) { r.Services = &runs.Services{} }), "counts of services", "counts"},
		"running": {with(func(r *runs.Run) { r.NotFinished = true }), "not finished", "counts"},
		"merged": {
			with(func(r *runs.Run) { r.Parts = []runs.Run{build, build} }), "merged from several commits", "merged"},
	} {
		if got, kind := WhyOmitted(test.run), kindOf(test.run); got != test.why || kind != test.kind {
			t.Errorf("%s: %q, %s", name, got, kind)
		}
	}
}
