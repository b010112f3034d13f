package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/gate"
	"jprof/report/pattern"
)

// Check holds the gates of a project: see package gate.
type Check struct {
	Tests      bool          `yaml:"tests"` // the gates include test sources
	Lines      *Percent      `yaml:"lines"` // of the project, as Branches and Methods
	Branches   *Percent      `yaml:"branches"`
	Methods    *Percent      `yaml:"methods"`
	Unmeasured *int          `yaml:"unmeasured"` // the number of files that may be unmeasured
	Age        *Age          `yaml:"age"`        // of runs with parts that were carried forward
	Base       string        `yaml:"base"`       // the run that tests are compared with
	Skipped    *int          `yaml:"skipped"`    // the number of tests of the base that may be skipped
	Removed    *int          `yaml:"removed"`    // or removed
	NotRun     *int          `yaml:"not-run"`    // or not run
	Parts      []Part        `yaml:"parts"`
	Changed    Changed       `yaml:"changed"`
	Counts     []Limits      `yaml:"counts"`
	Baseline   string        `yaml:"baseline"` // file, relative to the project
	Ratchet    *[]gate.Scope `yaml:"ratchet"`  // nil for defaultRatchet
	Quarantine []Quarantine  `yaml:"quarantine"`
	Allow      Texts         `yaml:"allow"` // report.FailureKind: failures of the run that are allowed
	// Contexts are the limits for runs with contexts. Such runs are checked separately.
	Contexts []ContextLimits `yaml:"contexts"`
	// Efficiency are the limits for the efficiency of runs with contexts.
	Efficiency []EfficiencyLimits `yaml:"efficiency"`
}

// Part is the minimum of modules, packages, classes, components, or files of an owner.
type Part struct {
	Module    Texts    `yaml:"module"` // exactly one of the five is set
	Package   Texts    `yaml:"package"`
	Class     Texts    `yaml:"class"`
	Component Texts    `yaml:"component"`
	Owner     Texts    `yaml:"owner"`
	Except    Texts    `yaml:"except"`
	Lines     *Percent `yaml:"lines"`
	Branches  *Percent `yaml:"branches"`
	Methods   *Percent `yaml:"methods"`
}

// Changed are the thresholds for changed lines.
type Changed struct {
	Since      string     `yaml:"since"`
	Lines      *Threshold `yaml:"lines"`
	Branches   *Threshold `yaml:"branches"`
	Tolerance  *Percent   `yaml:"tolerance"`   // points below a threshold with which a gate passes
	LeastLines *int       `yaml:"least-lines"` // with fewer changed lines, gates pass
}

// Limits are upper bounds for the counts, growth and time of methods.
type Limits struct {
	Method      Texts    `yaml:"method"` // patterns
	Invocations *Count   `yaml:"invocations"`
	Executions  *Count   `yaml:"executions"`
	Growth      *Percent `yaml:"growth"`
	Nanoseconds *Count   `yaml:"nanoseconds"` // of one invocation
}

// Any reports whether there is a limit.
func (l Limits) Any() bool {
	return l.Invocations != nil || l.Executions != nil || l.Growth != nil || l.Nanoseconds != nil
}

// defaultRatchet is the default for the parts that must not be worse than in a baseline.
var defaultRatchet = []gate.Scope{gate.Project, gate.Module}

// Percent is a percentage, with or without its sign.
type Percent struct{ gate.Percent }

// Threshold is a percentage, or that of the base.
type Threshold struct {
	Percent
	OfBase bool
}

// ofBase is the Threshold of the base in settings and options.
const ofBase = "base"

// ParseThreshold reads a percentage, or the word base.
func ParseThreshold(s string) (*Threshold, error) {
	if strings.TrimSpace(s) == ofBase {
		return &Threshold{OfBase: true}, nil
	}
	p, err := gate.ParsePercent(s)
	if err != nil {
		err = fmt.Errorf("%w, nor the word base", err)
	}
	return &Threshold{Percent: Percent{p}}, err
}

func (t *Threshold) UnmarshalYAML(n *yaml.Node) error {
	parsed, err := ParseThreshold(n.Value)
	*t = *parsed
	return err
}

// String returns the percentage, or the word base.
func (t Threshold) String() string {
	if t.OfBase {
		return ofBase
	}
	return t.Percent.String()
}

// percent returns the percentage, nil for nil.
func (t *Threshold) percent() *Percent {
	if t == nil {
		return nil
	}
	return &t.Percent
}

// Of returns the percentage for package gate; of is the ratio of the base. It returns nil for nil.
func (t *Threshold) Of(base report.Ratio) *gate.Percent {
	switch {
	case t == nil:
		return nil
	case t.OfBase:
		p := gate.RatioOf(base)
		return &p
	}
	return &t.Percent.Percent
}

// Hundred is 100 %.
const Hundred = gate.Percent(100_000)

// inRange returns an error for a minimum that cannot be reached.
func (p *Percent) inRange() error {
	if p != nil && p.Percent > Hundred {
		return settingf(" must be between 0 and 100, not %v", p)
	}
	return nil
}

// FailureKinds lists the failures that can be allowed.
func FailureKinds() string {
	var names []string
	for _, k := range report.FailureKinds {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// Age is a time that has passed.
type Age time.Duration

func (a *Age) UnmarshalYAML(n *yaml.Node) error {
	d, err := words.ParseAge(n.Value)
	*a = Age(d)
	return err
}

// String returns "14 days".
func (a Age) String() string { return words.Age(time.Duration(a)) }

// Count is a number of invocations or executions.
type Count uint64

func (c *Count) UnmarshalYAML(n *yaml.Node) error {
	v, err := strconv.ParseUint(n.Value, 10, 64) // "" for a list or a section; checkShape has the message
	*c = Count(v)
	return err
}

func (p *Percent) UnmarshalYAML(n *yaml.Node) (err error) {
	p.Percent, err = gate.ParsePercent(n.Value) // as for Count
	return err
}

// Plain returns the percentage for package gate, nil for nil.
func (p *Percent) Plain() *gate.Percent {
	if p == nil {
		return nil
	}
	return &p.Percent
}

// Texts is a list of texts. In the file it may be a single text.
type Texts []string

func (t *Texts) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*t = Texts{n.Value}
		return nil
	}
	return n.Decode((*[]string)(t))
}

// Rules converts the settings to rules of package gate. The caller adds the baseline, and the changed lines. Errors are
// valueErrors below check.
func (c Check) Rules() (gate.Rules, error) {
	rules := gate.Rules{Run: &gate.Run{}, Unmeasured: c.Unmeasured, Age: (*time.Duration)(c.Age)}
	for i, name := range c.Allow {
		kind := report.FailureKind(name)
		if !slices.Contains(report.FailureKinds, kind) {
			return rules, under(settingf(": %q is not one of %s", name, FailureKinds()), "allow", i)
		}
		rules.Run.Allow = append(rules.Run.Allow, kind)
	}
	for i, q := range c.Quarantine {
		rule, err := q.rule()
		if err != nil {
			return rules, under(err, "quarantine", i)
		}
		rules.Quarantine = append(rules.Quarantine, rule)
	}
	for _, m := range []struct {
		at    []any
		value *Percent
	}{
		{[]any{"lines"}, c.Lines}, {[]any{"branches"}, c.Branches}, {[]any{"methods"}, c.Methods},
		{[]any{"changed", "lines"}, c.Changed.Lines.percent()},
		{[]any{"changed", "branches"}, c.Changed.Branches.percent()},
		{[]any{"changed", "tolerance"}, c.Changed.Tolerance},
	} {
		if err := m.value.inRange(); err != nil {
			return rules, under(err, m.at...)
		}
	}
	for _, m := range []struct {
		at    []any
		value *int
	}{
		{[]any{"unmeasured"}, c.Unmeasured}, {[]any{"skipped"}, c.Skipped}, {[]any{"removed"}, c.Removed},
		{[]any{"not-run"}, c.NotRun}, {[]any{"changed", "least-lines"}, c.Changed.LeastLines},
	} {
		if m.value != nil && *m.value < 0 {
			return rules, under(settingf(" must be 0 or more, not %d", *m.value), m.at...)
		}
	}
	if c.Lines != nil || c.Branches != nil || c.Methods != nil {
		rules.Minimums = append(rules.Minimums, gate.Minimum{Of: gate.Project, Lines: c.Lines.Plain(),
			Branches: c.Branches.Plain(), Methods: c.Methods.Plain()})
	}
	for i, p := range c.Parts {
		m, err := p.minimum()
		if err != nil {
			return rules, under(err, "parts", i)
		}
		rules.Minimums = append(rules.Minimums, m)
	}
	for i, r := range c.Counts {
		switch {
		case len(r.Method) == 0:
			return rules, under(settingf(": requires a method, as in method: com.example.Parser.next"), "counts", i)
		case !r.Any():
			return rules, under(settingf(": requires a limit: invocations, executions, growth or nanoseconds"),
				"counts", i)
		}
		methods, err := parsed("method", r.Method, pattern.ParseMethodEnd)
		if err != nil {
			return rules, under(err, "counts", i)
		}
		for _, m := range methods {
			rules.Methods = append(rules.Methods, gate.MethodRule{Match: m,
				Invocations: (*uint64)(r.Invocations), Executions: (*uint64)(r.Executions), Growth: r.Growth.Plain(),
				Nanoseconds: (*uint64)(r.Nanoseconds)})
		}
	}
	for i, l := range c.Contexts {
		list, err := l.rules()
		if err != nil {
			return rules, under(err, "contexts", i)
		}
		rules.Contexts = append(rules.Contexts, list...)
	}
	for i, l := range c.Efficiency {
		list, err := l.rules()
		if err != nil {
			return rules, under(err, "efficiency", i)
		}
		rules.Efficiency = append(rules.Efficiency, list...)
	}
	if c.Ratchet == nil {
		rules.Ratchet = defaultRatchet
		return rules, nil
	}
	for i, s := range *c.Ratchet {
		if s != gate.Project && s != gate.Module && s != gate.Package {
			return rules, under(settingf(": %q is not one of project, module and package", s), "ratchet", i)
		}
		rules.Ratchet = append(rules.Ratchet, s)
	}
	return rules, nil
}

// minimum converts the part to a rule of package gate. Errors are valueErrors below the part.
func (p Part) minimum() (gate.Minimum, error) {
	m := gate.Minimum{Lines: p.Lines.Plain(), Branches: p.Branches.Plain(), Methods: p.Methods.Plain()}
	if m.Lines == nil && m.Branches == nil && m.Methods == nil {
		return m, settingf(": requires a threshold: lines, branches or methods")
	}
	for _, t := range []struct {
		key   string
		value *Percent
	}{{"lines", p.Lines}, {"branches", p.Branches}, {"methods", p.Methods}} {
		if err := t.value.inRange(); err != nil {
			return m, under(err, t.key)
		}
	}
	parse := pattern.ParseName
	given := 0
	var match Texts
	for _, of := range []struct {
		scope gate.Scope
		names Texts
	}{
		{gate.Module, p.Module}, {gate.Package, p.Package}, {gate.Class, p.Class}, {gate.Component, p.Component},
		{gate.Owner, p.Owner},
	} {
		if len(of.names) > 0 {
			given++
			m.Of, match = of.scope, of.names
		}
	}
	if given != 1 {
		return m, settingf(": requires one of module, package, class, component and owner, as a pattern")
	}
	switch m.Of {
	case gate.Module:
		parse = pattern.ParseModule
	case gate.Component, gate.Owner:
		parse = func(text string) (pattern.Name, error) { return pattern.ParseText(string(m.Of), text) }
	}
	var err error
	if m.Match, err = parsed(string(m.Of), match, parse); err != nil {
		return m, err
	}
	m.Except, err = parsed("except", p.Except, parse)
	return m, err
}

// Empty reports whether the settings have no gate of their own for runs with counts.
func (c Check) Empty() bool {
	return c.Lines == nil && c.Branches == nil && c.Methods == nil && c.Unmeasured == nil && len(c.Parts) == 0 &&
		strings.TrimSpace(c.Changed.Since) == "" && len(c.Counts) == 0 && c.Baseline == "" &&
		!c.LimitsTests() && c.Age == nil
}

// OnlyLists reports whether changed lines are listed, and have no limit.
func (c Changed) OnlyLists() bool {
	return strings.TrimSpace(c.Since) != "" && c.Lines == nil && c.Branches == nil
}

// NeedsBase reports whether a gate compares the run with the base.
func (c Check) NeedsBase() bool {
	return c.LimitsTests() || c.Changed.Lines != nil && c.Changed.Lines.OfBase ||
		c.Changed.Branches != nil && c.Changed.Branches.OfBase
}

// LimitsTests reports whether the number of tests that are lost since the base is limited.
func (c Check) LimitsTests() bool { return c.Skipped != nil || c.Removed != nil || c.NotRun != nil }

// noEmptyGates returns an error for a gate without a value, of a name, in the node n.
func noEmptyGates(n *yaml.Node, name string) error {
	for i, c := range n.Content {
		full := name
		if n.Kind == yaml.MappingNode && i%2 == 1 {
			full += "." + n.Content[i-1].Value
		}
		if full != name && c.Tag == "!!null" {
			return nodeError{n.Content[i-1], fmt.Errorf("%s has no value", full)}
		}
		if err := noEmptyGates(c, full); err != nil {
			return err
		}
	}
	return nil
}
