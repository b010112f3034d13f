package measure

import (
	"context"
	"fmt"
	"path/filepath"

	"jprof/buildtools"
	"jprof/internal/format/counts"
	"jprof/internal/format/jfr"
	"jprof/internal/java/jdks"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/words"
	"jprof/runner"
)

// countersCost repeats the user's command without counters, as --contexts runs it. It adds the samples of the JVMs of
// tests in this build to the samples with counters. An error in this build becomes a warning, and the run is kept.
func (b *building) countersCost(ctx context.Context, d *runmodel.Data) error {
	if !b.mayCost(d) {
		return nil
	}
	hook := b.Build.Hooks()[0]
	if _, inPlace := hook.InPlace(); inPlace {
		b.noCost(d, "it requires the %s of jprof", b.Tool.Hook)
		return nil
	}
	b.ui.Info("building again without counters, to measure what they cost")
	built, err := b.buildWithout(ctx, hook, contextsFile{Samples: true})
	if err != nil {
		return err
	}
	return b.noteCost(d, b.ws.Counts, built.result)
}

// programCost repeats a program without counters, as countersCost does for a build. p is compiled without counters.
func (m *measurement) programCost(ctx context.Context, p *programRun, d *runmodel.Data) (err error) {
	if !m.mayCost(d) {
		return nil
	}
	m.ui.Info("running it again without counters, to measure what they cost")
	if err := counts.NewFolder(p.Counts); err != nil {
		return err
	}
	if err := p.Compile(ctx); err != nil {
		return err
	}
	if p.class, err = p.MainClass(); err != nil {
		return err
	}
	options, err := recorderOptions(p.Program.JDK.Java, p.Counts)
	if err != nil {
		return err
	}
	if err := m.start(ctx, p, options); err != nil {
		return err
	}
	return m.noteCost(d, p.Counts, p.result)
}

// mayCost reports whether there are samples with counters for a comparison.
func (m *measurement) mayCost(d *runmodel.Data) bool {
	if d.Run.Failed() {
		m.noCost(d, "the run failed")
		return false
	}
	return d.Times.All.Samples > 0 // if there are none, reportTimes says so
}

// noteCost reads the recordings of JVMs without counters from dir. It adds them to the samples with counters if
// both runs did the same work.
func (m *measurement) noteCost(d *runmodel.Data, dir string, result runner.Result) error {
	plain, err := jfr.Collect(dir, 0, func(string) bool { return false })
	switch {
	case err != nil:
		return err
	case result.ExitCode != 0 || result.Interrupted():
		m.noCost(d, "without counters the run ended with exit code %d", exitCodeOf(result))
	case plain.All.Samples == 0:
		m.noCost(d, "without counters there were no samples")
	case plain.JVMs != d.Times.JVMs:
		m.noCost(d, "%s recorded with counters, but %s without them",
			words.Plural(d.Times.JVMs, "JVM"), words.Plural(plain.JVMs, "JVM"))
	case plain.Clock != d.Times.Clock:
		m.noCost(d, "with counters the samples are of %s, without counters of %s",
			d.Times.Clock.Name(), plain.Clock.Name())
	default:
		d.Times.Plain = &jfr.Plain{JVMs: plain.JVMs, All: plain.All}
	}
	return nil
}

// noCost warns that the cost of counters is not known, and keeps the reason with the samples.
func (m *measurement) noCost(d *runmodel.Data, why string, args ...any) {
	d.Times.NoPlain = fmt.Sprintf(why, args...)
	m.ui.Warn("the cost of counters is not known: %s", d.Times.NoPlain)
}

// recorderOptions returns the options by which a JVM without counters records samples to the folder dir.
func recorderOptions(java, dir string) ([]string, error) {
	feature, _ := jdks.Feature(filepath.Dir(filepath.Dir(java))) // 0 if the JDK does not say its version
	return jfr.WithoutCounters(dir, feature)
}

// recorderProperties returns the settings of a test JVM without counters, which records samples to the folder dir.
func (j StepJVM) recorderProperties(dir string) ([]buildtools.KeyValue, error) {
	list := []buildtools.KeyValue{{Key: "toolOptions", Value: j.ToolOptions}}
	options, err := recorderOptions(j.launcher(), dir)
	if err != nil || j.Arguments == nil { // this JVM records nothing
		return list, err
	}
	return append(list, argumentProperties(options)...), nil
}
