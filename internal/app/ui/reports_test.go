package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"jprof/internal/runs"
	"jprof/report/html"
	"jprof/report/html/layout"
	"jprof/report/reporttest"
)

// TestPagesOf lists the pages of the reports of runs of each kind.
func TestPagesOf(t *testing.T) {
	ofContexts := func(blocks string, jvms int) runs.Run {
		return runs.Run{Contexts: &runs.Contexts{Blocks: blocks, JVMs: jvms}}
	}
	for _, test := range []struct {
		run  runs.Run
		want string
	}{
		{runs.Run{JVMs: 1}, "Overview, Classes, Hot spots, Unmeasured"},
		{runs.Run{JVMs: 1, Results: &runs.Results{}}, "Overview, Classes, Hot spots, Tests, Unmeasured"},
		{runs.Run{JVMs: 1, ByTest: &runs.ByTest{}}, "Overview, Classes, Hot spots, Tests, Unmeasured"},
		{runs.Run{ExitCode: 1, Results: &runs.Results{}}, ""},
		{ofContexts("exact", 1), "Overview, Contexts, Efficiency"},
		{ofContexts("calls", 1), "Overview, Contexts"},
		{ofContexts("exact", 0), ""},
	} {
		if got := strings.Join(pagesOf(test.run), ", "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.run, got, test.want)
		}
	}
}

// pages makes the folder of a report of a project whose names are hostile, with a script that attacks the server.
func pages(t *testing.T, own, attack string) {
	t.Helper()
	dir := filepath.Join(own, "report")
	m := reporttest.SampleModel(t)
	write := func(out layout.Output) error { return html.Write(html.Data{Model: m}, out) }
	if err := layout.WriteDir(dir, write); err != nil {
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
	back: () => fetch("back").then((answer) => answer.text()),
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
	w.do(chromedp.Navigate(s.guard.origin() + strings.Replace(again.URL, "index.html", "attack.html", 1)))
	got := eval[map[string]string](w, `new Promise((resolve) => {
		const wait = () => document.title.startsWith("{") ? resolve(JSON.parse(document.title)) : setTimeout(wait, 10);
		wait();
	})`)
	want := map[string]string{"read": "TypeError", "change": "TypeError", "cookie": "SecurityError",
		"storage": "SecurityError", "opener": "none", "back": "TypeError", "outside": "TypeError"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	w.do(chromedp.Navigate(s.guard.origin() + again.URL))
	await(w, text(".crumbs a"), "jprof ui: run "+runB)
	eval[bool](w, `document.querySelector(".crumbs a").click() ?? true`)
	await(w, `location.pathname + location.hash`, s.guard.folder()+"#/p"+
		strings.TrimPrefix(p, "api/projects")+"/runs/"+runB)
	var state State
	s.get("api/state", &state)
	if len(state.Projects) != 1 {
		t.Errorf("a report opened a project: %+v", state.Projects)
	}
}

// wantPrivateFolders checks that nobody else can enter the folders with reports.
func wantPrivateFolders(t *testing.T, s *served) {
	t.Helper()
	for _, w := range append(slices.Clone(s.reports.list), written{}) {
		info, err := os.Stat(filepath.Join(s.reports.dir, w.name))
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", w.name, info, err)
		}
	}
}

// TestReports asks for files of reports as strangers do.
func TestReports(t *testing.T) {
	s, p, own := withRuns(t)
	pages(t, own, "")
	var first, report Report
	s.post(p+"/report", map[string]string{"run": runA}, &first)
	s.post(p+"/report", map[string]string{"run": runA}, &report)
	if report.URL != first.URL {
		t.Error("a report that is there is written again")
	}
	files(t, s.projects.list()[0].Path, map[string]string{"jprof.yaml": "report:\n  title: x\n"})
	for i := range maxReports { // with another label, it is another report
		s.post(p+"/report", map[string]string{"run": runA}, &report)
		if report.URL == first.URL {
			t.Error("a report is as it was before the settings, or the label, changed")
		}
		s.post(p+"/runs/label", map[string]string{"run": runA, "label": fmt.Sprint(i)}, nil)
	}
	status := func(method, path string) int {
		answer, _ := s.send(stranger, request(t, method, s.guard.origin()+path, ""))
		return answer.StatusCode
	}
	folder := strings.TrimSuffix(report.URL, "index.html")
	for path, want := range map[string]int{report.URL: 200, folder: 200, folder + "style.css": 200,
		folder + "root.js":   200,
		folder + "back":      404, // to a comparison only
		folder + "none.html": 404, folder + "source": 404, folder + "../../lock": 404, folder + "..%2f..%2flock": 404,
		folder + "%2e%2e/%2e%2e/lock": 404, "/r/": 403, "/r/" + strings.Repeat("0", 32) + "/index.html": 403,
		first.URL: 403} {
		if got := status("GET", path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	root, err := os.ReadFile(filepath.Join(s.reports.dir, filepath.Base(folder), "root.js"))
	want := `"use strict"; var [jprofRoot, jprofBack] = ["` + s.projects.list()[0].Path + "\",\"\"];\n"
	if err != nil || string(root) != want {
		t.Errorf("root.js has %q, %v, want %q", root, err, want)
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
	s.fails("POST", p+"/report", map[string]string{"run": runB}, 500, "wrote no page")
	s.fails("POST", p+"/report", map[string]string{"run": runA[:10]}, 404, "no run")
}
