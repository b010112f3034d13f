package gate

import (
	"fmt"
	"slices"
	"strings"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/pattern"
)

// ContextRule limits what each matching method costs in the contexts below a caller.
type ContextRule struct {
	Match pattern.Compiled
	Below *pattern.Compiled // at any distance; nil for all contexts
	// Limits are those of each metric. Calls are those of the method; of the others the subtrees of the method count,
	// as its cost is that of what it calls.
	Limits [cct.NumMetrics]*uint64
}

// CheckContexts checks a tree by the rules for contexts, and that its run represents the whole project.
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

// contexts checks the methods that a rule is for.
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
			if !t.Has(by) {
				c.useless("context "+by.String(), "method "+method.Signature()+below, "at most "+count(*limit),
					"unknown: the run recorded calls only")
				continue
			}
			g := Gate{Rule: "context " + by.String(), Subject: "method " + method.Signature() + below,
				Required: "at most " + count(*limit), Actual: count(cost[by]), Passed: cost[by] <= *limit, Path: path,
				Line: int(method.Line)}
			if g.Passed && by != cct.Calls && t.IsPartial() { // it may be more
				g.Passed = false
				g.Actual = fmt.Sprintf("at least %s: %s calls beyond the limit of contexts are missing", g.Actual,
					count(t.Total(cct.Calls)[t.BeyondRoot()]))
			}
			c.add(g)
		}
	}
}

// noMatch says that no method is matched, and proposes names where there is none at all.
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

// lostCalls returns the number of calls of the methods beyond the limit of contexts: their callers are unknown.
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

// exists reports whether there is a method that matches. One that is not called may be misspelt: a gate for it would
// check nothing.
func (c *checker) exists(t *cct.Tree, p pattern.Compiled) bool {
	return has(t, p) || c.rules.Known != nil && c.rules.Known(p)
}

// forbids reports whether the rule allows no call: then it is met if there is no context.
func (r ContextRule) forbids() bool {
	limit := r.Limits[cct.Calls]
	return limit != nil && *limit == 0
}

// contextCosts are the costs of the methods that a rule is for, by their index, and whether its caller is in the tree.
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
