package html

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/html/code"
	"jprof/report/html/layout"
	"jprof/report/source"
	"jprof/report/times"
)

// samples returns a description of the times on a page, or "" for a report without times.
func (s *site) samples() string {
	if s.times == nil {
		return ""
	}
	all := s.times.Samples
	text := fmt.Sprintf("Time is %s, by %s; %s. It includes the JDK and libraries that the code called.",
		all.Clock.Name(), words.Plural(all.All.Samples, "sample"), s.times.CountersText())
	for _, limit := range s.times.Limits(true) {
		text += " " + words.Capital(limit) + "."
	}
	text += " The confidence interval of 95 % is shown on hover. Below 5 samples "
	if all.MissesCode() {
		return text + "there is no time."
	}
	return text + "there is only an upper bound."
}

// timeOf returns the time of a method, nil if it has no samples, or without times.
func (s *site) timeOf(method report.MethodRef) *report.Time {
	if s.times == nil {
		return nil
	}
	c, ok := s.times.Method(method)
	if !ok {
		return nil
	}
	t := &report.Time{Self: c.Self.Samples, All: s.times.Samples.All.Samples, Per: s.times.PerShort(c),
		PerNote: s.times.PerText(c)}
	t.Note = fmt.Sprintf("%d of %d samples; with all that it called %s", t.Self, t.All,
		times.Percent(s.times.Share(c.Total)))
	if per, ok := s.times.PerExecution(c.Self, c.Count); ok && !per.Below {
		t.Picos = uint64(per.Nanos * 1000)
	}
	return t
}

// timeLine is a row in the table of lines by time.
type timeLine struct {
	Share, Total, Libraries string
	Heat                    int
	Per                     string
	Interval                string
	Picos                   string // of one execution, to sort by
	Samples                 string
	Count                   uint64
	Tests                   bool // in a test source
	Code, Href, Where       string
}

// linesByTime returns the n lines of main sources, and then the n lines of test sources, that take most time.
func (s *site) linesByTime(n int) []timeLine {
	if s.times == nil {
		return nil
	}
	var list []timeLine
	for _, tests := range []bool{false, true} {
		found, sources := 0, map[*report.File]*source.Source{}
		for _, l := range s.times.Lines(nil) {
			if l.File.IsTest() == tests && l.Self.Samples > 0 && found < n {
				found++
				list = append(list, s.timeLine(l, sources))
			}
		}
	}
	return list
}

func (s *site) timeLine(l times.Line, sources map[*report.File]*source.Source) timeLine {
	src, ok := sources[l.File]
	if !ok {
		src, _ = source.Load(s.model, l.File) // if it cannot be loaded, the row has no code
		sources[l.File] = src
	}
	row := timeLine{Share: times.Percent(s.times.Share(l.Self)), Total: times.Percent(s.times.Share(l.Total)),
		Libraries: times.Percent(s.times.Share(l.Library)),
		Heat:      layout.Level(uint64(l.Self.Samples), s.mostSamples),
		Per:       s.times.PerShort(l.Cost), Interval: s.times.PerText(l.Cost),
		Picos: "0", Samples: report.Thousands(uint64(l.Self.Samples)), Count: l.Count, Tests: l.File.IsTest(),
		Href:  s.lineHref("", l.File, l.Line),
		Where: report.Printable(fmt.Sprintf("%s:%d", path.Base(l.File.Path), l.Line))}
	if src != nil && l.Line <= src.Lines() {
		row.Code = strings.TrimSpace(src.Text(src.Line(l.Line)))
	}
	if per, ok := s.times.PerExecution(l.Self, l.Count); ok && !per.Below {
		row.Picos = strconv.FormatUint(uint64(per.Nanos*1000), 10)
	}
	return row
}

func (s *site) codeTimes(f *report.File) *code.Times {
	if s.times == nil {
		return nil
	}
	return &code.Times{Most: words.Plural(int(s.mostSamples), "sample"),
		Mark: func(line int) string { return s.timeMark(f, line) }}
}

// timeMark returns the element after a line of a source that has samples, or "" for other lines. The share of the line
// is generated content, and the class of the element is the heat.
func (s *site) timeMark(f *report.File, line int) string {
	c, ok := s.times.Line(f, line)
	if !ok || c.Self.Samples == 0 {
		return ""
	}
	return fmt.Sprintf(`<s class=t%d data-o="%s" title="%s each; %s; with all that it called %s"></s>`,
		layout.Level(uint64(c.Self.Samples), s.mostSamples),
		times.Percent(s.times.Share(c.Self))+" · "+s.times.PerShort(c),
		s.times.PerText(c), words.Plural(c.Self.Samples, "sample"), times.Percent(s.times.Share(c.Total)))
}

// maxSamples returns the samples of the line that has the most.
func maxSamples(m *times.Model) uint64 {
	if m == nil {
		return 0
	}
	if lines := m.Lines(nil); len(lines) > 0 {
		return uint64(lines[0].Self.Samples)
	}
	return 0
}
