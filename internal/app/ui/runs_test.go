package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
)

// runsStandIn is a program in place of jprof, for requests about runs. $0.d has its input, and gets its log.
const runsStandIn = `
echo "$*" >>"$0.d/log"
for last; do :; done
case "$1" in
report|diff) cp -r "$0.d/report/." "$last";;
check) echo '{"failed": 1}'; exit 1;;
show) echo '{"methods": 1}';;
export) [ "$5" = lcov ] || { echo 'jprof: no gates' >&2; exit 2; }; printf 'SF:x';;
merge) mkdir "$last" && cat "$0.d/merged.json" >"$last/run.json";;
esac`

// withRuns starts a server and a project with three runs, the last of them with contexts.
func withRuns(t *testing.T) (s *served, project string, own string) {
	t.Helper()
	dir := t.TempDir()
	store := runs.Store{Project: dir}
	for i, id := range []string{"20260101-000000-00000a", "20260102-000000-00000b", "20260103-000000-00000c"} {
		began := time.Date(2026, 1, i+1, 0, 0, 0, 0, time.UTC)
		r := runs.Run{ID: id, Command: []string{"mvn", "a b"}, Started: began, Ended: began.Add(90 * time.Second),
			JVMs: 1, Totals: &runs.Totals{Lines: runs.Share{Covered: i, Total: 9}}, Results: &runs.Results{Tests: 5}}
		if i == 2 {
			r.JVMs, r.Totals, r.Contexts = 0, nil, &runs.Contexts{Coverage: "app", JVMs: 1, Nodes: 1}
		}
		if err := store.Save(&r, func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "counts"), make([]byte, 1000), 0o666)
		}); err != nil {
			t.Fatal(err)
		}
	}
	s = start(t, withJobs(t, runsStandIn))
	own = s.Executable + ".d"
	if err := os.Mkdir(own, 0o777); err != nil {
		t.Fatal(err)
	}
	return s, s.openProject(dir), own
}

// logged is the last command line of the stand-in, with a new name in place of the last argument if it is a path.
func logged(t *testing.T, own string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(own, "log"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	words := strings.Fields(lines[len(lines)-1])
	if last := words[len(words)-1]; filepath.IsAbs(last) {
		words[len(words)-1] = "DIR"
	}
	return strings.Join(words, " ")
}

const runA, runB, runC = "20260101-000000-00000a", "20260102-000000-00000b", "20260103-000000-00000c"

func TestRunList(t *testing.T) {
	s, p, own := withRuns(t)
	var list RunList
	s.get(p+"/runs", &list)
	if len(list.Runs) != 3 || list.Runs[2].ID != runA || list.Runs[2].Size < 1000 || list.Runs[2].Line != `mvn "a b"` ||
		list.Runs[2].Pages[1] != "Classes" || list.Runs[0].Pages[1] != "Contexts" || list.Runs[0].Seconds != 90 ||
		list.Runs[0].JVMs != 1 {
		t.Errorf("%+v", list)
	}
	var state Overview
	s.get(p+"/overview", &state)
	if state.Run == nil || state.Run.ID != runB || state.Base == nil || state.Base.ID != runA ||
		list.Runs[1].Base != runA || list.Runs[2].Base != "" {
		t.Errorf("overview %+v, bases %q %q", state, list.Runs[1].Base, list.Runs[2].Base)
	}
	var ranked struct{ Methods int }
	if s.get(p+"/runs/"+runB+"/next", &ranked); ranked.Methods != 1 ||
		logged(t, own) != "show --next --json -n 8 --run "+runB {
		t.Errorf("next: %+v by %s", ranked, logged(t, own))
	}
	var project ProjectState
	if s.get(p, &project); project.NewestRun == nil || project.NewestRun.ID != runC ||
		project.NewestRun.Result != "passed" {
		t.Errorf("%+v", project.NewestRun)
	}
	store := storeOf(s.projects.list()[0].Path)
	part := runs.Run{ID: "20260104-000000-00000d", Command: []string{"mvn", "-Dtest=A", "test"}, JVMs: 1,
		Started: time.Date(2026, 1, 4, 0, 0, 0, 0, time.UTC)}
	if err := store.Save(&part, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if s.get(p+"/overview", &state); state.Run.ID != runB || state.Newer == nil || state.Newer.ID != part.ID ||
		state.Part != "-Dtest=A" {
		t.Errorf("after a run of a part: %+v", state)
	}
	if s.get(s.openProject(t.TempDir())+"/runs", &list); list.Runs == nil || len(list.Runs) > 0 {
		t.Errorf("without a run: %+v", list)
	}
}

func TestRunChanges(t *testing.T) {
	s, p, own := withRuns(t)
	dir := filepath.Dir(s.projects.list()[0].Path + "/x")
	labelOf := func(id string) string {
		t.Helper()
		o, err := runs.Store{}.Open(runs.Store{Project: dir}.RunDir(id))
		if err != nil {
			t.Fatal(err)
		}
		return o.Label
	}
	var answer struct {
		Run   string
		Moved *RunName
	}
	for range 2 { // again is the same
		s.post(p+"/runs/label", map[string]string{"run": runA, "label": "base"}, &answer)
		if answer.Moved != nil {
			t.Errorf("the label moved from %+v", answer.Moved)
		}
	}
	s.post(p+"/runs/label", map[string]string{"run": runB, "label": "base"}, &answer)
	if labelOf(runA) != "" || labelOf(runB) != "base" || answer.Moved == nil || answer.Moved.ID != runA {
		t.Errorf("labels %q and %q, moved from %+v", labelOf(runA), labelOf(runB), answer.Moved)
	}
	s.post(p+"/runs/label", map[string]string{"run": runB, "label": ""}, nil)
	if labelOf(runB) != "" {
		t.Errorf("label %q", labelOf(runB))
	}
	s.fails("POST", p+"/runs/label", map[string]string{"run": runA, "label": "a/b"}, 400, "not a label")
	s.fails("POST", p+"/runs/label", map[string]string{"run": "base", "label": "x"}, 404, "no run")

	merged, err := json.Marshal(runs.Run{ID: "20260104-000000-00000d", Command: []string{"mvn"}})
	if err != nil {
		t.Fatal(err)
	}
	files(t, own, map[string]string{"merged.json": string(merged)})
	s.post(p+"/runs/label", map[string]string{"run": runC, "label": "all"}, nil)
	for _, moved := range []string{runC, ""} { // again is the same
		answer.Moved = &RunName{}
		s.post(p+"/runs/merge", map[string]any{"runs": []string{runA, runB}, "label": "all"}, &answer)
		if answer.Run != "20260104-000000-00000d" || labelOf(answer.Run) != "all" ||
			(answer.Moved != nil) != (moved != "") || answer.Moved != nil && answer.Moved.ID != moved {
			t.Errorf("%+v, moved from %+v, want %q", answer, answer.Moved, moved)
		}
	}
	if got, want := logged(t, own), "merge "+runA+" "+runB+" -o DIR"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.fails("POST", p+"/runs/merge", map[string]any{"runs": []string{runA, "../" + runB}}, 404, "no run")
	s.fails("POST", p+"/runs/merge", map[string]any{"runs": []string{runA}, "label": "--x y"}, 400, "not a label")

	s.fails("POST", p+"/runs/delete", map[string]any{"runs": []string{runA, "none"}}, 404, "no run")
	s.fails("POST", p+"/runs/delete", map[string]any{"runs": []string{"../../.."}}, 404, "no run")
	labelOf(runA) // is there
	s.post(p+"/runs/delete", map[string]any{"runs": []string{runA, runB}}, nil)
	left, err := os.ReadDir(runs.Store{Project: dir}.Runs())
	if err != nil || len(left) != 2 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestRunsAbove opens a folder whose runs are kept above it: they can be read, as by the commands of jprof, and not be
// changed.
func TestRunsAbove(t *testing.T) {
	s, _, _ := withRuns(t)
	module := filepath.Join(s.projects.list()[0].Path, "module")
	if err := os.Mkdir(module, 0o777); err != nil {
		t.Fatal(err)
	}
	p := s.openProject(module)
	var trend Trend
	s.get(p+"/trend", &trend)
	if len(trend.Runs) != 3 {
		t.Errorf("%+v", trend)
	}
	for path, in := range map[string]any{"label": map[string]string{"run": runA, "label": "x"},
		"delete": map[string]any{"runs": []string{runA}}, "merge": map[string]any{"runs": []string{runA, runB}}} {
		s.fails("POST", p+"/runs/"+path, in, 403, "the runs are kept in "+filepath.Dir(module))
	}
	s.post(p+"/settings", map[string]any{"text": "skip: [a]\n", "check": false}, nil)
	if _, err := os.Stat(filepath.Join(module, "jprof.yaml")); err != nil {
		t.Error(err)
	}
}

func TestGates(t *testing.T) {
	s, p, own := withRuns(t)
	var none struct{ Gates []any }
	for _, text := range []string{"", "check:\n  lines: 80\n"} {
		files(t, s.projects.list()[0].Path, map[string]string{"jprof.yaml": text})
		run := runA
		if text != "" {
			run = runC // it needs gates of its own
		}
		if s.get(p+"/runs/"+run+"/gates", &none); none.Gates == nil || len(none.Gates) > 0 {
			t.Errorf("%q: %+v", text, none)
		}
	}
	if _, err := os.Stat(filepath.Join(own, "log")); err == nil {
		t.Error("jprof checks without gates")
	}
	files(t, s.projects.list()[0].Path, map[string]string{"jprof.yaml": "check:\n  lines: 80\n  contexts:\n" +
		"    - method: A.f\n      bytecodes: 10\n"})
	var verdict struct{ Failed int }
	s.get(p+"/runs/"+runA+"/gates", &verdict)
	if got, want := logged(t, own), "check --run "+runA+" --json"; verdict.Failed != 1 || got != want {
		t.Errorf("%+v, %s, want %s", verdict, got, want)
	}
	s.get(p+"/runs/"+runC+"/gates", &verdict)
	if got, want := logged(t, own), "check --run "+runC+" --json --contexts"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.fails("GET", p+"/runs/none/gates", nil, 404, "no run")
}

// TestTrend shows runs without counts that can be read: TestCodeCounts has others.
func TestTrend(t *testing.T) {
	s, p, _ := withRuns(t)
	var trend Trend
	s.get(p+"/trend?methods=f", &trend)
	if len(trend.Runs) != 3 || trend.More || trend.Flaky == nil || trend.Branches == nil {
		t.Fatalf("%+v", trend)
	}
	a, c := trend.Runs[0], trend.Runs[2]
	if a.ID != runA || a.Seconds != 90 || *a.Lines != (runs.Share{Covered: 0, Total: 9}) || a.Tests.Tests != 5 {
		t.Errorf("%+v", a)
	}
	if c.ID != runC || c.Lines != nil || trend.Omitted != "" {
		t.Errorf("%+v, %s", c, trend.Omitted)
	}
	failed := runs.Run{ID: runC[:10] + "9-00000d", Command: []string{"mvn"}, Started: c.Started, ExitCode: 1}
	if err := storeOf(s.projects.list()[0].Path).Save(&failed, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if s.get(p+"/trend?methods=f", &trend); len(trend.Runs) != 3 || trend.Omitted != "omitted 1 run: 1 build failed "+
		"without a failed test" {
		t.Errorf("%d runs, %s", len(trend.Runs), trend.Omitted)
	}
	for _, r := range trend.Runs {
		if r.Executions != nil || !reflect.DeepEqual(r.Costs, []*uint64{nil}) {
			t.Errorf("%+v", r)
		}
	}
}
