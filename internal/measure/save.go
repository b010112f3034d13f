package measure

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"

	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/runs/history"
	"jprof/internal/runs/live"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/runs/selection"
	"jprof/runner"
)

// finish saves a run and writes the report on it.
func (m *measurement) finish(d *runmodel.Data, reports readReports) error {
	m.setPhase(live.Reporting)
	if err := m.save(d, reports); err != nil {
		return err
	}
	if d.Run.JVMs == 0 {
		m.ui.Info("%s; no new report", d.Run.NoCounts())
		return nil
	}
	m.reportByTest(d.Run)
	m.reportTimes(d.Times, "jprof top --by time")
	data, err := reportdir.DataOf(m.ui, m.settings, d)
	if err != nil {
		return err
	}
	totals := runmodel.TotalsOf(data.Model)
	if totals.Lines.Covered > 0 || len(d.Run.CompileErrors) == 0 { // else nothing could run
		err = m.store.SetTotals(d.Run.ID, totals)
	}
	if err == nil {
		err = reportdir.Report(m.ui, m.store, data, m.store.Report())
	}
	reportdir.Summary(m.ui, data.Model)
	m.reported(err, "index.html")
	return nil
}

// reported prints the path of a page of the run's report. err is the error of writing the report, nil for none. It
// becomes a warning, because the run is kept, and the exit code stays that of the build or program.
func (m *measurement) reported(err error, page string) {
	if err == nil {
		m.ui.Result("report: %s", filepath.Join(m.store.Report(), page))
		return
	}
	m.ui.Warn("the run %s is kept, but its report could not be written: %v", m.before.ID, err)
	m.hintReport(err, "then jprof report --run "+m.before.ID+" writes it")
}

// retired prints a warning if the report on an older run could not be replaced. err is the error of the attempt, nil
// for none.
func (m *measurement) retired(err error) {
	if err == nil {
		return
	}
	m.ui.Warn("the run %s is kept, but jprof could not replace the report of an older run: %v", m.before.ID, err)
	m.hintReport(err, "do not publish "+m.store.Report())
}

// hintReport prints hints for an error of writing the report. The last hint is the argument then.
func (m *measurement) hintReport(err error, then string) {
	more := []string{then}
	if runner.IsDiskFull(err) {
		more = []string{"make room on that disk", then}
	}
	m.ui.Hints(m.store.Explain(err), more...)
}

// save saves a run, with or without counts. If it has none, the report of an older run is removed. reports is
// nil for a build without test reports.
func (m *measurement) save(d *runmodel.Data, reports readReports) error {
	reportdir.WarnIncomplete(m.ui, d.Run)
	tests, err := d.Tests()
	if err != nil && !errors.As(err, new(*runs.NoTestsError)) {
		return err
	}
	err = m.store.Save(&d.Run, func(dir string) error {
		if err := os.Mkdir(filepath.Join(dir, "maps"), 0o777); err != nil {
			return err
		}
		for _, set := range d.Sets {
			if err := copyFile(set.Path, mapPath(filepath.Join(dir, "maps"), set)); err != nil {
				return err
			}
		}
		if err := d.Totals.WriteFile(filepath.Join(dir, runs.CountsFile)); err != nil {
			return err
		}
		if d.Times != nil {
			if err := d.Times.Write(filepath.Join(dir, runs.TimesFile)); err != nil {
				return err
			}
		}
		if err := m.saveTests(d, tests, dir); err != nil {
			return err
		}
		if d.Run.HasTests() || d.Run.Shipped != nil {
			if err := selection.KeepSources(m.store, d.Run, d.Maps(), dir); err != nil {
				return err
			}
		}
		if reports == nil {
			return nil
		}
		return m.noteTests(reports, dir, &d.Run, tests, cmp.Or(m.code, history.SourcesOf(d.Maps())))
	})
	if err != nil {
		return err
	}
	d.Store, d.Dir = m.store, m.store.RunDir(d.Run.ID)
	if d.Run.JVMs == 0 {
		m.retired(reportdir.Retire(d))
	}
	return nil
}

// noteTests puts the test reports of a build into the folder of its run, and their results into the run. code is that
// of its tests. A history that cannot be read costs no run: leave warns of it.
func (m *measurement) noteTests(reports readReports, dir string, r *runs.Run, tests *testcounts.Counts,
	code string) error {
	suites, err := reports(filepath.Join(dir, runs.TestReportsDir), r, tests)
	if err != nil {
		return err
	}
	knownFailed, _ := history.KnownFailed(m.store)
	runmodel.NoteTests(suites, r, tests, code, knownFailed)
	return nil
}

// saveTests writes counts by test to the folder of a run; tests is nil if there are none. If they are too large, the
// run is kept without them.
func (m *measurement) saveTests(d *runmodel.Data, tests *testcounts.Counts, dir string) error {
	if !d.Run.HasTests() {
		return nil
	}
	err := tests.WriteFile(filepath.Join(dir, runs.TestsFile))
	if err == nil && tests.Files() != nil {
		err = tests.Files().Write(filepath.Join(dir, runs.FilesFile))
	}
	if errors.Is(err, testcounts.ErrTooLarge) {
		m.ui.Warn("%v: they are not kept", err)
		d.Run.Incomplete = append(d.Run.Incomplete, err.Error()+": they are not kept")
		d.Run.ByTest, err = &runs.ByTest{}, nil
	}
	return err
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}
