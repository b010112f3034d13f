package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"jprof/internal/counts"
	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/testreports"
	"jprof/internal/ui"
	"jprof/report"
	"jprof/report/html"
	"jprof/report/text"
)

// measured is what a build or program has left behind: what reports are made of.
type measured struct {
	run    runs.Run
	dir    string // where it is kept, "" for nowhere
	sets   []measuredSet
	older  []*probe.Set // see report.Input
	totals *counts.Totals
	// takeVarying tells to treat methods that vary between equal runs like all others.
	takeVarying bool
	// testReports copies test reports to a folder; nil for none.
	testReports func(dest string) error
}

// measuredSet is the map of a source set.
type measuredSet struct {
	*probe.Set
	path string // of its file
}

// forget drops the maps and the counts once they are in a model: they take as much memory as that.
func (m *measured) forget() { m.sets, m.older, m.totals = nil, nil, nil }

// probes are the maps without where they come from.
func (m *measured) probes() []*probe.Set {
	out := make([]*probe.Set, len(m.sets))
	for i, s := range m.sets {
		out[i] = s.Set
	}
	return out
}

// readMeasured reads maps, and the counts in the folders dir and shared ("" for none, see counts.Shared) that were
// written at notBefore or later, also those of test steps (see counts.Steps). read gives the sources.
func readMeasured(maps []string, dir, shared string, steps []string, notBefore time.Time, read readSource) (*measured, error) {
	m := &measured{}
	for _, path := range maps {
		set, err := probe.ReadFile(path)
		if err != nil {
			return nil, err
		}
		m.sets = append(m.sets, measuredSet{set, path})
	}
	var err error
	m.totals, err = counts.Collect(dir, m.probes(), notBefore, counts.Sources(read), counts.Shared(shared), counts.Steps(steps))
	return m, err
}

// save keeps a run, with or without counts. One without retires the report of an older run.
func (j *job) save(s runs.Store, m *measured) error {
	for _, set := range m.sets {
		files, counted := 0, 0
		for _, p := range set.Packages {
			for _, f := range p.Files {
				files++
				if !f.Omitted() {
					counted++
				}
			}
		}
		m.run.Sets = append(m.run.Sets, runs.Set{
			Module: set.Module, Name: set.Name, Map: setID{set.Module, set.Name}.fileName() + ".map",
			Files: files, Measured: counted,
		})
	}
	slices.SortFunc(m.run.Sets, func(a, b runs.Set) int { return strings.Compare(a.Map, b.Map) })
	m.run.JVMs, m.run.Incomplete = m.totals.JVMs(), m.totals.Problems()
	m.run.JDK = strings.Join(m.totals.Java(), ", ")
	j.warn(m.run)
	err := s.Save(&m.run, func(dir string) error {
		if err := os.Mkdir(filepath.Join(dir, "maps"), 0o777); err != nil {
			return err
		}
		for _, set := range m.sets {
			name := setID{set.Module, set.Name}.fileName() + ".map"
			if err := copyFile(set.path, filepath.Join(dir, "maps", name)); err != nil {
				return err
			}
		}
		if err := m.totals.WriteFile(filepath.Join(dir, "counts")); err != nil {
			return err
		}
		if m.testReports == nil {
			return nil
		}
		if err := m.testReports(filepath.Join(dir, testReportsDir)); err != nil {
			return err
		}
		m.run.Results = results(filepath.Join(dir, testReportsDir))
		return nil
	})
	if err == nil && m.run.Label != "" {
		err = s.SetLabel(m.run.ID, m.run.Label) // another run may have it
	}
	if err != nil {
		return err
	}
	j.saved = append(j.saved, m.run.ID)
	m.dir = s.RunDir(m.run.ID)
	if m.run.JVMs == 0 {
		return j.retireReport(s, m)
	}
	return nil
}

// retireReport replaces the report of an older run by a page that says that the newest run, m, has no counts: who
// publishes the folder after each build would publish the older report as that of the newest. Where no report is, none
// is written.
func (j *job) retireReport(s runs.Store, m *measured) error {
	if !paths.Exists(s.Report()) {
		return nil
	}
	page := html.NoCounts{Title: m.run.Title, Run: m.info(), Reason: noCounts(m.run)}
	if o, err := s.NewestWithCounts(); err == nil && o.JVMs > 0 {
		page.Older = o.ID
	}
	return html.WriteDir(s.Report(), func(out html.Output) error { return html.WriteNoCounts(page, out) })
}

// finish saves a run and writes the report on it.
func (j *job) finish(s runs.Store, m *measured) error {
	if err := j.save(s, m); err != nil {
		return err
	}
	if m.run.JVMs == 0 {
		j.ui.Info("%s; no new report", noCounts(m.run))
		return nil
	}
	model, err := j.model(s, m)
	if err != nil {
		return err
	}
	m.forget()
	if err := s.SetTotals(m.run.ID, totalsOf(model)); err != nil {
		return err
	}
	if err := j.writeReport(model, s.Report()); err != nil {
		return err
	}
	j.summary(m.run, model, s.Report())
	return nil
}

// results adds up the tests of the reports in a folder; nil where it has none. What cannot be read is told with the report.
func results(dir string) *runs.Results {
	suites, _ := testreports.Read(dir)
	if len(suites) == 0 {
		return nil
	}
	var r runs.Results
	for i := range suites {
		r.Tests += len(suites[i].Cases)
		r.Failed += suites[i].Count(testreports.Failed)
		r.Skipped += suites[i].Count(testreports.Skipped)
	}
	return &r
}

// warn tells what may be missing from the counts of a run.
func (j *job) warn(r runs.Run) {
	for _, p := range r.Incomplete {
		j.ui.Warn("%s", p)
	}
}

// warnNotBuilt lists the modules that were not built.
func (j *job) warnNotBuilt(r report.RunInfo) {
	for i, m := range r.ModulesNotBuilt() {
		if i == maxListed {
			j.ui.Warn("%d more modules were not built", len(r.ModulesNotBuilt())-i)
			break
		}
		j.ui.Warn("%s", m.Text())
	}
}

// noCounts says why there is nothing to report.
func noCounts(r runs.Run) string {
	what := "no JVM wrote counts: "
	switch program := !r.IsBuild(); {
	case r.Interrupted:
		what += "interrupted before"
	case r.ExitCode != 0 && program:
		what += "the program failed before"
	case r.Failed():
		what += "the build failed before"
	default:
		what += "no instrumented code was executed"
	}
	return what
}

// writeReport writes the pages for people.
func (j *job) writeReport(model *report.Model, dir string) error {
	return j.writePages("writing the report", dir, func(out html.Output) error { return html.Write(model, out) })
}

// writePages writes a folder of pages, and tells so while it does.
func (j *job) writePages(what, dir string, write func(html.Output) error) error {
	p := j.ui.Progress(what, -1)
	defer p.Done()
	return html.WriteDir(dir, write)
}

// summary ends a run: what was measured, and where to look.
func (j *job) summary(r runs.Run, model *report.Model, dir string) {
	if r.Interrupted {
		j.ui.Warn("interrupted: counted until the interruption")
	}
	j.warnNotBuilt(model.Run)
	j.ui.Info("%s", text.Summary(model))
	j.ui.Result("report: %s", filepath.Join(dir, "index.html"))
}

// model joins maps, counts and sources, by the settings of the project, and warns of what is wrong in
// the sources.
func (j *job) model(s runs.Store, m *measured) (*report.Model, error) {
	conf, err := settings.Read(s.Project)
	if err != nil {
		return nil, err
	}
	varying := m.run.AllVarying()
	model, err := report.Build(report.Input{
		Varies:       func(path, label string) bool { return varying[runs.Method{Path: path, Label: label}] && !m.takeVarying },
		Title:        m.run.Title,
		Run:          m.info(),
		Sets:         m.probes(),
		Older:        m.older,
		Counters:     m.totals.Counters,
		Steps:        reportSteps(m.run.Tests),
		StepCounters: m.totals.CountersOf,
		Source:       sources(s, m.run),
		Tests:        sync.OnceValue(func() []testreports.Suite { return j.testSuites(s, m) }),
		Exclude:      conf.Excluded(),
	})
	if err != nil {
		return nil, err
	}
	for _, w := range model.Warnings {
		j.ui.Warn("%s:%d: %s", w.Path, w.Line, w.Text)
	}
	return model, nil
}

// testSuites reads the test reports of the run, or of the runs that it was merged from, as far as they are here.
func (j *job) testSuites(s runs.Store, m *measured) (suites []testreports.Suite) {
	dirs := []string{m.dir}
	for _, part := range m.run.Parts {
		dirs = append(dirs, s.RunDir(part.ID))
	}
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		list, problems := testreports.Read(filepath.Join(dir, testReportsDir))
		for _, err := range problems {
			j.ui.Warn("test report: %v", err)
		}
		suites = append(suites, list...)
	}
	return suites
}

// testReportsDir is where a run has the test reports of the build.
const testReportsDir = "test-reports"

// info is what reports say of the run.
func (m *measured) info() report.RunInfo {
	r := m.run
	info := report.RunInfo{ID: r.ID, Label: r.Label, Command: r.Command, Start: r.Started, Tool: r.Tool, ExitCode: r.ExitCode, JVMs: r.JVMs,
		Saturated: m.totals.Saturated()}
	if r.Commit != nil {
		info.Commit, info.Changed = r.Commit.ID, len(r.Commit.Dirty)
	}
	if t := r.Results; t != nil {
		info.Tests = report.TestResults(*t)
	}
	for _, leaf := range r.Leaves() {
		info.Build = info.Build || leaf.IsBuild()
		if leaf.Failed() {
			info.Failed = append(info.Failed, report.FailedRun{ID: leaf.ID, Build: leaf.IsBuild(), ExitCode: leaf.ExitCode, Interrupted: leaf.Interrupted,
				Modules: leaf.FailedModules})
		}
	}
	for _, n := range r.NotBuilt {
		info.NotBuilt = append(info.NotBuilt, report.NotBuilt(n))
	}
	for _, l := range r.Left { // of a merged run those of its parts
		info.OmittedFolders = append(info.OmittedFolders, report.SourceFolder(l))
	}
	return info
}

// tellSaturated warns where numbers have come to their end.
func (j *job) tellSaturated(model *report.Model) {
	if model.Saturated() {
		j.ui.Warn("run %s: %s", model.Run.ID, report.SaturatedNote)
	}
}

// openMeasured reads what a run has left.
func openMeasured(o *runs.Opened) (*measured, error) {
	if o.JVMs == 0 {
		return nil, runs.NoRun(ui.Errorf("jprof runs lists the runs", "run %s has no counts: %s", o.ID, noCounts(o.Run)))
	}
	c, err := o.Read()
	if err != nil {
		return nil, err
	}
	m := &measured{run: o.Run, dir: o.Dir, totals: c.Totals}
	for _, set := range c.Maps {
		m.sets = append(m.sets, measuredSet{set.Set, set.Path})
	}
	for _, set := range c.Older {
		m.older = append(m.older, set.Set)
	}
	return m, nil
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}
