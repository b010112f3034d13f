package formats

import (
	"io"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/gate"
	"jprof/report/tests/testview"
	"jprof/report/times"
)

// Input is a run to write. Only the fields for the kind of a format are set.
type Input struct {
	Model   *report.Model
	Verdict *gate.Verdict // nil without gates

	Run   report.RunInfo // of contexts and efficiency
	Tree  *cct.Tree
	Steps []*cct.Tree // the trees of test steps, if there are several
	By    *cct.Metric // nil for the default

	Efficiency *efficiency.Result
	Least      gate.Percent // share of the cost from which methods are listed

	Tests    *testview.Model
	Includes func(*report.File) bool

	Times *times.Model
	Time  *times.Metric // nil for the default
}

// counts returns the writer of a format for counts.
func counts(write func(io.Writer, *report.Model, *gate.Verdict) error) func(io.Writer, *Input) error {
	return func(w io.Writer, in *Input) error { return write(w, in.Model, in.Verdict) }
}

// byMetric returns the writer of a format for contexts that shows one metric.
func byMetric(write func(io.Writer, *cct.Tree, report.RunInfo, cct.Metric) error) func(io.Writer, *Input) error {
	return func(w io.Writer, in *Input) error { return write(w, in.Tree, in.Run, in.metric()) }
}

// metrics returns the metrics of a format for contexts that can have several. If none is chosen, it returns all, the
// default first.
func (in *Input) metrics() []cct.Metric {
	if in.By != nil {
		return []cct.Metric{*in.By}
	}
	list := []cct.Metric{cct.Bytecodes}
	for m := range cct.NumMetrics {
		if m != cct.Bytecodes {
			list = append(list, m)
		}
	}
	for m := cct.NumMetrics; m < cct.NumColumns; m++ {
		if in.Tree.Has(m) {
			list = append(list, m)
		}
	}
	return list
}

// metric returns the metric of a format for contexts that has one metric, or shows one first.
func (in *Input) metric() cct.Metric { return in.metrics()[0] }

// times returns the metrics of a format for times that can have several.
func (in *Input) times() []times.Metric {
	if in.Time != nil {
		return []times.Metric{*in.Time}
	}
	return []times.Metric{times.Time, times.Executions}
}

// time returns the metric of a format for times that has one metric, or shows one first.
func (in *Input) time() times.Metric { return in.times()[0] }
