// Package speedscope writes calling context trees in the file format of speedscope (https://www.speedscope.app).
//
// The input is a tree, its run and metrics. The output has a profile of kind "sampled" for each thread name and metric
// with numbers. It has a sample for each context with an exclusive number above 0, and the number is its weight. The
// profile that is shown first is that of the first metric, for the thread with the highest number.
package speedscope

import (
	"io"
	"strconv"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/export/jsondoc"
)

// Write writes the metrics of a tree.
func Write(w io.Writer, t *cct.Tree, run report.RunInfo, metrics ...cct.Metric) error {
	d := &document{jsondoc.New(w), t}
	d.head(run, d.first(metrics))
	for i := range t.Methods {
		m := &t.Methods[i]
		if i > 0 {
			d.Raw(",")
		}
		d.Raw("\n")
		d.Value(frame{report.Printable(m.Label()), report.Printable(m.Source), max(0, m.Line)})
	}
	d.Raw("]},\n" + `"profiles": [`)
	roots := d.roots()
	first := true
	for _, root := range roots {
		for _, by := range metrics {
			if t.Total(by)[root] == 0 {
				continue
			}
			if !first {
				d.Raw(",")
			}
			first = false
			d.profile(root, by)
		}
	}
	d.Raw("]")
	return d.End("speedscope")
}

// head writes a document up to its list of frames. active is the index of the profile that is shown first.
func (d *document) head(run report.RunInfo, active int) {
	d.Raw(`{"$schema": "https://www.speedscope.app/file-format-schema.json"`)
	d.Member("exporter", "jprof "+run.Tool)
	d.Member("name", "jprof run "+run.ID)
	d.Member("activeProfileIndex", active)
	d.Raw(",\n" + `"shared": {"frames": [`)
}

// frame is a method.
type frame struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Line int32  `json:"line,omitempty"`
}

// document is a document about a tree.
type document struct {
	*jsondoc.Document
	tree *cct.Tree
}

// roots returns the nodes of the threads.
func (d *document) roots() []int32 {
	var roots []int32
	for i := int32(0); int(i) < d.tree.Len(); i = d.tree.End[i] {
		roots = append(roots, i)
	}
	return roots
}

// first returns the index of the profile that is shown first.
func (d *document) first(metrics []cct.Metric) int {
	index, best, most := 0, 0, uint64(0)
	for _, root := range d.roots() {
		for i, by := range metrics {
			n := d.tree.Total(by)[root]
			if i == 0 && n > most {
				best, most = index, n
			}
			if n > 0 {
				index++
			}
		}
	}
	return best
}

// profile writes the contexts of a thread whose number in a metric is not 0.
func (d *document) profile(root int32, by cct.Metric) {
	t := d.tree
	thread := t.Threads[-1-t.Method[root]]
	d.Raw("\n" + `{"type": "sampled", "name": `)
	d.Value(report.Printable(thread) + ": " + by.String())
	d.Raw(`, "unit": "` + unitOf(by) + `", "startValue": 0, "endValue": ` + strconv.FormatUint(t.Total(by)[root], 10) +
		",\n" + `"samples": [`)
	var line []byte
	separator := "\n["
	for s := range contextview.StacksOf(t, root) {
		if s.Self[by] == 0 {
			continue
		}
		line = append(line[:0], separator...)
		separator = ",\n["
		for i, node := range s.Path[1:] {
			if i > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendInt(line, int64(t.Method[node]), 10)
		}
		d.Raw(string(append(line, ']')))
	}
	d.Raw("],\n" + `"weights": [`)
	separator = ""
	for s := range contextview.StacksOf(t, root) {
		if s.Self[by] > 0 {
			d.Raw(separator + strconv.FormatUint(s.Self[by], 10))
			separator = ","
		}
	}
	d.Raw("]}")
}

// unitOf returns the unit of a metric.
func unitOf(by cct.Metric) string {
	if by == cct.Time {
		return "nanoseconds"
	}
	return "none"
}
