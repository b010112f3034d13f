package measure

import (
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/jfr"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/words"
)

// collectTimes reads the recordings that JVMs have written to the folder counts. lines is true if all JVMs have
// LineOptions.
func (r recording) collectTimes(d *runmodel.Data, counts string, lines bool) (err error) {
	if !r.times {
		return nil
	}
	if d.Times, err = jfr.Collect(counts, d.Totals.JVMs(), jfr.Known(d.Maps())); err != nil {
		return err
	}
	d.Times.AtCalls = !lines
	return nil
}

// haveLines reports whether all JVMs of test steps have the options by which HotSpot's compilers keep line numbers.
func (b *toolBuild) haveLines() bool {
	wanted := strings.Join(jfr.LineOptions(), " ")
	return !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool {
		return !strings.Contains(t.Options, wanted)
	})
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
