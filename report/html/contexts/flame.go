package contexts

import (
	"fmt"
	"math"
	"strings"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/flame"
	"jprof/report/html/layout"
	"jprof/report/times"
)

// contextScripts writes the scripts of the tree of a step: the head and all chunks.
func contextScripts(f *layout.Folder, step int, t *cct.Tree, sources sourceLinks) error {
	metrics := flameMetrics(t)
	return chunks(f, step, flame.Cut(flame.Of(t)), flameHead{Metrics: metrics, Columns: len(metrics),
		Contexts: t.Contexts(), Threads: layout.Printables(t.Threads), Types: layout.Printables(t.TitlesOfTypes()),
		Lines: t.Line != nil, Sizes: typeSizes(t), ThreadMade: madeOfThreads(t), Beyond: t.BeyondRoot() >= 0,
		Times: timesOf(t),
		Names: flameNames(t.Methods, sources)})
}

// flameHead holds the data of a tree that its scripts need before its nodes: see contexts.js.
type flameHead struct {
	Metrics  []string `json:"metrics"`
	Columns  int      `json:"columns"` // number of columns: one for each metric, or two if two runs are compared
	Records  int      `json:"records"`
	Chunks   int      `json:"chunks"`
	Contexts int      `json:"contexts"`
	Kept     int      `json:"kept"`
	Threads  []string `json:"threads"`
	Types    []string `json:"types"`
	Lines    bool     `json:"lines"`
	Beyond   bool     `json:"beyond"` // there are calls beyond the limit, which inclusive numbers lack

	Sizes      []uint64   `json:"sizes"`      // see typeSizes
	ThreadMade [][]madeOf `json:"threadMade"` // see madeOfThreads

	Names string `json:"names"`

	Times *flameTimes `json:"times,omitempty"` // nil without times
}

// flameTimes holds what scripts need to show times with their confidence intervals.
type flameTimes struct {
	Period     float64      `json:"period"`     // nanoseconds of a sample
	Misses     bool         `json:"misses"`     // few samples do not mean little time
	Resolution int          `json:"resolution"` // the least number of samples for which a time is shown
	Intervals  [][2]float64 `json:"intervals"`  // of small numbers of samples
}

// timesOf returns the times of a tree for scripts.
func timesOf(t *cct.Tree) *flameTimes {
	if t.Times == nil {
		return nil
	}
	f := &flameTimes{Period: t.Times.Period, Misses: t.Times.Misses, Resolution: times.Resolution}
	for n := range 100 {
		low, high := times.Interval(n)
		f.Intervals = append(f.Intervals, [2]float64{rounded(low), rounded(high)})
	}
	return f
}

// rounded returns a number with four decimals.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// chunks writes the scripts of a tree: the head and all chunks. It completes head.
func chunks(f *layout.Folder, step int, c *flame.Chunks, head flameHead) error {
	prefix := "contexts/"
	if step > 0 {
		prefix += fmt.Sprintf("%d-", step)
	}
	head.Records, head.Chunks, head.Kept = c.Records, c.Len(), c.Kept
	if err := f.Call(prefix+"head.js", "jprofHead", step, head); err != nil {
		return err
	}
	list := make([]func() error, c.Len())
	for i := range list {
		list[i] = func() error {
			return f.Call(fmt.Sprintf("%s%d.js", prefix, i), "jprofChunk", step, i, c.Chunk(i))
		}
	}
	return layout.Parallel(list)
}

// flameNames returns the names of all methods, with a line for each class and each method: see readNames of
// contexts.js.
func flameNames(methods []cct.Method, sources sourceLinks) string {
	var b strings.Builder
	last := ""
	for i := range methods {
		m := &methods[i]
		page, line := "", ""
		if sources != nil {
			page, line, _ = strings.Cut(sources(m), "#L")
		}
		class, binary := flameName(m.TitleOfClass()), flameName(m.Class)
		if binary == class {
			binary = ""
		}
		if head := fmt.Sprintf("c%d%s\t%s\t%s\n", m.Kind, class, page, binary); head != last {
			b.WriteString(head)
			last = head
		}
		kind := "m"
		if i > 0 && methods[i-1].Compare(m) == 0 {
			kind = "s" // the same method of another class file
		}
		fmt.Fprintf(&b, "%s%s\t%s\n", kind, strings.TrimPrefix(flameName(m.Title()), class+"."), line)
	}
	return b.String()
}

// keyOf returns the name of a method in addresses: its title, with the binary name of the class, as several anonymous
// classes can have one title.
func keyOf(m *cct.Method) string {
	return flameName(m.Class + strings.TrimPrefix(m.Title(), m.TitleOfClass()))
}

// flameName returns the name of a class or a method for a script, and in addresses.
func flameName(name string) string { return strings.ReplaceAll(report.Printable(name), "\t", " ") }

// effectNames has the names of effects on pages.
var effectNames = [cct.NumEffects]string{"writes", "discarded writes"}

// flameMetrics returns the metrics that the flame graph of a tree can show, in the order of the columns of flame.Of.
func flameMetrics(t *cct.Tree) []string {
	var names []string
	for _, m := range t.Columns() {
		names = append(names, m.String())
	}
	if t.HasEffects() {
		names = append(names, effectNames[:]...)
	}
	return names
}

// metricNames returns the metrics that all trees have.
func metricNames(trees ...*cct.Tree) []string {
	var out []string
	for _, m := range cct.Known(trees...) {
		out = append(out, m.String())
	}
	return out
}
