package page

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"jprof/internal/exit"
	"jprof/internal/paths"
)

// maxReports is how many reports are kept. Older ones are removed.
const maxReports = 8

// reportPolicy is the security policy of reports, beside their own: they have no origin, so that their scripts can read
// nothing of this server. They hold text of the project.
const reportPolicy = "sandbox allow-scripts allow-popups; frame-ancestors 'none'"

// reportsPath is where reports are. Their names cannot be guessed; the sandbox has no cookies.
const reportsPath = "/r/"

// reports are the folders with reports that the server has written for the page.
type reports struct {
	dir  string
	mu   sync.Mutex
	list []string // their names, the oldest first
}

// add makes a folder for a report, and removes the oldest one if there are many. use fills it.
func (rs *reports) add(use func(dir string) error) (name string, err error) {
	name = random(16)
	dir := filepath.Join(rs.dir, name)
	if err := os.Mkdir(rs.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	if err := use(dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.list = append(rs.list, name)
	if len(rs.list) <= maxReports {
		return name, nil
	}
	oldest := rs.list[0]
	rs.list = rs.list[1:]
	return name, os.RemoveAll(filepath.Join(rs.dir, oldest))
}

// has reports whether a request is for a file of a report that there is.
func (rs *reports) has(r *http.Request) bool {
	rest, ok := strings.CutPrefix(r.URL.Path, reportsPath)
	name, _, _ := strings.Cut(rest, "/")
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return ok && slices.ContainsFunc(rs.list, func(known string) bool { return same(known, name) })
}

// ServeHTTP serves a file of a report, for which has is true.
func (rs *reports) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", reportPolicy)
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // what has no origin loads its own files
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

// pageNames are the pages of reports that the page links to.
var pageNames = []struct{ name, file string }{
	{"Overview", "index.html"}, {"Classes", "classes.html"}, {"Hot spots", "hot.html"}, {"Tests", "tests.html"},
	{"Contexts", "contexts.html"}, {"Unmeasured", "not-measured.html"},
}

// writeReport has a command of jprof write pages into a new folder, the name of which is the last argument.
func (s *Server) writeReport(r *http.Request, project string, args ...string) (any, error) {
	var report Report
	name, err := s.reports.add(func(dir string) error {
		_, err := s.capture(r.Context(), project, []int{exit.OK}, append(args, dir)...)
		for _, p := range pageNames {
			if paths.IsFile(filepath.Join(dir, p.file)) {
				report.Pages = append(report.Pages, Page{p.name, p.file})
			}
		}
		if err == nil && len(report.Pages) == 0 {
			err = errors.New("jprof " + args[0] + " wrote no page")
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range report.Pages {
		report.Pages[i].URL = reportsPath + name + "/" + report.Pages[i].URL
	}
	report.URL = report.Pages[0].URL
	return report, nil
}

// report writes the report of a run.
func (s *Server) report(r *http.Request, project string, in struct{ Run string }) (any, error) {
	o, err := run(project, in.Run)
	if err != nil {
		return nil, err
	}
	return s.writeReport(r, project, "report", "--run", o.ID, "-o")
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
	return s.writeReport(r, project, append(withKind(before, "diff", before.ID, after.ID), "--html")...)
}
