package text

import (
	"fmt"
	"io"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/source"
	"jprof/report/times"
)

// TopTimes writes the first top methods of a list, and how many there are more:
//
//	methods by their own share of 1,234 samples of CPU time: 12.3 s
//	   self  libraries   total  per call                samples        calls  place             method
//	 61.5 %      2.0 %  61.5 %  1.23 µs (1.16 µs to 1.31 µs)    1,230   25,000,000  src/Main.java:12  Main::fib(int)
//
// Libraries is the part of self in code without counts that the method called. The time per call is that of the
// method itself, with its confidence interval; below the resolution it is an upper bound.
func TopTimes(w io.Writer, width int, m *times.Model, list []times.Method, top int) error {
	t := timeTable(m, "methods", "call", column{"method", label})
	for _, x := range list[:min(top, len(list))] {
		t.rows = append(t.rows, timeRow(m, x.Cost, place(x.File, x.Method().Name), report.Printable(x.Title())))
	}
	return writeTop(w, width, t, len(list))
}

// TopLines writes the same for lines, each with its code.
func TopLines(w io.Writer, width int, m *times.Model, list []times.Line, top int) error {
	t := timeTable(m, "lines", "execution", column{"code", code})
	sources := map[*report.File]*source.Source{}
	for _, x := range list[:min(top, len(list))] {
		src := sources[x.File]
		if src == nil {
			src, _ = source.Load(m.Report, x.File) // without it the table has no code
			sources[x.File] = src
		}
		text := ""
		if src != nil && x.Line <= src.Lines() {
			text = strings.TrimSpace(src.Text(src.Line(x.Line)))
		}
		t.rows = append(t.rows, timeRow(m, x.Cost, place(x.File, report.Pos{Line: uint32(x.Line)}), text))
	}
	return writeTop(w, width, t, len(list))
}

// TimesDiff writes the methods whose time of one call has changed by more than the noise of sampling.
func TimesDiff(w io.Writer, width int, c *times.Comparison, top int) error {
	t := &table{heading: "methods whose time of one call has changed", none: "none beyond the noise of sampling",
		columns: []column{{"change", number}, {"before", word}, {"after", word}, {"samples", number}, {"place", path},
			{"method", label}}}
	for _, x := range c.Changes[:min(top, len(c.Changes))] {
		m := x.New.Method()
		t.add(timesFaster(x), c.Before.PerText(x.Old.Cost), c.After.PerText(x.New.Cost),
			fmt.Sprintf("%s -> %s", thousands(x.Old.Self.Samples),
				thousands(x.New.Self.Samples)),
			place(x.New.File, m.Name), report.Printable(m.Title()))
	}
	return writeTop(w, width, t, len(c.Changes))
}

// timesFaster returns the factor of a change. If a time is below the resolution, it is a bound.
func timesFaster(x times.Change) string {
	switch {
	case x.Was.Below:
		return fmt.Sprintf("> x %.2f", x.Is.Nanos/x.Was.High)
	case x.Is.Below:
		return fmt.Sprintf("< x %.2f", x.Is.High/x.Was.Nanos)
	}
	return fmt.Sprintf("x %.2f", x.Is.Nanos/x.Was.Nanos)
}

func timeTable(m *times.Model, what, unit string, last column) *table {
	return &table{
		heading: fmt.Sprintf("%s by their own share of %s of %s: %s", what,
			words.Plural(m.Samples.All.Samples, "sample"), m.Samples.Clock.Name(),
			times.Nanos(float64(m.Samples.All.Nanos))),
		none: "no sample is in these " + what,
		columns: []column{{"self", number}, {"libraries", number}, {"total", number}, {"per " + unit, word},
			{"samples", number}, {unit + "s", number}, {"place", path}, last},
	}
}

func timeRow(m *times.Model, c times.Cost, place, text string) []string {
	return []string{times.Percent(m.Share(c.Self)), times.Percent(m.Share(c.Library)), times.Percent(m.Share(c.Total)),
		m.PerText(c), thousands(c.Self.Samples), report.Thousands(c.Count), place, text}
}
