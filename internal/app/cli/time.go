package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"jprof/internal/app/reading"
	"jprof/internal/runs"
	"jprof/internal/runs/lookup"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/times"
)

// hintModes prints a hint if args, the arguments of a program, hold an option that chooses what jprof measures. Such
// an option belongs before the Java file.
func (s *session) hintModes(args []string) {
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if name == "--"+timeFlagName || name == "--"+contextsFlag {
			s.ui.Info("%s goes to the program, as all that follows the Java file: for jprof, put it before the file",
				arg)
			return
		}
	}
}

// times joins the samples of what options have chosen with its counts.
func (s *session) times(c *cli.Context) (*times.Model, error) {
	for _, name := range []string{"map", "counts"} {
		if c.IsSet(name) {
			return nil, exit.Usagef("", "times and --%s cannot be combined", name)
		}
	}
	r := s.reader()
	defer r.Close()
	return timesOf(r, c.String("run"))
}

// timesOf joins the samples of a run with its counts.
func timesOf(r *reading.Reader, ref string) (*times.Model, error) {
	o, err := r.One(ref, runs.WantCounts)
	if err != nil {
		return nil, err
	}
	samples, err := o.Times()
	if err != nil {
		return nil, err
	}
	if samples.All.Samples == 0 {
		return nil, o.NoSamples(samples)
	}
	model, err := r.OfOpened(o, false)
	if err != nil {
		return nil, err
	}
	return times.New(model, samples), nil
}

// topTimes prints the methods or lines that take most time and match pattern; "" matches all.
func (s *session) topTimes(c *cli.Context, pattern string) error {
	var in func(report.MethodRef) bool
	if pattern != "" {
		var err error
		if in, err = lookup.MethodPattern(pattern); err != nil {
			return err
		}
	}
	m, err := s.times(c)
	if err != nil {
		return err
	}
	if err := lookup.MatchesSome(m.Report, in, nil, pattern); err != nil {
		return err
	}
	s.noteTimes(m, c.Bool("lines"))
	out, width, n := s.env.Stdout, s.screen.Width(), c.Int("top")
	if c.Bool("lines") {
		list := m.Lines(in)
		if !c.Bool("tests") {
			list = withoutTests(s, m, list, func(l times.Line) (*report.File, times.Amount) { return l.File, l.Self })
		}
		if c.Bool("json") {
			return json.TopLines(out, m, list, n)
		}
		return text.TopLines(out, width, m, list, n)
	}
	list := m.Methods(in)
	if !c.Bool("tests") {
		list = withoutTests(s, m, list, func(x times.Method) (*report.File, times.Amount) { return x.File, x.Self })
	}
	if c.Bool("json") {
		return json.TopTimes(out, m, list, n)
	}
	return text.TopTimes(out, width, m, list, n)
}

// withoutTests returns the entries of list in main sources, or all entries if none is. It prints the share of the time
// that tests take.
func withoutTests[T any](s *session, m *times.Model, list []T, of func(T) (*report.File, times.Amount)) []T {
	var main []T
	var tests times.Amount
	for _, x := range list {
		if file, self := of(x); file.IsTest() {
			tests = tests.Plus(self)
		} else {
			main = append(main, x)
		}
	}
	if main == nil {
		return list
	}
	if tests.Samples > 0 {
		s.ui.Info("%s of the time is in test sources: --tests lists them, too", times.Percent(m.Share(tests)))
	}
	return main
}

// fewSamples is the number of samples below which jprof warns that a run is short.
const fewSamples = 100

// noteTimes prints the time that is in no line: outside of the project, and of counters; and warns of few samples.
func (s *session) noteTimes(m *times.Model, lines bool) {
	all := m.Samples
	for _, missing := range all.Missing {
		s.ui.Warn("no times of %s: %s", words.Plural(missing.JVMs, "JVM"), missing.Why)
	}
	if n := all.All.Samples; n < fewSamples {
		s.ui.Warn("%s are few: measure a longer run to get narrower confidence intervals",
			words.Plural(n, "sample"))
	}
	if _, known := m.Counters(); known || all.NoPlain != "" {
		s.ui.Info("%s", m.CountersText())
	} else {
		s.ui.Info("%s; --%s measures the whole time of counters", m.CountersText(), counterCostFlagName)
	}
	s.ui.Info("%s of the time is outside of the project", times.Percent(m.Share(all.Outside)))
	for _, limit := range m.Limits(lines) {
		s.ui.Info("%s", limit)
	}
}

// timeColumn returns the column of jprof show with the time of each line of a file. A cell has the share of the line
// in the time, and the time of one execution. The column is nil without times.
func timeColumn(m *times.Model, f *report.File) func(line int) string {
	if m == nil {
		return nil
	}
	return func(line int) string {
		c, ok := m.Line(f, line)
		if !ok || c.Self.Samples == 0 {
			return ""
		}
		return times.Percent(m.Share(c.Self)) + " · " + m.PerShort(c)
	}
}
