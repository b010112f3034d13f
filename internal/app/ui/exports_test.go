package ui

import (
	"strings"
	"testing"

	"jprof/internal/runs"
)

// formatsOfAllKinds has a format of each kind.
var formatsOfAllKinds = []Format{{"lcov", "counts", "lcov.info", OfCounts}, {"sarif", "gates", "gates.sarif", OfGates},
	{"tests-json", "tests", "tests.json", OfTests}, {"pprof", "contexts", "contexts.pb.gz", OfContexts},
	{"efficiency-json", "efficiency", "efficiency.json", OfEfficiency}, {"time-pprof", "times", "time.pb.gz", OfTimes}}

func TestExport(t *testing.T) {
	s, p, _ := withRuns(t)
	s.Options.Formats = formatsOfAllKinds
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
	var list Formats
	s.get(p+"/runs/"+runA+"/formats", &list)
	if len(list.Formats) != 1 || list.Formats[0] != (Format{"lcov", "counts", runA + "-lcov.info", 0}) {
		t.Errorf("%+v", list)
	}
	files(t, s.projects.list()[0].Path, map[string]string{"jprof.yaml": "check:\n  lines: 80\n"})
	if s.get(p+"/runs/"+runA+"/formats", &list); len(list.Formats) != 2 || list.Formats[1].Name != "sarif" {
		t.Errorf("with gates: %+v", list)
	}
}

// TestFormatsOfRuns lists the kinds of formats for runs of each kind.
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
		for _, kind := range kindsOf(test.run, false) {
			for _, f := range formatsOfAllKinds {
				if f.Of == kind {
					names = append(names, f.Name)
				}
			}
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.run, got, test.want)
		}
	}
}
