package report

import "slices"

// Metrics are numbers that Plus combines, mostly by adding; a maximum would also be possible. The metrics of a class
// combine those of its methods and of its code in no method, and so on for files, packages, modules and totals. Omitted
// code is not included. A new metric is a field here, a line of Plus, and its value for a region, block, branch or
// method (report/assemble/sums.go).
type Metrics struct {
	Methods     Ratio // initialisers included
	Blocks      Ratio
	Regions     Ratio
	Lines       Ratio // lines on which code starts: see File.Lines
	Branches    Ratio // outcomes of branches
	Statements  Ratio
	Complexity  int    // cyclomatic, of all methods
	Invocations uint64 // of all methods, saturating
	Executed    uint64 // executions of statements: the sum of count times statements over all regions, saturating
}

// Plus combines the metrics of disjoint parts.
func (m Metrics) Plus(o Metrics) Metrics {
	return Metrics{
		Methods:     m.Methods.Plus(o.Methods),
		Blocks:      m.Blocks.Plus(o.Blocks),
		Regions:     m.Regions.Plus(o.Regions),
		Lines:       m.Lines.Plus(o.Lines),
		Branches:    m.Branches.Plus(o.Branches),
		Statements:  m.Statements.Plus(o.Statements),
		Complexity:  m.Complexity + o.Complexity,
		Invocations: Add(m.Invocations, o.Invocations),
		Executed:    Add(m.Executed, o.Executed),
	}
}

// Totals holds the metrics of a class, a file, a package, a module or the whole report, with the numbers of omitted
// parts.
type Totals struct {
	Metrics
	By By // the part that tests of each origin in Model.Origins have executed

	FilesMeasured int
	Unmeasured    Omitted // could not be counted
	Excluded      Omitted // hidden by the user

	Efficiency *Efficiency // of a method, in a report with contexts; nil if there is none, and in sums
	// Tests is the number of tests that executed a method, in a report with counts by test; nil if there is none, and
	// in sums.
	Tests *int
	// Time is the time of a method, in a report with times; nil if there is none, and in sums.
	Time *Time
}

// Time is the time of a method, without that of the methods of the project that it called, and its time per invocation:
// see package times.
type Time struct {
	Self, All int    // samples of the method, and of the run
	Note      string // explains Self
	Picos     uint64 // of one invocation, in picoseconds; 0 if there is none, or with too few samples
	Per       string // the same as text for people
	PerNote   string // explains Per
}

// Efficiency sums up the work of a method and its use, including all methods that it called: see package efficiency.
type Efficiency struct{ Cost, Value, Captured uint64 }

// Plus adds the totals of disjoint parts.
func (t Totals) Plus(o Totals) Totals {
	return Totals{
		Metrics:       t.Metrics.Plus(o.Metrics),
		By:            t.By.Plus(o.By),
		FilesMeasured: t.FilesMeasured + o.FilesMeasured,
		Unmeasured:    t.Unmeasured.Plus(o.Unmeasured),
		Excluded:      t.Excluded.Plus(o.Excluded),
	}
}

// Files returns the number of files in the totals, measured or not.
func (t Totals) Files() int { return t.FilesMeasured + t.Unmeasured.Files + t.Excluded.Files }

// RegionsBy returns the ratio of regions that the tests of an origin have executed.
func (t Totals) RegionsBy(o Origin) Ratio { return Ratio{t.By[o].Regions, t.Regions.Total} }

// Omitted counts the files, methods and parts that are in no ratio.
type Omitted struct {
	Files   int `json:"files"`
	Methods int `json:"methods"` // in the files that are not omitted
	Parts   int `json:"parts"`   // in the other methods, or outside of methods: without a whole method
}

// Plus adds the numbers of disjoint parts.
func (l Omitted) Plus(o Omitted) Omitted {
	return Omitted{l.Files + o.Files, l.Methods + o.Methods, l.Parts + o.Parts}
}

// Ratio is the number of parts of a kind that were executed at least once, and the number of all.
type Ratio struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// NamedRatio is one of the totals that all outputs show.
type NamedRatio struct {
	Name string // lines, branches or methods
	Ratio
}

// Headline returns the ratios of lines, of branches if there are some, and of methods.
func (m Metrics) Headline() []NamedRatio {
	list := []NamedRatio{{"lines", m.Lines}, {"branches", m.Branches}, {"methods", m.Methods}}
	if m.Branches.Total == 0 {
		list = slices.Delete(list, 1, 2)
	}
	return list
}

// Plus adds the ratios of disjoint parts.
func (r Ratio) Plus(o Ratio) Ratio { return Ratio{r.Covered + o.Covered, r.Total + o.Total} }

func (r *Ratio) plus(o Ratio) { *r = r.Plus(o) }

// RatioOf returns the ratio of a single part with a count.
func RatioOf(count uint64) (r Ratio) {
	r.add(count)
	return r
}

func (r *Ratio) add(count uint64) {
	r.Total++
	if count > 0 {
		r.Covered++
	}
}
