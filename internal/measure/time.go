package measure

import (
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/jfr"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/words"
)

// enableTime has the JVMs that write to a folder start their flight recorder, if the run is to know times.
func (m *measurement) enableTime(counts string) error {
	if !m.time {
		return nil
	}
	return jfr.Enable(counts)
}

// timeOptions are the options of the JVM of a program.
func (m *measurement) timeOptions() []string {
	if !m.time {
		return nil
	}
	return jfr.LineOptions()
}

// collectTimes reads the recordings of the JVMs that have written to a folder. lines says that all have LineOptions.
func (m *measurement) collectTimes(d *runmodel.Data, counts string, lines bool) (err error) {
	if !m.time {
		return nil
	}
	if d.Times, err = jfr.Collect(counts, d.Totals.JVMs(), jfr.Known(d.Maps())); err != nil {
		return err
	}
	d.Times.AtCalls = !lines
	return nil
}

// haveLines reports whether all JVMs of test steps have the options by which compilers keep lines.
func (b *toolBuild) haveLines() bool {
	wanted := strings.Join(jfr.LineOptions(), " ")
	return !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool {
		return !strings.Contains(t.Options, wanted)
	})
}

// saveTimes keeps the samples of a run in its folder.
func (m *measurement) saveTimes(d *runmodel.Data, dir string) error {
	if d.Times == nil {
		return nil
	}
	d.Run.Times = runs.DescribeTimes(d.Times)
	return d.Times.Write(filepath.Join(dir, runs.TimesFile))
}

// reportTimes prints the number of samples, and names the JVMs that have none.
func (m *measurement) reportTimes(s *jfr.Samples) {
	if s == nil {
		return
	}
	if s.All.Samples > 0 {
		m.ui.Info("times: %s of %s; jprof top --by time shows them", words.Plural(s.All.Samples, "sample"),
			words.Plural(s.JVMs, "JVM"))
	} else if s.JVMs > 0 {
		m.ui.Info("times: no samples in %s, which ended too early", words.Plural(s.JVMs, "JVM"))
	}
	for _, missing := range s.Missing {
		m.ui.Warn("no times of %s: %s", words.Plural(missing.JVMs, "JVM"), missing.Why)
	}
}
