package speedscope

import (
	"io"
	"slices"
	"strconv"

	"jprof/report"
	"jprof/report/export/jsondoc"
	"jprof/report/times"
)

// WriteTimes writes metrics of a run with samples, as a profile for each. The first one is shown first. A frame is a
// line of a method.
func WriteTimes(w io.Writer, m *times.Model, metrics ...times.Metric) error {
	d := &document{Document: jsondoc.New(w)}
	d.head(m.Report.Run, 0)
	frames := map[times.Frame]int{}
	for entry := range m.Entries() {
		for _, f := range entry.Frames {
			if _, ok := frames[f]; ok {
				continue
			}
			if len(frames) > 0 {
				d.Raw(",")
			}
			frames[f] = len(frames)
			name := f.Name()
			if f.Line > 0 {
				name += ":" + strconv.Itoa(f.Line)
			}
			d.Raw("\n")
			d.Value(frame{report.Printable(name), report.Printable(f.Path), int32(f.Line)})
		}
	}
	d.Raw("]},\n" + `"profiles": [`)
	for i, by := range metrics {
		if i > 0 {
			d.Raw(",")
		}
		d.times(m, by, frames)
	}
	d.Raw("]")
	return d.End("speedscope")
}

// times writes the profile of one metric. Each sample in it is a stack with the value of the metric.
func (d *document) times(m *times.Model, by times.Metric, frames map[times.Frame]int) {
	samples, weights, sum := [][]int{}, []uint64{}, uint64(0)
	for entry := range m.Entries() {
		n := entry.Values[by]
		if n == 0 {
			continue
		}
		var stack []int
		for _, f := range slices.Backward(entry.Frames) {
			stack = append(stack, frames[f])
		}
		samples, weights, sum = append(samples, stack), append(weights, n), sum+n
	}
	unit := "none"
	if by == times.Time {
		unit = by.Unit()
	}
	d.Raw("\n")
	d.Value(jsondoc.Object{"type", "sampled", "name", by.String(), "unit", unit, "startValue", 0, "endValue", sum,
		"samples", samples, "weights", weights})
}
