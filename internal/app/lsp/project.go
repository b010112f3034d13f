package lsp

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/lineends"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/source"
	"jprof/report/tests/testview"
)

// project is a project with runs. Several goroutines may use it.
type project struct {
	store runs.Store

	mu     sync.Mutex
	seen   string       // the state of the folder of the runs: see folderState
	shown  *runs.Opened // the run whose counts are shown, nil for none
	live   *live.Run    // the measurement that runs now, nil for none
	state  live.State   // of live
	next   time.Time    // of the next poll of live
	parts  map[string]*part
	traced *runs.Opened                 // the newest run with contexts, nil for none
	base   compared                     // the run of jprof.compare
	found  map[string]map[string]string // see inBackground

	summing sync.Mutex // guards sum
	sum     *summary   // of the last run that was asked for, nil for none
}

// compared is a run that counts are compared with. Its files are there until close.
type compared struct {
	run   *runs.Opened // nil for none
	files *runs.Finder // nil for none
}

func (c compared) close() {
	if c.files != nil {
		c.files.Close()
	}
}

// compareWith replaces the run that counts are compared with.
func (p *project) compareWith(base compared) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.base.close()
	p.base = base
}

// part has the model of the packages with one name.
type part struct {
	model *report.Model
	tests func() (*testview.Model, error) // counts by test; nil if there are none
	// pairs has the methods of the run compared, by those of the model. It is nil if they cannot be read.
	pairs    map[report.MethodRef]report.MethodRef
	compared *runs.Opened
}

// counted is a file with its counts, and the source that was counted.
type counted struct {
	project *project
	run     *runs.Opened // nil for live counts
	live    bool
	part    *part
	file    *report.File   // of the model
	placed  *report.File   // with its places in source
	source  *source.Source // the text that was counted

	mu    sync.Mutex
	asked bool        // the tests are being read
	tests map[int]int // the number of tests that executed each method; nil as long as it is not known
}

// mostParts limits the parts that are kept for files that may be opened next.
const mostParts = 8

// errNoRun means that a project has no run with counts.
var errNoRun = errors.New("no run with counts yet: run jprof mvn test, jprof gradle test or jprof run")

// errNotInRun means that a run does not have a file.
var errNotInRun = errors.New("the run has no counts of this file")

// quiet prints nothing.
var quiet = term.New(io.Discard, func(string) string { return "" })

// folderState describes the runs in the folder of the project. It differs after a run was added, removed or rewritten.
func (p *project) folderState() string {
	entries, err := os.ReadDir(p.store.Runs())
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			fmt.Fprintln(&b, e.Name(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// ready looks for runs, unless that was done before.
func (p *project) ready() {
	p.mu.Lock()
	done := p.parts != nil
	p.mu.Unlock()
	if !done {
		p.look()
	}
}

// look looks for new runs and measurements. It reports whether what is shown has changed.
func (p *project) look() (changed bool) {
	now := p.folderState()
	p.mu.Lock()
	defer p.mu.Unlock()
	if now != p.seen || p.parts == nil {
		p.seen = now
		list, _ := p.store.List() // damaged runs are none
		shown, _ := list.Shown()
		p.traced = list.Last(runs.Run.HasContexts)
		changed = p.parts == nil || (shown == nil) != (p.shown == nil) || shown != nil && shown.ID != p.shown.ID
		if changed {
			p.shown, p.parts = shown, map[string]*part{}
			clear(p.found)
		}
		if p.base.run != nil && !paths.Exists(p.base.run.Dir) {
			p.base.close()
			p.base, changed = compared{}, true
		}
	}
	return p.lookLive() || changed
}

// lookLive looks for a measurement that runs, and reads its counts. It reports whether they have changed.
func (p *project) lookLive() (changed bool) {
	if p.live == nil {
		for _, s := range live.Find(p.store) {
			if !s.Contexts {
				p.live, _ = live.Open(s) // it may have just ended
				p.state = s
			}
		}
	}
	if p.live == nil || time.Now().Before(p.next) {
		return false
	}
	u, err := p.live.Poll()
	if err != nil || u.Ended {
		p.live = nil
		return true
	}
	p.next = time.Now().Add(u.Wait)
	return len(u.Files) > 0 || u.Reset
}

// packageOf reports whether a package may be that of a file, by the folder of the file and the text's declaration.
func packageOf(path, declared string) func(pkg string) bool {
	dir := strings.ReplaceAll(filepath.ToSlash(filepath.Dir(path)), "/", ".")
	return func(pkg string) bool {
		return pkg == "" || pkg == declared || pkg == dir || strings.HasSuffix(dir, "."+pkg)
	}
}

// open returns the counts of a file. raw is its text as it is open in the editor, which is the source that was counted
// if that cannot be found elsewhere. declared is the package of the text.
func (p *project) open(path string, raw []byte, declared string) (*counted, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live != nil {
		if c, err := p.openLive(path, raw); err == nil {
			return c, nil
		}
	}
	if p.shown == nil {
		return nil, errNoRun
	}
	rel, err := p.relative(p.shown, path)
	if err != nil {
		return nil, err
	}
	if p.parts[filepath.Dir(rel)] == nil {
		part, err := readPart(p.shown, packageOf(rel, declared))
		if err != nil {
			return nil, err
		}
		if len(p.parts) >= mostParts {
			clear(p.parts) // files that are open keep theirs
		}
		p.parts[filepath.Dir(rel)] = part
	}
	return p.counted(p.shown, p.parts[filepath.Dir(rel)], rel, raw)
}

// relative returns the path of a file as maps have it.
func (p *project) relative(o *runs.Opened, path string) (string, error) {
	rel, err := filepath.Rel(p.store.Abs(o.Sources), path)
	return filepath.ToSlash(rel), err
}

// uriIn returns the URI of a file of a run.
func uriIn(o *runs.Opened, f *report.File) string {
	return uriOf(filepath.Join(o.Store.Abs(o.Sources), filepath.FromSlash(f.Path)))
}

// openLive returns the counts of a file in the measurement that runs.
func (p *project) openLive(path string, raw []byte) (*counted, error) {
	rel, err := filepath.Rel(p.store.Abs(p.state.Sources), path)
	if err != nil {
		return nil, err
	}
	model, err := p.live.Model(filepath.ToSlash(rel))
	if err != nil {
		return nil, err
	}
	c, err := p.counted(nil, &part{model: model}, filepath.ToSlash(rel), raw)
	if c != nil {
		c.live = true
	}
	return c, err
}

// readPart makes the model of the packages that only accepts.
func readPart(o *runs.Opened, only func(pkg string) bool) (*part, error) {
	conf, err := settings.Read(o.Store.Project)
	if err != nil {
		return nil, err
	}
	d, err := runmodel.OpenPart(o, only)
	if err != nil {
		return nil, err
	}
	if !o.HasTests() {
		model, err := d.Model(quiet, conf)
		d.Forget()
		return &part{model: model}, err
	}
	model, err := d.Model(quiet, conf)
	if err != nil {
		return nil, err
	}
	return &part{model: model, tests: sync.OnceValues(func() (*testview.Model, error) {
		defer d.Forget()
		return d.ByTest(quiet, conf)
	})}, nil
}

// counted returns a file of a part with its source.
func (p *project) counted(o *runs.Opened, from *part, path string, raw []byte) (*counted, error) {
	c := &counted{project: p, run: o, part: from}
	for _, f := range from.model.Files {
		if f.Path == path && (c.file == nil || lineends.Hash(raw) == f.Hash) {
			c.file = f
		}
	}
	switch {
	case c.file == nil:
		return nil, errNotInRun
	case !c.file.Measured:
		return nil, fmt.Errorf("%s: %s", errNotInRun, c.file.Omitted[0].Reason)
	}
	src, err := source.Load(from.model, c.file)
	if found := lineends.Find(raw, c.file.Hash); err != nil && found != nil {
		src, err = source.Of(&report.File{}, found), nil // only the editor has it; its text is UTF-8
	}
	if err != nil {
		return nil, err
	}
	c.source, c.placed = src, src.Placed(c.file)
	return c, nil
}
