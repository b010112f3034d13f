// Package runmodel joins the data of a run (maps, counts, test reports) with sources and settings into a report.Model.
// The pipeline does so at its end, and so does each command that reads a run.
//
// Data has the maps and counts. Read reads them from the folders of a build that has just ended, Open from a run. Model
// makes the model. After that, Forget can drop maps and counts, which are large in a large project.
//
// # Sources
//
// Sources returns a function that reads the source of a file by path and SHA-256, with the line ends that the hash is
// for. It tries the user's file, the copy that was built, the sources that a run by test keeps (runs.SourcesDir), and
// the commits of the run and of its parts. From a commit it takes the file as it is in the repository or as Git checks
// it out (git.File). It fetches nothing. A file that is not found is shown without its source.
package runmodel

import (
	"slices"
	"sync"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/counts"
	"jprof/internal/format/jfr"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/format/testreports"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/git"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/assemble"
	"jprof/report/tests/next"
	"jprof/report/tests/testview"
	"jprof/report/times"
)

// Data has the counts of a run and its maps.
type Data struct {
	Run    runs.Run
	Dir    string     // the folder of the run, "" for none
	Store  runs.Store // of the project that has the sources
	Sets   []Set
	Older  []Set // see assemble.Input
	Totals *counts.Totals
	// Tests reads the counts by test. The error is a *runs.NoTestsError if the run has none.
	Tests func() (*testcounts.Counts, error)
	// Times has the samples of a run with --time, nil for others. Open does not read them; ReadTimes does.
	Times     *jfr.Samples
	ReadTimes func() (*jfr.Samples, error)
	// TakeVarying means that methods whose counts vary between equal runs are compared like all others.
	TakeVarying bool
}

// Set is the map of a source set.
type Set struct {
	*probe.Set
	Path string // of its file
}

// Forget drops the maps and the counts. It is called when a model has their content, because the model takes as much
// memory as they do.
func (d *Data) Forget() { d.Sets, d.Older, d.Totals, d.Tests = nil, nil, nil, nil }

// Maps returns the maps without their paths.
func (d *Data) Maps() []*probe.Set { return mapsOf(d.Sets) }

func mapsOf(sets []Set) []*probe.Set {
	out := make([]*probe.Set, len(sets))
	for i, s := range sets {
		out[i] = s.Set
	}
	return out
}

// Read reads maps, and the counts in the folders dir and shared that were written at notBefore or later. This includes
// the counts of test steps (see counts.Steps). shared may be "" (see counts.Shared). The function read returns the
// sources.
func Read(maps []string, dir, shared string, steps []string, notBefore time.Time, read ReadSource) (*Data, error) {
	d, err := readMaps(maps)
	if err != nil {
		return nil, err
	}
	d.Tests = func() (*testcounts.Counts, error) { return nil, &runs.NoTestsError{Run: d.Run} }
	d.Totals, err = counts.Collect(dir, d.Maps(), notBefore, collecting(shared, steps, read)...)
	return d, err
}

// ReadByTest reads what Read reads, and divides the counts among the tests.
func ReadByTest(maps []string, dir, shared string, steps []string, notBefore time.Time, read ReadSource) (
	*Data, error) {
	d, err := readMaps(maps)
	if err != nil {
		return nil, err
	}
	var tests *testcounts.Counts
	d.Totals, tests, err = testcounts.Collect(dir, d.Maps(), notBefore, collecting(shared, steps, read)...)
	d.Tests = func() (*testcounts.Counts, error) { return tests, nil }
	return d, err
}

// Drop removes the maps for which the function drop returns true. These must have no counts.
func (d *Data) Drop(drop func(Set) bool) {
	n := len(d.Sets)
	d.Sets = slices.DeleteFunc(d.Sets, drop)
	if tests, err := d.Tests(); err == nil && len(d.Sets) < n {
		tests = tests.In(d.Maps())
		d.Tests = func() (*testcounts.Counts, error) { return tests, nil }
	}
}

func collecting(shared string, steps []string, read ReadSource) []counts.Option {
	return []counts.Option{counts.Sources(read), counts.Shared(shared), counts.Steps(steps)}
}

// readMaps returns the data of a build with its maps but without counts.
func readMaps(maps []string) (*Data, error) {
	d := &Data{}
	for _, path := range maps {
		set, err := probe.ReadFile(path)
		if err != nil {
			return nil, err
		}
		d.Sets = append(d.Sets, Set{set, path})
	}
	return d, nil
}

// Model makes a model of the maps, the counts and the sources, by the settings of the project. It warns of faults in
// the comments of the sources.
func (d *Data) Model(u *term.UI, conf settings.Settings) (*report.Model, error) {
	model, err := assemble.Model(d.input(u, conf))
	return warned(model, err, u)
}

// Models returns the model, and the model with counts by test. The second one is nil if the run has no counts by test.
// Otherwise Models drops the maps and counts as ByTest does.
func (d *Data) Models(u *term.UI, conf settings.Settings) (*report.Model, *testview.Model, error) {
	if !d.Run.HasTests() {
		model, err := d.Model(u, conf)
		return model, nil, err
	}
	tests, err := d.ByTest(u, conf)
	if err != nil {
		return nil, nil, err
	}
	return tests.Report, tests, nil
}

// Next returns what is known of the run beside its models, to rank where to test next.
func (d *Data) Next(tests *testview.Model) next.Input {
	return next.Input{Tests: tests, Merged: len(d.Run.Parts) > 0, Changes: git.Commits(d.Store.Abs(d.Run.Sources))}
}

// TimesOf joins the samples of the run with its model. It returns nil if the run has none.
func (d *Data) TimesOf(model *report.Model) (*times.Model, error) {
	samples := d.Times
	if samples == nil && d.ReadTimes != nil {
		var err error
		if samples, err = d.ReadTimes(); err != nil {
			return nil, err
		}
	}
	if samples == nil {
		return nil, nil
	}
	return times.New(model, samples), nil
}

// TimesBeside joins the samples of the run with its model, as TimesOf does, to show times beside counts. It returns nil
// if there is no sample. If the samples cannot be read, it prints a warning and returns nil.
func (d *Data) TimesBeside(u *term.UI, model *report.Model) *times.Model {
	m, err := d.TimesOf(model)
	if err != nil {
		u.Warn("no times are shown: %s", err)
	}
	if m != nil && m.Samples.All.Samples == 0 { // the reason was printed when the run ended
		return nil
	}
	return m
}

// ByTest returns the model with counts by test. Its Report is the result of Model. The error is a *runs.NoTestsError if
// the run has no counts by test. ByTest drops the maps and counts when it does not need them any more: see Forget.
func (d *Data) ByTest(u *term.UI, conf settings.Settings) (*testview.Model, error) {
	model, formulas, err := assemble.ModelAndFormulas(d.input(u, conf))
	if model, err = warned(model, err, u); err != nil {
		return nil, err
	}
	tests, err := d.Tests() // not earlier, because making the model takes most memory
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, t := range d.Run.Tests {
		names[t.ID] = StepName(t)
	}
	d.Forget()
	return testview.New(testview.Input{Report: model, Sources: formulas.Sources(), Counts: tests,
		Suites: model.TestSuites(), Module: d.Run.FolderOf,
		StepName: func(step string) string { return names[step] }}), nil
}

// input returns the input of assemble.Model.
func (d *Data) input(u *term.UI, conf settings.Settings) assemble.Input {
	varying := d.Run.AllVarying()
	store, run, dir := d.Store, d.Run, d.Dir // the model keeps Tests, which must not keep the maps and counts in d
	return assemble.Input{
		Varies: func(path, label string) bool {
			return varying[runs.Method{Path: path, Label: label}] && !d.TakeVarying
		},
		Title:        d.Run.Title,
		Run:          d.Info(),
		Sets:         d.Maps(),
		Older:        mapsOf(d.Older),
		Counters:     d.Totals.Counters,
		Steps:        reportSteps(d.Run.Tests),
		StepCounters: d.Totals.CountersOf,
		Source:       Sources(d.Store, d.Run, d.Dir),
		Tests:        sync.OnceValue(func() []testreports.Suite { return testSuites(u, store, run, dir) }),
		Exclude:      conf.Excluded(),
	}
}

// warned prints the warnings of a model, which are about the comments of sources.
func warned(model *report.Model, err error, u *term.UI) (*report.Model, error) {
	if err != nil {
		return nil, err
	}
	for _, w := range model.Warnings {
		u.Warn("%s:%d: %s", w.Path, w.Line, w.Text)
	}
	return model, nil
}

// testSuites reads the test reports of a run, or those of its parts, if they are on this machine.
func testSuites(u *term.UI, s runs.Store, r runs.Run, dir string) []testreports.Suite {
	suites, problems := s.TestReports(r, dir)
	for _, err := range problems {
		u.Warn("test report: %v", err)
	}
	return suites
}

// Info returns the facts of the run for a report.
func (d *Data) Info() report.RunInfo {
	info := InfoOf(d.Run)
	info.Saturated = d.Totals.Saturated()
	return info
}

// InfoOf returns the facts of a run for reports, whatever it has recorded.
func InfoOf(r runs.Run) report.RunInfo {
	info := report.RunInfo{ID: r.ID, Label: r.Label, Command: r.Command, Start: r.Started, Tool: r.Tool,
		ExitCode: r.ExitCode, JVMs: r.Writers(), Carried: r.CarriedNote(),
		Part: r.Part()}
	if r.Commit != nil {
		info.Commit, info.Changed = r.Commit.ID, len(r.Commit.Dirty)
	}
	for _, f := range r.Forwarded() {
		info.Forwarded = append(info.Forwarded,
			report.Forwarded{Run: f.From, Label: f.Label, Age: f.Age, Parts: f.Parts})
	}
	if t := r.Results; t != nil {
		info.Tests = report.TestResults(*t)
	}
	for _, leaf := range r.Leaves() {
		info.Build = info.Build || leaf.IsBuild()
		if leaf.Failed() {
			info.Failed = append(info.Failed, report.FailedRun{ID: leaf.ID, Build: leaf.IsBuild(),
				ExitCode: leaf.ExitCode, Interrupted: leaf.Interrupted,
				NotFinished: leaf.NotFinished, Modules: leaf.FailedModules,
				TestsFailedIn: leaf.TestsFailedIn})
		}
	}
	for _, s := range r.Shards() {
		info.Shards = append(info.Shards, report.Shards(s))
	}
	for _, n := range r.NotBuilt {
		info.NotBuilt = append(info.NotBuilt, report.NotBuilt(n))
	}
	for _, l := range r.Unmeasured { // a merged run has those of its parts
		info.OmittedFolders = append(info.OmittedFolders, report.SourceFolder(l))
	}
	return info
}

// WithoutCounters lists the folders with sources that a run compiled without counters. The second list has the folders
// that the settings exclude.
func WithoutCounters(r runs.Run, conf settings.Settings) (omitted, excluded []report.SourceFolder) {
	return conf.Excluded().Folders(InfoOf(r).OmittedFolders)
}

// Open reads the counts of a run.
func Open(o *runs.Opened) (*Data, error) { return OpenPart(o, nil) }

// OpenPart reads the counts of a run in the packages whose names only accepts; nil accepts all.
func OpenPart(o *runs.Opened, only func(pkg string) bool) (*Data, error) {
	if o.JVMs == 0 {
		hint := "jprof runs lists the runs"
		if o.IsContexts() {
			hint = "for counts, run it without --contexts"
		}
		return nil, runs.NoRun(term.Errorf(hint, "run %s has no counts: %s", o.ID, o.NoCounts()))
	}
	c, err := o.ReadPart(only)
	if err != nil {
		return nil, err
	}
	d := &Data{Run: o.Run, Dir: o.Dir, Store: o.Store, Totals: c.Totals, Tests: c.Tests}
	if o.HasTimes() {
		d.ReadTimes = o.Times
	}
	for _, set := range c.Maps {
		d.Sets = append(d.Sets, Set{set.Set, set.Path})
	}
	for _, set := range c.Older {
		d.Older = append(d.Older, Set{set.Set, set.Path})
	}
	return d, nil
}

// TotalsOf returns the totals of a report in the form in which a run keeps them.
func TotalsOf(model *report.Model) runs.Totals {
	return runs.Totals{
		Methods:  runs.Share(model.Totals.Methods),
		Lines:    runs.Share(model.Totals.Lines),
		Branches: runs.Share(model.Totals.Branches),
	}
}

// reportSteps returns the test steps of a run in the form for its report.
func reportSteps(tests []runs.TestStep) []assemble.Step {
	var out []assemble.Step
	for _, t := range tests {
		out = append(out, assemble.Step{ID: t.ID, Module: t.Module,
			Integration: t.Kind == string(buildtools.IntegrationTests)})
	}
	return out
}

// CountsNothing reports whether a source set has counters that no JVM has used.
func (d *Data) CountsNothing(s Set) bool {
	has := false
	for _, p := range s.Packages {
		if d.Totals.Counters(p.ID) != nil {
			return false
		}
		has = has || p.Counters() > 0
	}
	return has
}
