package gate

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"

	"jprof/report"
	"jprof/report/pattern"
	"jprof/report/times"
)

// Rules are the requirements. Each part is optional.
type Rules struct {
	Run        *Run
	Minimums   []Minimum
	Changed    *Changed
	Unmeasured *int // the maximum number of unmeasured files
	Tests      *TestsRule
	Age        *time.Duration // the maximum age of runs that were carried forward
	Quarantine []QuarantineRule
	Today      time.Time // for Quarantine
	// NamesOf has the functions that return the components and the owners of a path; a path may have several.
	NamesOf    map[Scope]func(path string) []string
	Methods    []MethodRule
	Contexts   []ContextRule    // for CheckContexts
	Efficiency []EfficiencyRule // for CheckEfficiency
	// Known reports whether the run has a method that matches, called or not; nil if only called ones are known.
	Known func(pattern.Compiled) bool
	// Times has the times of the run, for MethodRule.Nanoseconds; nil if the run has none.
	Times *times.Model
	// Baseline is the old state, for Ratchet and for MethodRule.Growth; nil for none.
	Baseline *Baseline
	Ratchet  []Scope // parts whose ratios may not be lower than in the baseline
}

// Run requires that the build or program of the run succeeded, that no test failed, and that each module was built.
type Run struct {
	Allow []report.FailureKind // failures that are allowed
}

// Scope is a kind of parts of a project.
type Scope string

// The scopes.
const (
	Project Scope = "project"
	Module  Scope = "module"
	Package Scope = "package"
	Class   Scope = "class" // top-level classes, with those nested in them

	Component Scope = "component" // files that settings give a name: see Rules.NamesOf
	Owner     Scope = "owner"     // files with the same owner
)

// Minimum has the minimum ratios of each part of the project that matches.
type Minimum struct {
	Of Scope
	// Match and Except are patterns for the names of the parts; Match is not used for the project.
	Match, Except            []pattern.Name
	Lines, Branches, Methods *Percent
}

// MethodRule limits the executions of each matching method, except methods that vary between equal runs.
type MethodRule struct {
	Match       pattern.Method
	Invocations *uint64
	Executions  *uint64  // of statements
	Growth      *Percent // of Invocations and Executions, against the baseline
	// Nanoseconds limits the time of one invocation: see Rules.Times. It also applies to methods whose counts vary.
	Nanoseconds *uint64
}

// counts reports whether the rule limits counts.
func (r MethodRule) counts() bool {
	return r.Invocations != nil || r.Executions != nil || r.Growth != nil
}

// Percent is a percentage in thousandths of a percent.
type Percent int64

// ParsePercent reads a percentage such as 80, 79.5 or 10 %.
func ParsePercent(s string) (Percent, error) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "%"))
	whole, fraction, _ := strings.Cut(text, ".")
	digits := func(s string, most int) bool { return len(s) <= most && strings.Trim(s, "0123456789") == "" }
	if whole == "" || !digits(whole, 9) || !digits(fraction, 3) || strings.HasSuffix(text, ".") {
		return 0, fmt.Errorf("%q is not a percentage such as 80 or 79.5", s)
	}
	var p Percent
	for _, d := range whole + (fraction + "000")[:3] {
		p = p*10 + Percent(d-'0')
	}
	return p, nil
}

// String writes the percentage as "79.5 %".
func (p Percent) String() string {
	s := fmt.Sprintf("%d.%03d", p/1000, p%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + " %"
}

// Millionths returns the percentage in millionths.
func (p Percent) Millionths() uint64 { return uint64(p) * 10 }

// Within reports whether part is at least p of the whole of. Products have 128 bits.
func (p Percent) Within(part, of uint64) bool {
	partHi, partLo := bits.Mul64(part, 100_000)
	hi, lo := bits.Mul64(of, uint64(p))
	return partHi > hi || partHi == hi && partLo >= lo
}

// atLeast reports whether a ratio is at least p.
func (p Percent) atLeast(r report.Ratio) bool { return p.Within(uint64(r.Covered), uint64(r.Total)) }

// Check checks all rules. A rule that matches nothing becomes a gate that fails. It could never fail otherwise, so it
// is a mistake.
func Check(m *report.Model, rules Rules) *Verdict {
	c := &checker{model: m, rules: rules, verdict: &Verdict{}}
	if rules.Run != nil {
		c.run(*rules.Run)
	}
	if rules.Age != nil {
		c.age(*rules.Age)
	}
	for _, min := range rules.Minimums {
		c.minimum(min)
	}
	if rules.Changed != nil {
		c.changed(*rules.Changed)
	}
	if n := rules.Unmeasured; n != nil {
		elsewhere := m.Run.OmittedSources()
		files := m.Sum().Unmeasured.Files + elsewhere
		actual := count(uint64(files))
		if elsewhere > 0 {
			actual += fmt.Sprintf(" (%s generated, or from elsewhere)", count(uint64(elsewhere)))
		}
		c.add(Gate{
			Rule: "unmeasured files", Subject: string(Project), Passed: files <= *n,
			Required: "at most " + count(uint64(*n)), Actual: actual,
		})
	}
	if rules.Tests != nil {
		c.tests(*rules.Tests)
	}
	if rules.Baseline != nil {
		c.ratchet()
	}
	for _, r := range rules.Methods {
		c.methods(r)
	}
	return c.verdict
}

type checker struct {
	model   *report.Model
	rules   Rules
	verdict *Verdict

	// the methods of the baseline: see before
	byName map[string]*BaselineMethod
	byCode map[string][]*BaselineMethod
}

func (c *checker) add(g Gate) { c.verdict.Gates = append(c.verdict.Gates, g) }

// useless adds a failed gate for a rule that matches nothing.
func (c *checker) useless(rule, subject, required, actual string) {
	c.add(Gate{Rule: rule, Subject: subject, Required: required, Actual: actual})
}

// metric is a ratio that rules can limit.
type metric struct {
	name string
	of   func(report.Totals) report.Ratio
}

var (
	lines    = metric{"lines", func(t report.Totals) report.Ratio { return t.Lines }}
	branches = metric{"branches", func(t report.Totals) report.Ratio { return t.Branches }}
	methods  = metric{"methods", func(t report.Totals) report.Ratio { return t.Methods }}
	metrics  = []metric{lines, branches, methods}
)

// element is a part of the project.
type element struct {
	name   string // "" if the part is not in one file
	totals report.Totals
	path   string // "" where it is not in one file
	line   int
}

// subject returns the name of the part in a table.
func (e element) subject(of Scope) string {
	switch {
	case of == Project:
		return string(of)
	case e.name == "":
		return "unnamed " + string(of)
	}
	return string(of) + " " + e.name
}

// elements lists the parts of a scope.
func elements(m *report.Model, of Scope) []element {
	var list []element
	switch of {
	case Project:
		list = []element{{totals: m.Sum()}}
	case Module:
		for _, g := range m.Modules() {
			list = append(list, element{name: g.Name, totals: g.Totals})
		}
	case Package:
		for _, g := range m.Packages() {
			list = append(list, element{name: g.Name, totals: g.Totals})
		}
	case Class:
		for _, c := range m.Classes {
			list = append(list, element{c.Qualified(), c.Totals, c.File.Path, c.Line})
		}
	}
	return list
}

// named lists the parts of a scope of Rules.NamesOf, by name.
func (c *checker) named(of Scope) []element {
	sums := map[string]report.Totals{}
	for _, f := range c.model.Files {
		for _, name := range c.rules.NamesOf[of](f.Path) {
			sums[name] = sums[name].Plus(f.Totals)
		}
	}
	var list []element
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		list = append(list, element{name: name, totals: sums[name]})
	}
	return list
}

func (c *checker) minimum(rule Minimum) {
	all := elements(c.model, rule.Of)
	if c.rules.NamesOf[rule.Of] != nil {
		all = c.named(rule.Of)
	}
	var in []element
	for _, e := range all {
		if (rule.Of == Project || matches(rule.Match, e.name)) && !matches(rule.Except, e.name) {
			in = append(in, e)
		}
	}
	for _, p := range rule.Match {
		if !slices.ContainsFunc(all, func(e element) bool { return p.Matches(e.name) }) {
			c.useless("threshold", string(rule.Of)+" "+p.String(), "at least one "+string(rule.Of), "no match")
			return
		}
	}
	for _, p := range rule.Except {
		if !slices.ContainsFunc(all, func(e element) bool { return p.Matches(e.name) }) {
			c.useless("threshold", "except "+p.String(), "at least one "+string(rule.Of), "no match")
		}
	}
	if len(in) == 0 {
		c.useless("threshold", string(rule.Of)+" "+join(rule.Match), "at least one "+string(rule.Of),
			"all are excluded by except")
		return
	}
	for i, limit := range []*Percent{rule.Lines, rule.Branches, rule.Methods} {
		if limit == nil {
			continue
		}
		total := 0
		for _, e := range in {
			r := metrics[i].of(e.totals)
			if total += r.Total; r.Total > 0 {
				c.add(Gate{Rule: metrics[i].name, Subject: e.subject(rule.Of), Required: "at least " + limit.String(),
					Actual: ratio(r),
					Passed: limit.atLeast(r), Path: e.path, Line: e.line})
			}
		}
		if total == 0 {
			subject := string(Project)
			if rule.Of != Project {
				subject = string(rule.Of) + " " + join(rule.Match)
			}
			c.useless(metrics[i].name, subject, "at least "+limit.String(), "no "+metrics[i].name+" with counters")
		}
	}
}

func matches(patterns []pattern.Name, name string) bool {
	return slices.ContainsFunc(patterns, func(p pattern.Name) bool { return p.Matches(name) })
}

func join(patterns []pattern.Name) string {
	var list []string
	for _, p := range patterns {
		list = append(list, p.String())
	}
	return strings.Join(list, ", ")
}

// ratio returns a ratio as "79.99 % (7,999 of 10,000)", rounded down, so that a value below a threshold is never shown
// as equal to it.
func ratio(r report.Ratio) string {
	hundredths := int64(r.Covered) * 10_000 / int64(r.Total)
	return fmt.Sprintf("%v (%v)", Percent(hundredths*10), r)
}

func count(n uint64) string {
	if n >= math.MaxInt64 {
		return report.Thousands(math.MaxInt64) + " or more"
	}
	return report.Thousands(n)
}
