package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jprof/internal/runs"
	"jprof/report/html"
	"jprof/report/reporttest"
)

// runsStandIn is a program in place of jprof, for requests about runs. $0.d has what it needs, and gets its log.
const runsStandIn = `
echo "$*" >>"$0.d/log"
for last; do :; done
case "$1" in
runs) printf '{"runs": ['; sep=
  for d in .jprof/runs/2*; do printf '%s{"id": "%s", "label": "x"}' "$sep" "$(basename $d)"; sep=,; done
  echo ']}';;
report|diff) cp -r "$0.d/report/." "$last";;
check) echo '{"failed": 1}'; exit 1;;
export) [ "$5" = lcov ] || { echo 'jprof: --format: no such format' >&2; exit 2; }; printf 'SF:x';;
top) printf '{"entries": [{"name": "A::f()", "executions": 40}, {"name": "A$B::f(int)", "executions": 2}]}';;
merge) mkdir "$last" && cat "$0.d/merged.json" >"$last/run.json";;
esac`

// withRuns starts a server and a project with three runs, the last of them with contexts.
func withRuns(t *testing.T) (s *served, project string, own string) {
	t.Helper()
	dir := t.TempDir()
	store := runs.Store{Project: dir}
	for i, id := range []string{"20260101-000000-00000a", "20260102-000000-00000b", "20260103-000000-00000c"} {
		began := time.Date(2026, 1, i+1, 0, 0, 0, 0, time.UTC)
		r := runs.Run{ID: id, Command: []string{"mvn"}, Started: began, Ended: began.Add(90 * time.Second), JVMs: 1,
			Totals: &runs.Totals{Lines: runs.Share{Covered: i, Total: 9}}, Results: &runs.Results{Tests: 5}}
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
	var list struct {
		Runs []struct {
			ID    string
			Label string
			Size  int64
		}
	}
	s.get(p+"/runs", &list)
	if len(list.Runs) != 3 || list.Runs[0].ID != runA || list.Runs[0].Label != "x" || list.Runs[0].Size < 1000 ||
		logged(t, own) != "runs --json" {
		t.Errorf("%+v", list)
	}
	empty := s.openProject(t.TempDir())
	s.Executable = "/bin/false"
	s.fails("GET", empty+"/runs", nil, 500, "without a message")
}

func TestRunChanges(t *testing.T) {
	s, p, own := withRuns(t)
	dir := filepath.Dir(s.projects.list()[0].Path + "/x")
	labelOf := func(id string) string {
		t.Helper()
		o, err := runs.Open(runs.Store{Project: dir}.RunDir(id))
		if err != nil {
			t.Fatal(err)
		}
		return o.Label
	}
	s.post(p+"/runs/label", map[string]string{"run": runA, "label": "base"}, nil)
	s.post(p+"/runs/label", map[string]string{"run": runB, "label": "base"}, nil)
	if labelOf(runA) != "" || labelOf(runB) != "base" {
		t.Errorf("labels %q and %q", labelOf(runA), labelOf(runB))
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
	for range 2 { // again is the same
		var answer struct{ Run string }
		s.post(p+"/runs/merge", map[string]any{"runs": []string{runA, runB}, "label": "all"}, &answer)
		if answer.Run != "20260104-000000-00000d" || labelOf(answer.Run) != "all" {
			t.Errorf("%+v", answer)
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

func TestGatesAndExport(t *testing.T) {
	s, p, own := withRuns(t)
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
	answer, text := s.send(s.client, request(t, "GET", s.base+p+"/export?format=lcov&run="+runA, ""))
	if text != "SF:x" || answer.Header.Get("Content-Disposition") != `attachment; filename="`+runA+`.lcov"` ||
		answer.Header.Get("Content-Type") != "application/octet-stream" {
		t.Errorf("%s %v", text, answer.Header)
	}
	s.fails("GET", p+"/export?format=nonsense&run="+runA, nil, 400, "no such format")
	for _, format := range []string{"", "-x", "a/b", `a"b`, "a%0ab"} {
		s.fails("GET", p+"/export?run="+runA+"&format="+format, nil, 400, "format: ")
	}
}

func TestTrend(t *testing.T) {
	s, p, _ := withRuns(t)
	var trend Trend
	s.get(p+"/trend?methods=A::f(&methods=f&methods=none", &trend)
	if len(trend.Runs) != 3 || trend.More {
		t.Fatalf("%+v", trend)
	}
	a, c := trend.Runs[0], trend.Runs[2]
	costs := func(list []*uint64) (out []uint64) {
		for _, n := range list {
			out = append(out, *n)
		}
		return out
	}
	if a.ID != runA || a.Seconds != 90 || *a.Executions != 42 || !slices.Equal(costs(a.Costs), []uint64{40, 42, 0}) ||
		*a.Lines != (runs.Share{Covered: 0, Total: 9}) || a.Tests.Tests != 5 {
		t.Errorf("%+v", a)
	}
	if c.ID != runC || c.Executions != nil || c.Lines != nil || !reflect.DeepEqual(c.Costs, []*uint64{nil, nil, nil}) {
		t.Errorf("%+v", c)
	}
	wantPrivate(t, s)
}

// TestInTrend lists the runs that are no points of trends: they have no results, or only those of a part.
func TestInTrend(t *testing.T) {
	build := runs.Run{Command: []string{"mvn"}, JVMs: 1}
	with := func(change func(*runs.Run)) runs.Run {
		r := build
		change(&r)
		return r
	}
	for name, test := range map[string]struct {
		run  runs.Run
		is   bool
		kind string
	}{
		"ok":       {build, true, "counts"},
		"tests":    {with(func(r *runs.Run) { r.ExitCode, r.Results = 1, &runs.Results{Failed: 1} }), true, "counts"},
		"by test":  {with(func(r *runs.Run) { r.ByTest = &runs.ByTest{} }), true, "by test"},
		"contexts": {with(func(r *runs.Run) { r.JVMs, r.Contexts = 0, &runs.Contexts{JVMs: 1} }), true, "contexts"},
		"nothing":  {with(func(r *runs.Run) { r.JVMs = 0 }), false, "counts"},
		"failed":   {with(func(r *runs.Run) { r.ExitCode = 1 }), false, "counts"},
		"ended":    {with(func(r *runs.Run) { r.Interrupted = true }), false, "counts"},
		"merged":   {with(func(r *runs.Run) { r.Parts = []runs.Run{build, build} }), false, "counts"},
	} {
		if got, kind := inTrend(test.run), kindOf(test.run); got != test.is || kind != test.kind {
			t.Errorf("%s: %v, %s", name, got, kind)
		}
	}
}

// pages makes the folder of a report of a project whose names are hostile, with a script that attacks the server.
func pages(t *testing.T, own, attack string) {
	t.Helper()
	dir := filepath.Join(own, "report")
	m := reporttest.SampleModel(t)
	if err := html.WriteDir(dir, func(out html.Output) error { return html.Write(m, out) }); err != nil {
		t.Fatal(err)
	}
	files(t, dir, map[string]string{"attack.html": `<!DOCTYPE html><title>attack</title>
<script src="attack.js"></script>`, "attack.js": attack})
}

// TestReportInSandbox reads a report in a browser that has the cookie. Its own scripts work; a script of the project,
// if one got into it, cannot ask the server, and no other window.
func TestReportInSandbox(t *testing.T) {
	w := open(t)
	s, p, own := withRuns(t)
	o := serveOther(t)
	pages(t, own, strings.NewReplacer("BASE", `"`+s.base+`"`, "OTHER", `"`+o.address+`"`).Replace(`
"use strict";
const tries = {
	read: () => fetch(BASE + "api/state", { credentials: "include" }).then(() => "answered"),
	change: () => fetch(BASE + "api/projects", { method: "POST", mode: "no-cors", credentials: "include", body: "{}" })
		.then(() => "sent"),
	cookie: async () => document.cookie === "" ? "none" : "cookie",
	storage: async () => localStorage.length === 0 ? "none" : "storage",
	opener: async () => window.opener ? "opener" : "none",
	outside: () => fetch(OTHER).then(() => "answered"),
};
(async () => {
	const results = {};
	for (const [name, attack] of Object.entries(tries))
		results[name] = await attack().catch((e) => e.name);
	document.title = JSON.stringify(results);
})();
`))
	var report, again Report
	s.post(p+"/report", map[string]string{"run": runA}, &report)
	if got, want := logged(t, own), "report --run "+runA+" -o DIR"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	names := []string{}
	for _, page := range report.Pages {
		names = append(names, page.Name)
	}
	if !slices.Contains(names, "Overview") || !slices.Contains(names, "Hot spots") ||
		report.URL != report.Pages[0].URL {
		t.Errorf("%+v", report)
	}
	s.post(p+"/compare", map[string]string{"old": runA, "new": runB}, &again)
	if got, want := logged(t, own), "diff "+runA+" "+runB+" --html DIR"; got != want || again.URL == report.URL {
		t.Errorf("%s, want %s; %s", got, want, again.URL)
	}
	s.fails("POST", p+"/compare", map[string]string{"old": runA, "new": runC}, 400, "contexts")
	wantPrivateFolders(t, s)

	w.do(chromedp.Navigate(s.Address()))
	w.arrives(s.base)
	w.do(chromedp.Navigate(s.guard.origin() + strings.Replace(report.URL, "index.html", "classes.html", 1)))
	const rows = `document.querySelectorAll("table.list tbody tr:not([hidden])").length`
	if n := eval[int](w, rows); n < 3 {
		t.Errorf("%d rows", n)
	}
	w.do(chromedp.SendKeys(chromedp.CSS(`.tools input`), "example.N")) // made by the report's own script
	if n := eval[int](w, rows); n != 2 {
		t.Errorf("%d rows after filtering", n)
	}
	if got := eval[string](w, `self.origin + " " + getComputedStyle(document.querySelector("h1")).fontWeight`); got !=
		"null 650" {
		t.Errorf("origin and style %q", got)
	}
	w.do(chromedp.Navigate(s.guard.origin() + strings.Replace(report.URL, "index.html", "attack.html", 1)))
	got := eval[map[string]string](w, `new Promise((resolve) => {
		const wait = () => document.title.startsWith("{") ? resolve(JSON.parse(document.title)) : setTimeout(wait, 10);
		wait();
	})`)
	want := map[string]string{"read": "TypeError", "change": "TypeError", "cookie": "SecurityError",
		"storage": "SecurityError", "opener": "none", "outside": "TypeError"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	var state State
	s.get("api/state", &state)
	if len(state.Projects) != 1 {
		t.Errorf("a report opened a project: %+v", state.Projects)
	}
}

// wantPrivateFolders checks that nobody else can enter the folders with reports.
func wantPrivateFolders(t *testing.T, s *served) {
	t.Helper()
	for _, name := range append(slices.Clone(s.reports.list), "") {
		info, err := os.Stat(filepath.Join(s.reports.dir, name))
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// TestReports asks for files of reports as strangers do.
func TestReports(t *testing.T) {
	s, p, own := withRuns(t)
	pages(t, own, "")
	var first, report Report
	s.post(p+"/report", map[string]string{"run": runA}, &first)
	for range maxReports {
		s.post(p+"/report", map[string]string{"run": runA}, &report)
	}
	status := func(method, path string) int {
		answer, _ := s.send(stranger, request(t, method, s.guard.origin()+path, ""))
		return answer.StatusCode
	}
	folder := strings.TrimSuffix(report.URL, "index.html")
	for path, want := range map[string]int{report.URL: 200, folder: 200, folder + "style.css": 200,
		folder + "none.html": 404, folder + "source": 404, folder + "../../lock": 404, folder + "..%2f..%2flock": 404,
		folder + "%2e%2e/%2e%2e/lock": 404, "/r/": 403, "/r/" + strings.Repeat("0", 32) + "/index.html": 403,
		first.URL: 403} {
		if got := status("GET", path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if got := status("POST", report.URL); got != 403 {
		t.Errorf("POST: %d", got)
	}
	answer, _ := s.send(stranger, request(t, "GET", s.guard.origin()+report.URL, ""))
	if answer.Header.Get("Content-Security-Policy") != reportPolicy ||
		answer.Header.Get("X-Content-Type-Options") == "" {
		t.Errorf("%v", answer.Header)
	}
	if left, err := os.ReadDir(s.reports.dir); err != nil || len(left) != maxReports {
		t.Errorf("%d reports are kept, %v", len(left), err)
	}
	if err := os.RemoveAll(filepath.Join(own, "report")); err != nil {
		t.Fatal(err)
	}
	files(t, own, map[string]string{"report/x.txt": ""})
	s.fails("POST", p+"/report", map[string]string{"run": runA}, 500, "wrote no page")
	s.fails("POST", p+"/report", map[string]string{"run": runA[:10]}, 404, "no run")
}
