package gate

import (
	"fmt"
	"math/bits"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/pattern"
)

// EfficiencyRule limits work of little use, of each matching method or of the whole program.
type EfficiencyRule struct {
	Match *pattern.Compiled // nil for the program
	// Shares and Most are limits for each list, nil for none. They limit the cost in its contexts, or the captured
	// writes. Shares are percentages of the program, Most are numbers.
	Shares [len(efficiency.Lists)]*Percent
	Most   [len(efficiency.Lists)]*uint64
}

// NameOfMost returns the name of the limit of Most for a list.
func NameOfMost(l efficiency.List) string {
	if l == efficiency.Capturing {
		return "captured-writes"
	}
	return l.String() + "-cost"
}

// CheckEfficiency checks a run against the rules for efficiency and adds the results to v. r is nil if the run recorded
// calls only.
func CheckEfficiency(v *Verdict, r *efficiency.Result, rules []EfficiencyRule) {
	c := &checker{verdict: v}
	for _, rule := range rules {
		for _, l := range efficiency.Lists {
			if limit := rule.Shares[l]; limit != nil {
				c.efficiency(r, rule.Match, shareLimit(l, *limit))
			}
			if limit := rule.Most[l]; limit != nil {
				c.efficiency(r, rule.Match, efficiencyLimit{l, NameOfMost(l), count(*limit),
					func(n, _ uint64) (string, bool) { return count(n), n <= *limit }})
			}
		}
	}
}

// efficiencyLimit is a limit of a list.
type efficiencyLimit struct {
	list     efficiency.List
	name     string
	required string                                         // the limit as text
	check    func(part, of uint64) (actual string, ok bool) // compares the limit with results of part
}

// shareLimit returns the limit for a percentage of the program.
func shareLimit(l efficiency.List, limit Percent) efficiencyLimit {
	whole := " of the cost"
	if l == efficiency.Capturing {
		whole = " of the writes"
	}
	return efficiencyLimit{l, l.String(), limit.String(), func(n, of uint64) (string, bool) {
		share := roundedUp(n, of)
		return share.String() + whole, share <= limit
	}}
}

// part returns the part of the cost or writes of the program that is in a list: that of the method m, or of the program
// if m is nil.
func part(r *efficiency.Result, m *efficiency.Method, l efficiency.List) (part, of uint64) {
	switch {
	case l == efficiency.Capturing && m != nil:
		return m.Captured, r.Total.Writes
	case l == efficiency.Capturing:
		return r.Total.Captured, r.Total.Writes
	case m != nil:
		return m.With[l].Cost, r.Total.Cost
	}
	return r.Share(l)
}

// efficiency checks the limit of a list.
func (c *checker) efficiency(r *efficiency.Result, match *pattern.Compiled, limit efficiencyLimit) {
	rule, subject, required := "efficiency "+limit.name, string(Project), "at most "+limit.required
	l := limit.list
	if match != nil {
		subject = "methods " + match.String()
	}
	if r == nil || r.Total.Cost == 0 {
		c.useless(rule, subject, required, "unknown: the run recorded calls only, or has no class files")
		return
	}
	gate := func(m *efficiency.Method) Gate {
		g := Gate{Rule: rule, Subject: subject, Required: required}
		g.Actual, g.Passed = limit.check(part(r, m, l))
		if m != nil {
			g.Subject, g.Title = "method "+m.Signature(), "method "+m.Title()
			if m.Kind == cct.App && r.Options.Project != nil {
				g.Path, g.Line = m.Source, max(1, int(m.Line))
			}
		}
		if g.Passed && r.Beyond > 0 { // the true number may be higher
			g.Passed = false
			g.Actual = fmt.Sprintf("at least %s: of %s calls beyond the limit of contexts it is not known", g.Actual,
				count(r.Beyond))
		}
		return g
	}
	if match == nil {
		c.add(gate(nil))
		return
	}
	matches, most, failed := 0, (*efficiency.Method)(nil), false
	for _, m := range r.Methods {
		if !match.Matches(&m.Method) {
			continue
		}
		matches++
		if n, _ := part(r, m, l); most == nil || n > first(part(r, most, l)) {
			most = m
		}
		if g := gate(m); !g.Passed && r.Beyond == 0 {
			c.add(g)
			failed = true
		}
	}
	switch {
	case matches == 0:
		c.useless(rule, subject, "at least one method that ran", "no match")
	case !failed: // one row for all methods: the method that is closest to the limit
		g := gate(most)
		g.Subject, g.Title = subject, ""
		if n, _ := part(r, most, l); n > 0 {
			g.Subject, g.Title = subject+", most: "+most.Signature(), subject+", most: "+most.Title()
		}
		c.add(g)
	}
}

func first(a, _ uint64) uint64 { return a }

// roundedUp returns part as a percentage of a whole, rounded up, so that a value above a limit is never shown as equal
// to it.
func roundedUp(part, of uint64) Percent {
	if of == 0 {
		return 0
	}
	hi, lo := bits.Mul64(min(part, of), 100_000)
	share, rest := bits.Div64(hi, lo, of)
	if rest > 0 {
		share++
	}
	return Percent(share)
}
