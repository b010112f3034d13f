package gate

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"jprof/report"
	"jprof/report/pair"
	"jprof/report/times"
)

// sum holds the counts of a method. Methods of several modules with the same qualified name are added up.
type sum struct {
	BaselineMethod
	refs []report.MethodRef
}

// sums adds up the measured methods that in accepts. It returns them in the order of the model.
func sums(m *report.Model, in func(report.MethodRef) bool) []*sum {
	var list []*sum
	byName := map[string]*sum{}
	for _, r := range m.AllMethods() {
		if !r.Method().Measured || !in(r) {
			continue
		}
		name := r.Qualified()
		s := byName[name]
		if s == nil {
			s = &sum{BaselineMethod: BaselineMethod{Method: name, Code: r.Method().CodeHash()}}
			byName[name] = s
			list = append(list, s)
		}
		s.refs = append(s.refs, r)
		s.Invocations = min(s.Invocations+r.Method().Invocations, math.MaxInt64)
		s.Executions = min(s.Executions+r.Method().Executed, math.MaxInt64)
	}
	return list
}

func (r Rules) varies(s *sum) bool {
	return r.Baseline != nil && slices.Contains(r.Baseline.Varying, s.Method) ||
		slices.ContainsFunc(s.refs, func(ref report.MethodRef) bool { return ref.Method().Varies })
}

// methods checks the methods that match a rule.
func (c *checker) methods(rule MethodRule) {
	list := sums(c.model, rule.Match.Matches)
	varying, compared := 0, 0
	if rule.Nanoseconds != nil {
		c.times(rule, list)
	}
	for _, s := range list {
		if c.rules.varies(s) {
			varying++
			continue
		}
		first := s.refs[0]
		gate := func(what, limit, actual string, passed bool) {
			c.add(Gate{Rule: what, Subject: "method " + s.Method, Title: "method " + first.QualifiedTitle(),
				Required: "at most " + limit, Actual: actual, Passed: passed,
				Path: first.File.Path, Line: int(first.Method().Name.Line)})
		}
		if limit := rule.Invocations; limit != nil {
			gate("invocations", count(*limit), count(s.Invocations), s.Invocations <= *limit)
		}
		if limit := rule.Executions; limit != nil {
			gate("executions", count(*limit), count(s.Executions), s.Executions <= *limit)
		}
		if rule.Growth == nil || c.rules.Baseline == nil {
			continue
		}
		before := c.before(s)
		if before == nil {
			continue // a new one
		}
		compared++
		growth := func(what string, before, after uint64) {
			if before > 0 { // there is a value to compare with
				gate("growth of "+what, rule.Growth.String(), fromTo(before, after), rule.Growth.within(before, after))
			}
		}
		growth("invocations", before.Invocations, s.Invocations)
		growth("executions", before.Executions, s.Executions)
	}
	subject := "methods " + rule.Match.String()
	switch {
	case len(list) == 0:
		c.useless("counts", subject, "at least one method with counters", "no match")
	case len(list) == varying && rule.counts():
		c.useless("counts", subject, "at least one method that does not vary", "all vary between equal runs")
	case rule.Growth != nil && c.rules.Baseline != nil && compared == 0:
		c.useless("growth", subject, "in the baseline", "not in the baseline: write it again, with the same limit")
	}
}

// times checks the time of one invocation of methods. A method fails if its confidence interval is above the limit; so
// a method with few or no samples passes. If all methods have too few samples for a time, and for an upper bound below
// the limit, nothing is checked, and the rule fails.
func (c *checker) times(rule MethodRule, list []*sum) {
	const what = "nanoseconds"
	subject := "methods " + rule.Match.String()
	switch {
	case c.rules.Times == nil:
		c.useless(what, subject, "a run with --time", "a run without --time")
		return
	case c.rules.Times.Samples.All.Samples == 0:
		c.useless(what, subject, "samples", "a run with --time that has none")
		return
	}
	known := len(list) == 0
	for _, s := range list {
		cost := times.Cost{Count: s.Invocations}
		for _, ref := range s.refs {
			of, _ := c.rules.Times.Method(ref)
			cost.Self = cost.Self.Plus(of.Self)
		}
		limit := float64(*rule.Nanoseconds)
		per, ok := c.rules.Times.PerExecution(cost.Self, cost.Count)
		known = known || ok && (!per.Below || per.High <= limit) || cost.Count == 0
		first := s.refs[0]
		c.add(Gate{Rule: what, Subject: "method " + s.Method, Title: "method " + first.QualifiedTitle(),
			Required: "at most " + times.Nanos(limit),
			Actual:   c.rules.Times.PerText(cost), Passed: !ok || per.Low <= limit, Path: first.File.Path,
			Line: int(first.Method().Name.Line)})
	}
	if !known {
		c.useless(what, subject, "a method with enough samples", "none: let it run longer")
	}
}

// before finds a method in the baseline by its name. If the name is not there and the method has enough code, before
// finds it by its code among the methods whose names no longer exist.
func (c *checker) before(s *sum) *BaselineMethod {
	if c.byName == nil {
		c.byName, c.byCode = map[string]*BaselineMethod{}, map[string][]*BaselineMethod{}
		is := map[string]bool{}
		for _, r := range c.model.AllMethods() {
			is[r.Qualified()] = true
		}
		for i := range c.rules.Baseline.Methods {
			m := &c.rules.Baseline.Methods[i]
			c.byName[m.Method] = m
			if !is[m.Method] {
				c.byCode[m.Code] = append(c.byCode[m.Code], m)
			}
		}
	}
	if m := c.byName[s.Method]; m != nil {
		return m
	}
	if list := c.byCode[s.Code]; len(list) == 1 && pair.Distinctive(s.refs[0].Size()) {
		return list[0]
	}
	return nil
}

// within reports whether after is at most p higher than before. Products of counts have 128 bits.
func (p Percent) within(before, after uint64) bool {
	limitHi, limitLo := bits.Mul64(before, uint64(100_000+p))
	hi, lo := bits.Mul64(after, 100_000)
	return hi < limitHi || hi == limitHi && lo <= limitLo
}

func fromTo(before, after uint64) string {
	return fmt.Sprintf("x%.3g (%s to %s)", float64(after)/float64(before), count(before), count(after))
}
