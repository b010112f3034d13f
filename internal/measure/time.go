package measure

import (
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/contexts"
	"jprof/internal/format/jfr"
	"jprof/internal/measure/agent"
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

// contextTimes reads the recordings of the JVMs that recorded contexts with these settings. It returns nil if they were
// to take no samples.
func contextTimes(set agent.Settings, from *contexts.Collected) (*jfr.Samples, error) {
	if !set.Time {
		return nil, nil
	}
	var jvms []jfr.JVM
	for _, files := range from.JVMs {
		jvms = append(jvms, jfr.JVM(files))
	}
	head := from.Profile.Source().Head()
	known := map[[2]string]bool{} // class, and method with descriptor
	for _, m := range head.Methods {
		known[[2]string{head.Classes[m.Class].Name, m.Name + m.Descriptor}] = true
	}
	return jfr.CollectContexts(jvms, set.CallSites, func(f jfr.Frame) bool {
		return known[[2]string{f.Class, f.Method}]
	})
}

// haveLines reports whether all JVMs of test steps have the options by which HotSpot's compilers keep line numbers.
func (b *toolBuild) haveLines() bool {
	wanted := strings.Join(jfr.LineOptions(), " ")
	return !slices.ContainsFunc(b.events.Tests, func(t buildtools.Tests) bool {
		return !strings.Contains(t.Options, wanted)
	})
}

// reportTimes prints the number of samples, and names the JVMs that have none. command shows the times.
func (m *measurement) reportTimes(s *jfr.Samples, command string) {
	if s == nil {
		return
	}
	if s.All.Samples > 0 {
		m.ui.Info("times: %s of %s; %s shows them", words.Plural(s.All.Samples, "sample"),
			words.Plural(s.JVMs, "JVM"), command)
	} else if s.JVMs > 0 {
		m.ui.Info("times: no samples in %s, which ended too early", words.Plural(s.JVMs, "JVM"))
	}
	for _, missing := range s.Missing {
		m.ui.Warn("no times of %s: %s", words.Plural(missing.JVMs, "JVM"), missing.Why)
	}
}
