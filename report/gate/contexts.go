package gate

import (
	"fmt"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/pattern"
)

// ContextRule limits the cost of each matching method in the contexts below a caller.
type ContextRule struct {
	Match pattern.Compiled
	Below *pattern.Compiled // the callers, at any distance; nil for all contexts
	// Limits holds the limit of each metric. Calls are those of the method itself. For all other metrics the whole
	// subtrees of the method count, as its cost includes that of the methods that it calls.
	Limits [cct.NumMetrics]*uint64
}

// CheckContexts checks a tree by the rules for contexts. It also checks that its run represents the whole project.
func CheckContexts(t *cct.Tree, run report.RunInfo, rules Rules) *Verdict {
	c := &checker{model: &report.Model{Run: run}, rules: rules, verdict: &Verdict{}}
	if rules.Run != nil {
		c.run(*rules.Run)
	}
	for _, r := range rules.Contexts {
		c.contexts(t, r)
	}
	return c.verdict
}

// contexts checks the methods that match a rule.
func (c *checker) contexts(t *cct.Tree, rule ContextRule) {
	costs, callers := contextCosts(t, rule)
	subject := "methods " + rule.Match.String()
	below := ""
	if rule.Below != nil {
		below = " below " + rule.Below.String()
	}
	switch {
	case rule.Below != nil && !callers:
		c.useless("contexts", subject+below, "a context of "+rule.Below.String(), noMatch(t, *rule.Below))
		return
	case len(costs) == 0 && rule.forbids() && c.exists(t, rule.Match):
		c.add(Gate{Rule: "context calls", Subject: subject + below, Required: "at most 0", Actual: "0", Passed: true})
		return
	case len(costs) == 0 && rule.forbids():
		c.useless("contexts", subject+below, "a method that exists, called or not", noMatch(t, rule.Match))
		return
	case len(costs) == 0:
		c.useless("contexts", subject+below, "at least one context", noMatch(t, rule.Match))
		return
	}
	if n := lostCalls(t, costs); rule.Below != nil && n > 0 {
		c.useless("contexts", subject+below, "all calls in contexts", count(n)+" beyond the limit of contexts")
	}
	for m := range t.Methods {
		cost, ok := costs[int32(m)]
		if !ok {
			continue
		}
		method := &t.Methods[m]
		path := ""
		if strings.Contains(method.Source, "/") { // else it is the name of a file somewhere
			path = method.Source
		}
		for by := range cct.NumMetrics {
			limit := rule.Limits[by]
			if limit == nil {
				continue
			}
			g := Gate{Rule: "context " + by.String(), Subject: "method " + method.Signature() + below,
				Title: "method " + method.Title() + below, Required: "at most " + count(*limit)}
			if !t.Has(by) {
				g.Actual = "unknown: the run recorded calls only"
				c.add(g)
				continue
			}
			g.Actual, g.Passed, g.Path, g.Line = count(cost[by]), cost[by] <= *limit, path, int(method.Line)
			if g.Passed && by != cct.Calls && t.IsPartial() { // the true number may be higher
				g.Passed = false
				g.Actual = fmt.Sprintf("at least %s: %s calls beyond the limit of contexts are missing", g.Actual,
					count(t.TotalOf(cct.Calls, t.BeyondRoot())))
			}
			c.add(g)
		}
	}
}

// noMatch returns the message that no method matches. It proposes names if the tree has no such method at all.
func noMatch(t *cct.Tree, p pattern.Compiled) string {
	if meant := p.Meant(t.Methods); meant != "" && !has(t, p) {
		return "no match: " + meant
	}
	return "no match"
}

// has reports whether a tree has a method that matches.
func has(t *cct.Tree, p pattern.Compiled) bool {
	return slices.ContainsFunc(t.Methods, func(m cct.Method) bool { return p.Matches(&m) })
}

// lostCalls returns the number of calls of these methods beyond the limit of contexts, whose callers are unknown.
func lostCalls(t *cct.Tree, of map[int32]*cct.Sums) uint64 {
	n := uint64(0)
	root := t.BeyondRoot()
	for i := root + 1; root >= 0 && i < t.Len(); i++ {
		if of[t.Method[i]] != nil {
			n = cct.Add(n, t.Self[cct.Calls][i])
		}
	}
	return n
}

// exists reports whether there is a method that matches, called or not. If there is none, the name may be misspelt, so
// that the gate would check nothing.
func (c *checker) exists(t *cct.Tree, p pattern.Compiled) bool {
	return has(t, p) || c.rules.Known != nil && c.rules.Known(p)
}

// forbids reports whether the rule allows no call. Such a rule is met if there is no context.
func (r ContextRule) forbids() bool {
	limit := r.Limits[cct.Calls]
	return limit != nil && *limit == 0
}

// contextCosts returns the costs of the methods that match a rule, by their index. callers reports whether the tree has
// a caller of the rule.
func contextCosts(t *cct.Tree, rule ContextRule) (costs map[int32]*cct.Sums, callers bool) {
	matches := func(p *pattern.Compiled) []bool {
		list := make([]bool, len(t.Methods))
		for i := range t.Methods {
			list[i] = p != nil && p.Matches(&t.Methods[i])
		}
		return list
	}
	wanted, caller := matches(&rule.Match), matches(rule.Below)
	costs = map[int32]*cct.Sums{}
	covered := map[int32]int32{} // the end of the last topmost subtree of a method
	within := int32(0)           // the end of the last topmost subtree of a caller
	for i, m := range t.Method {
		if m < 0 {
			continue
		}
		if inside := rule.Below == nil || int32(i) < within; inside && wanted[m] {
			cost := costs[m]
			if cost == nil {
				cost = &cct.Sums{}
				costs[m] = cost
			}
			cost[cct.Calls] = cct.Add(cost[cct.Calls], t.Self[cct.Calls][i])
			if int32(i) >= covered[m] {
				covered[m] = t.End[i]
				for by := cct.Calls + 1; by < cct.NumMetrics; by++ {
					cost[by] = cct.Add(cost[by], t.Total(by)[i])
				}
			}
		}
		if caller[m] && int32(i) >= within {
			within, callers = t.End[i], true
		}
	}
	return costs, callers
}
