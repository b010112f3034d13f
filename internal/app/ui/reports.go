package ui

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
)

// maxReports limits the reports that are kept. Older ones are removed.
const maxReports = 8

// reportPolicy is the security policy of reports, beside their own: they have no origin, so that their scripts can read
// nothing of this server. They hold text of the project.
const reportPolicy = "sandbox allow-scripts allow-popups; frame-ancestors 'none'"

// reportsPath is the path above all reports. Their names cannot be guessed; the sandbox has no cookies.
const reportsPath = "/r/"

// reports are the folders with reports that the server has written for the page.
type reports struct {
	dir  string
	mu   sync.Mutex
	list []written // the oldest first
}

// written is a folder with a report.
type written struct {
	name  string
	of    string // the content of the report, as a key
	pages []Page // those that it has, with the addresses that they have in it
	back  string // the fragment of the address of the view that backFile leads to, "" for none
}

// backFile is the name of the page of a report that leads back to the page of the server. Only the server knows the
// folder of that page; a report cannot read where it leads to.
const backFile = "back"

// report is the folder with the report of something. Where there is none, it makes one, which write fills, and removes
// the oldest one if there are many. back is as in written.
func (rs *reports) report(of, back string, write func(dir string) ([]Page, error)) (w written, err error) {
	rs.mu.Lock()
	i := slices.IndexFunc(rs.list, func(w written) bool { return w.of == of })
	if i >= 0 {
		w = rs.list[i]
	}
	rs.mu.Unlock()
	if i >= 0 {
		return w, nil
	}
	w = written{name: random(16), of: of, back: back}
	dir := filepath.Join(rs.dir, w.name)
	if err := os.Mkdir(rs.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return w, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return w, err
	}
	if w.pages, err = write(dir); err != nil {
		return w, errors.Join(err, os.RemoveAll(dir))
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.list = append(rs.list, w)
	if len(rs.list) <= maxReports {
		return w, nil
	}
	oldest := rs.list[0]
	rs.list = rs.list[1:]
	return w, os.RemoveAll(filepath.Join(rs.dir, oldest.name))
}

// back returns the fragment of the view that a request for backFile leads to, "" for other requests.
func (rs *reports) back(r *http.Request) string {
	name, file, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, reportsPath), "/")
	rs.mu.Lock()
	defer rs.mu.Unlock()
	i := slices.IndexFunc(rs.list, func(w written) bool { return file == backFile && same(w.name, name) })
	if i < 0 {
		return ""
	}
	return rs.list[i].back
}

// has reports whether a request is for a file of a report that there is.
func (rs *reports) has(r *http.Request) bool {
	rest, ok := strings.CutPrefix(r.URL.Path, reportsPath)
	name, _, _ := strings.Cut(rest, "/")
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return ok && slices.ContainsFunc(rs.list, func(w written) bool { return same(w.name, name) })
}

// ServeHTTP serves a file of a report, for which has is true.
func (rs *reports) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", reportPolicy)
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // pages without an origin load their own files
	w.Header().Del("Cross-Origin-Opener-Policy")                   // of no use without an origin
	root, err := os.OpenRoot(rs.dir)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer root.Close()
	name := strings.TrimPrefix(r.URL.Path, reportsPath)
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	serveFile(w, r, root.FS(), path.Clean(name))
}

// serveFile serves a file of a folder as it is. http.ServeFileFS would lead away from index.html.
func serveFile(w http.ResponseWriter, r *http.Request, folder fs.FS, name string) {
	f, err := folder.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	content, ok := f.(io.ReadSeeker)
	if err != nil || !ok || !info.Mode().IsRegular() {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, name, info.ModTime(), content)
}

// Report is the answer to requests that write pages.
type Report struct {
	URL   string `json:"url"`
	Pages []Page `json:"pages"` // those that it has
}

// Page is a page of a report.
type Page struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// reportPages lists the pages of reports to which the page of the server links. The function isOf of a page reports
// whether the report of a run has it.
var reportPages = []struct {
	name, file string
	isOf       func(runs.Run) bool
}{
	{"Overview", "index.html", func(runs.Run) bool { return true }},
	{"Classes", "classes.html", runs.Run.IsCounts},
	{"Hot spots", "hot.html", runs.Run.IsCounts},
	{"Tests", "tests.html", func(r runs.Run) bool { return r.IsCounts() && (r.Results != nil || r.ByTest != nil) }},
	{"Contexts", "contexts.html", runs.Run.IsContexts},
	{"Efficiency", "efficiency.html", hasEfficiency},
	{"Unmeasured", "not-measured.html", runs.Run.IsCounts},
}

// pagesOf returns the names of the pages that the report of a run has, as far as the description of the run says.
func pagesOf(r runs.Run) []string {
	list := []string{}
	for _, p := range reportPages {
		if nothingIn(r) == "" && p.isOf(r) {
			list = append(list, p.name)
		}
	}
	return list
}

// writeReport has a command of jprof write pages about runs into a folder, the name of which is the last argument,
// unless they are there. back is the run to whose view they lead back, nil for none.
func (s *Server) writeReport(r *http.Request, project string, back *runs.Opened, about []*runs.Opened,
	args ...string) (any, error) {
	of := []string{project, strings.Join(args, " ")} // and all else that the pages depend on
	for _, o := range about {
		of = append(of, o.Label)
	}
	if info, err := os.Stat(settingsFile(storeOf(project).Project)); err == nil {
		of = append(of, info.ModTime().String())
	}
	fragment, text := "", ""
	if back != nil {
		fragment = "#/p/" + r.PathValue("project") + "/runs/" + back.ID
		text = "jprof ui: run " + cmp.Or(back.Label, back.ID)
	}
	w, err := s.reports.report(strings.Join(of, "\n"), fragment, func(dir string) (list []Page, err error) {
		_, err = s.capture(r.Context(), project, []int{exit.OK}, append(args, dir)...)
		for _, p := range reportPages {
			if paths.IsFile(filepath.Join(dir, p.file)) {
				list = append(list, Page{p.name, p.file})
			}
		}
		if err == nil && len(list) == 0 {
			err = errors.New("jprof " + args[0] + " wrote no page")
		}
		return list, errors.Join(err, writeRoot(dir, storeOf(project).Project, text))
	})
	if err != nil {
		return nil, err
	}
	var report Report
	for _, p := range w.pages {
		report.Pages = append(report.Pages, Page{p.Name, reportsPath + w.name + "/" + p.URL})
	}
	report.URL = report.Pages[0].URL
	return report, nil
}

// writeRoot writes the folder of the project into a report, for links to editors, and the text of the link to backFile,
// "" for none. Only reports that this machine serves to itself have it.
func writeRoot(dir, project, back string) error {
	values, err := json.Marshal([]string{filepath.ToSlash(project), back}) // JSON is an expression of JavaScript
	if err != nil {
		return err
	}
	script := fmt.Sprintf("\"use strict\"; var [jprofRoot, jprofBack] = %s;\n", values)
	return os.WriteFile(filepath.Join(dir, "root.js"), []byte(script), 0o600)
}

// report writes the report of a run.
func (s *Server) report(r *http.Request, project string, in struct{ Run string }) (any, error) {
	o, err := run(project, in.Run)
	if err != nil {
		return nil, err
	}
	return s.writeReport(r, project, nil, []*runs.Opened{o}, "report", "--run", o.ID, "-o")
}

// compare writes the differences of two runs.
func (s *Server) compare(r *http.Request, project string, in struct{ Old, New string }) (any, error) {
	before, err := run(project, in.Old)
	if err != nil {
		return nil, err
	}
	after, err := run(project, in.New)
	if err != nil {
		return nil, err
	}
	if before.IsContexts() != after.IsContexts() {
		return nil, failf(http.StatusBadRequest, "choose two runs of the same kind",
			"one run has contexts, and the other has counts")
	}
	return s.writeReport(r, project, after, []*runs.Opened{before, after},
		append(withKind(before, "diff", before.ID, after.ID), "--html")...)
}
