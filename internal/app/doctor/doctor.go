// Package doctor examines this machine, the project of a folder and its newest run: the tools that jprof finds, the
// sources that it will count, and the gaps of the run. It builds nothing and writes no files to the project. Its result
// is a value, a Diagnosis; internal/app/cli prints it.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/java/jdks"
	"jprof/internal/measure/program"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
	"jprof/internal/util/systems"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/runner"
)

// Diagnosis is the result of Examine.
type Diagnosis struct {
	Here       []Finding // of this machine and this project
	Sets       []Set
	SetsFrom   string // the origin of the source sets, as "the poms declare"
	Unmeasured []Gap
	NewestRun  []Finding
}

// Problems returns the number of problems found.
func (d *Diagnosis) Problems() int {
	n := 0
	for _, f := range slices.Concat(d.Here, d.NewestRun) {
		if f.Problem {
			n++
		}
	}
	return n
}

// examiner collects a diagnosis.
type examiner struct {
	Diagnosis
	env         environ.Env
	ui          *term.UI
	tools       buildtools.Registry
	ofRun       bool // findings now go to those of the newest run
	settings    settings.Settings
	badSettings error // the error in them
}

// Finding is a line of a diagnosis.
type Finding struct {
	What    string   `json:"what"`  // the examined thing
	Under   bool     `json:"under"` // it belongs to the last finding that is under none
	Text    string   `json:"text"`
	Problem bool     `json:"problem"` // jprof would fail, or its numbers are wrong
	Hints   []string `json:"hints"`
}

// Set is a source set.
type Set struct {
	Module   string   `json:"module"`
	Set      string   `json:"set"`
	Files    int      `json:"files"`
	Counted  int      `json:"counted"` // the number of those that get counters
	Encoding string   `json:"encoding"`
	Level    string   `json:"level"` // of the language, "" where it is not known
	Roots    []string `json:"roots"`
}

// Gap is a place that will be unmeasured.
type Gap struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// add adds a finding.
func (d *examiner) add(f Finding) {
	if f.Hints == nil {
		f.Hints = []string{}
	}
	if f.What, f.Under = strings.CutPrefix(f.What, "  "); d.ofRun {
		d.NewestRun = append(d.NewestRun, f)
	} else {
		d.Here = append(d.Here, f)
	}
}

// line adds a finding that is no problem. One that starts with two spaces belongs to the one before.
func (d *examiner) line(what, text string) { d.add(Finding{What: what, Text: text}) }

// wrong adds a problem.
func (d *examiner) wrong(what string, err error) {
	d.add(Finding{What: what, Text: err.Error(), Problem: true, Hints: term.Hints(err)})
}

// Examine examines this machine, the project, and its newest run. The project has the build file named file or, if that
// is "", is in the working directory.
func Examine(ctx context.Context, env environ.Env, u *term.UI, tools buildtools.Registry, file string) *Diagnosis {
	d := &examiner{env: env, ui: u, tools: tools}
	d.examine(ctx, file)
	return &d.Diagnosis
}

func (d *examiner) examine(ctx context.Context, file string) {
	env := d.env
	d.line("jprof", fmt.Sprintf("%s, %s/%s", version.String(), runtime.GOOS, runtime.GOARCH))
	d.limits(runtime.GOOS)
	if kit, err := program.FindJDK(env); err != nil {
		d.wrong("JDK for jprof run", err)
	} else {
		d.line("JDK for jprof run", jdks.Name(kit.Level())+" in "+kit.Home())
	}
	d.contexts()
	build, err := d.build(file)
	if store, ok := d.program(file, err); ok {
		d.line("project", fmt.Sprintf("%s, programs for jprof run (%s)", store.Project, d.tools.Missing()))
		d.readSettings(store.Project)
		d.lastRun(store, nil)
		return
	}
	if err != nil {
		d.wrong("project", err)
		return
	}
	project := build.About().Project
	d.line("project", fmt.Sprintf("%s, %s", project.Home, words.Plural(len(project.Modules), "module")))
	for _, part := range project.Parts {
		if path := filepath.Join(project.Root, filepath.FromSlash(part)); path != project.Home {
			d.line("  with", path)
		}
	}
	cache, err := d.env.MakeCache()
	if err != nil {
		d.wrong("cache", err)
		return
	}
	s := runs.NewStore(d.env, project.Home)
	d.readSettings(s.Project)
	sets, as := d.examineBuild(ctx, build, cache)
	d.copied(cache, s.Project)
	d.lastRun(s, d.sources(ctx, sets, as, project, cache))
}

// limits adds a line for each limit of jprof on a system.
func (d *examiner) limits(system string) {
	for _, text := range systems.Limits(system) {
		d.line("  on "+systems.Name(system), text)
	}
}

// program finds the folder of jprof run, if there is no build (err): one with runs, or with Java files.
func (d *examiner) program(file string, err error) (runs.Store, bool) {
	if file != "" || !errors.Is(err, buildtools.ErrNoBuild) {
		return runs.Store{}, false
	}
	if s, err := runs.FindStore(d.env.Dir); err == nil {
		return runs.NewStore(d.env, s.Project), true
	}
	sources, err := filepath.Glob(filepath.Join(d.env.Dir, "*.java"))
	return runs.Store{Project: d.env.Dir}, err == nil && len(sources) > 0
}

// readSettings reads the settings of a project.
func (d *examiner) readSettings(root string) {
	if d.settings, d.badSettings = settings.Read(root); d.badSettings != nil {
		d.wrong("settings", d.badSettings)
	} else if path := filepath.Join(root, settings.FileName); paths.Exists(path) {
		d.line("settings", path)
		d.unmatched(root)
	}
}

// unmatched adds a line for each pattern of the settings that matches nothing in the project, and in the copy that the
// newest run has built.
func (d *examiner) unmatched(root string) {
	folders, generated := []string{root}, []string(nil)
	if newest := (runs.Store{Project: root}).Last(); newest != nil {
		if newest.Mirror != "" {
			folders = append(folders, newest.Mirror)
		}
		for _, u := range newest.Unmeasured { // the copy may be gone, or on another machine
			for _, name := range u.Names {
				generated = append(generated, u.Path+"/"+name)
			}
		}
	}
	list, err := settings.FindUnmatched(root, true, generated, folders...)
	if err != nil {
		d.wrong("  patterns", err)
	}
	for _, u := range list {
		d.line("  no match", u.String())
	}
}

// copied adds the path and the size of the copy of the project.
func (d *examiner) copied(cache, project string) {
	dir, root, ok := runner.FindWorkspace(cache, project)
	if !ok || root != project {
		d.line("copy", "none yet, will be in "+cache)
		return
	}
	u, err := runner.UsageOf(dir)
	if err != nil {
		d.wrong("copy", err)
		return
	}
	d.line("copy", fmt.Sprintf("%s, %s in %s (jprof clean removes it)", dir, words.Bytes(u.Bytes),
		words.Plural(u.Files, "file")))
}

// sources reports what would be measured, by instrumenting all of it, and returns the source sets.
func (d *examiner) sources(ctx context.Context, sets []buildtools.SourceSet, as string, project buildtools.Project,
	cache string) []shadow.ID {
	if len(sets) == 0 {
		d.line("sources", "none that "+as+": plugins may add some in the build")
		return nil
	}
	tmp, err := os.MkdirTemp(cache, "doctor-*")
	if err != nil {
		d.wrong("sources", err)
		return nil
	}
	defer os.RemoveAll(tmp)
	d.SetsFrom = as
	var found []shadow.ID
	for i, set := range sets {
		found = append(found, shadow.ID{Module: set.Module.ID, Name: set.Name})
		own := filepath.Join(tmp, fmt.Sprint(i))
		result, err := d.tryOut(ctx, set, project, own)
		if err != nil {
			d.wrong(set.Module.ID, err)
			continue
		}
		f := Set{
			Module: set.Module.ID, Set: set.Name, Files: result.Files, Counted: result.Measured,
			Encoding: set.Encoding, Level: set.Level, Roots: []string{},
		}
		for _, root := range set.Roots {
			f.Roots = append(f.Roots, shadow.FromHome(project.Home,
				filepath.Join(project.Root, filepath.FromSlash(root))))
		}
		d.Sets = append(d.Sets, f)
		for _, n := range result.Unmeasured {
			d.Unmeasured = append(d.Unmeasured, Gap{n.Path, int(n.Line), n.Reason})
		}
		os.RemoveAll(own) // room for the next one; leftovers are deleted at the end
	}
	return found
}

// tryOut instruments a source set into the folder tmp.
func (d *examiner) tryOut(ctx context.Context, set buildtools.SourceSet, project buildtools.Project,
	tmp string) (*instrument.Result, error) {
	roots, options, err := shadow.Input(d.settings, set, project, tmp, map[string]string{})
	if err != nil {
		return nil, err
	}
	w, err := probe.NewWriter(io.Discard, version.String(), set.Module.ID, set.Name)
	if err != nil {
		return nil, err
	}
	options.JavaOnly = true
	return instrument.Tree(ctx, roots, options, w)
}

// lastRun reports on the newest run of each kind. found are the source sets of the project.
func (d *examiner) lastRun(s runs.Store, found []shadow.ID) {
	d.ofRun = true
	list, bad := s.List()
	for _, err := range bad {
		d.wrong("runs", err)
	}
	if len(list) == 0 {
		d.line("newest run", "none yet")
		return
	}
	live.Mark(list, live.Find(s))
	if r := list.Last(runs.Run.IsCounts); r != nil {
		d.lastCounts(r, found)
	}
	if r := list.Last(runs.Run.IsContexts); r != nil {
		d.lastContexts(r)
	}
}

// ofRunLine adds the command and the result of a run. The next findings belong to it.
func (d *examiner) ofRunLine(what string, r *runs.Opened, wrote string) {
	d.line(what, fmt.Sprintf("%s: %s", r.ID, words.Command(r.Command)))
	result := r.HowEnded()
	if !r.NotFinished {
		result += fmt.Sprintf("; %s; took %s, ended %s", wrote, r.Took(), words.Time(r.Ended))
	}
	d.line("  result", result)
}

// folders adds a line for each folder of sources without counters.
func (d *examiner) folders(what string, list []report.SourceFolder) {
	for _, f := range list {
		d.line(what, fmt.Sprintf("%s in %s (%s, %s): %s", words.Plural(f.Files, "source"), f.Path, f.Module, f.Set,
			f.Reason))
	}
}

// lastCounts reports on the newest run that was made to count.
func (d *examiner) lastCounts(r *runs.Opened, found []shadow.ID) {
	d.ofRunLine("newest run", r, words.Plural(r.JVMs, "JVM")+" wrote counts")
	for _, p := range r.Incomplete {
		if !r.NotFinished { // then that is why there are no counts
			d.line("  incomplete", p)
		}
	}
	omitted, excluded := runmodel.WithoutCounters(r.Run, d.settings)
	d.folders("  unmeasured", omitted)
	d.folders("  excluded", excluded)
	if r.JVMs == 0 {
		d.line("  no counts", r.NoCounts())
		return
	}
	m, err := runmodel.Open(r)
	if err != nil {
		d.wrong("  counts", err)
		return
	}
	for _, set := range m.Sets {
		if m.CountsNothing(set) {
			d.line("  never loaded", fmt.Sprintf("%s (%s): none of its code was executed", set.Module, set.Name))
		}
	}
	for _, id := range found {
		if !slices.ContainsFunc(r.Sets, func(rs runs.Set) bool {
			return rs.Module == id.Module && strings.HasPrefix(rs.Name, id.Name)
		}) {
			d.line("  not compiled", fmt.Sprintf("%s (%s): not part of that run", id.Module, id.Name))
		}
	}
	if d.badSettings != nil {
		d.wrong("  report", d.badSettings)
		return
	}
	model, err := m.Model(d.ui, d.settings)
	if err != nil {
		d.wrong("  report", err)
		return
	}
	for _, p := range model.Problems {
		d.wrong("  checks", fmt.Errorf("%s:%d: %s", p.Path, p.Line, p.Text))
	}
	if len(model.Problems) == 0 {
		d.line("  checks", "counts are consistent")
	}
}
