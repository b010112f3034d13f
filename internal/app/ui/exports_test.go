package ui

import (
	"slices"
	"strings"
	"testing"

	"jprof/internal/runs"
	"jprof/report/export/formats"
)

func TestExport(t *testing.T) {
	s, p, _ := withRuns(t)
	answer, text := s.send(s.client, request(t, "GET", s.base+p+"/export?format=lcov&run="+runA, ""))
	if text != "SF:x" || answer.Header.Get("Content-Disposition") != `attachment; filename="`+runA+`-lcov.info"` ||
		answer.Header.Get("Content-Type") != "application/octet-stream" {
		t.Errorf("%s %v", text, answer.Header)
	}
	s.fails("GET", p+"/export?format=sarif&run="+runA, nil, 400, "no gates")
	for _, format := range []string{"", "-x", "a/b", `a"b`, "a%0ab", "lcov2"} {
		s.fails("GET", p+"/export?run="+runA+"&format="+format, nil, 400, "format: ")
	}
	s.fails("GET", p+"/runs/none/formats", nil, 404, "no run")
	lcov, _, _ := formats.Named("lcov")
	var list Formats
	s.get(p+"/runs/"+runA+"/formats", &list)
	if n := len(list.Formats); n != 6 || list.Formats[4] != (Format{"lcov", lcov.Does, runA + "-lcov.info"}) {
		t.Errorf("%d: %+v", n, list)
	}
	files(t, s.projects.list()[0].Path, map[string]string{"jprof.yaml": "check:\n  lines: 80\n"})
	if s.get(p+"/runs/"+runA+"/formats", &list); len(list.Formats) != 7 || list.Formats[6].Name != "sarif" {
		t.Errorf("with gates: %+v", list)
	}
}

// TestFormatsOfRuns lists a format of each kind for runs of each kind.
func TestFormatsOfRuns(t *testing.T) {
	for _, test := range []struct {
		run  runs.Run
		want string
	}{
		{runs.Run{JVMs: 1}, "lcov"},
		{runs.Run{JVMs: 1, ByTest: &runs.ByTest{}}, "lcov, tests-json"},
		{runs.Run{JVMs: 1, Times: &runs.Times{}}, "lcov, time-pprof"},
		{runs.Run{ExitCode: 1}, ""},
		{runs.Run{Contexts: &runs.Contexts{JVMs: 1, Blocks: "exact"}}, "pprof, efficiency-json"},
		{runs.Run{Contexts: &runs.Contexts{JVMs: 1, Blocks: "calls"}}, "pprof"},
		{runs.Run{Contexts: &runs.Contexts{}}, ""},
	} {
		var names []string
		for _, f := range formatsFor(&runs.Opened{Run: test.run}, false) {
			if slices.Contains([]string{"lcov", "tests-json", "time-pprof", "pprof", "efficiency-json"}, f.Name) {
				names = append(names, f.Name)
			}
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.run, got, test.want)
		}
	}
}
