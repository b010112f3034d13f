package cli

import (
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report/export/collapsed"
	"jprof/report/export/pprof"
	"jprof/report/export/speedscope"
	"jprof/report/times"
)

// timeFormat is a format of jprof export for the times of a run. by is nil for the default.
type timeFormat struct {
	described
	write func(w io.Writer, m *times.Model, by *times.Metric) error
}

// timeFormats are the formats of jprof export for times.
var timeFormats = []timeFormat{
	{described{"time-collapsed", "a line for each stack, for flamegraph.pl", "time.txt"},
		ofOneTime(collapsed.WriteTimes)},
	{described{"time-pprof", "times of stacks and counts of lines, for go tool pprof", "time.pb.gz"},
		ofOneTime(pprof.WriteTimes)},
	{described{"time-speedscope", "a profile for each metric, for speedscope", "time-speedscope.json"},
		func(w io.Writer, m *times.Model, by *times.Metric) error {
			if by != nil {
				return speedscope.WriteTimes(w, m, *by)
			}
			return speedscope.WriteTimes(w, m, times.Time, times.Executions)
		}},
}

// ofOneTime returns the writer of a format that has one metric, or shows it first: time if none is given.
func ofOneTime(write func(io.Writer, *times.Model, times.Metric) error) func(io.Writer, *times.Model,
	*times.Metric) error {
	return func(w io.Writer, m *times.Model, by *times.Metric) error {
		if by == nil {
			return write(w, m, times.Time)
		}
		return write(w, m, *by)
	}
}

// timeMetricNames are the values of --metric for formats of times.
func timeMetricNames() []string {
	var names []string
	for m := range times.NumMetrics {
		names = append(names, m.String())
	}
	return names
}

// exportTimes writes the times of a run.
func (s *session) exportTimes(c *cli.Context, f timeFormat) error {
	if err := noOptions(c, f.name, "map", "counts", "since", "tests", "title"); err != nil {
		return err
	}
	var by *times.Metric
	if c.IsSet("metric") {
		i := slices.Index(timeMetricNames(), c.String("metric"))
		if i < 0 {
			return exit.Usagef("", "--metric must be %s for the format %s, not %s", words.Either(timeMetricNames()),
				f.name, c.String("metric"))
		}
		metric := times.Metric(i)
		by = &metric
	}
	m, err := s.times(c)
	if err != nil {
		return err
	}
	s.noteTimes(m, true)
	return s.output(c.Path("o"), func(w io.Writer) error { return f.write(w, m, by) })
}
