package gate

import (
	"fmt"
	"math/bits"

	"jprof/report/cct"
	"jprof/report/efficiency"
	"jprof/report/pattern"
)

// EfficiencyRule limits the work of little use: of each method that matches, or of the whole program.
type EfficiencyRule struct {
	Match *pattern.Compiled // nil for the program
	// Limits are those of each list: the part of the program's cost that is in its contexts, and of its writes that are
	// captured.
	Limits [len(efficiency.Lists)]*Percent
}

// CheckEfficiency adds to a verdict what the rules for efficiency say of a run; r is nil if it recorded calls only.
func CheckEfficiency(v *Verdict, r *efficiency.Result, rules []EfficiencyRule) {
	c := &checker{verdict: v}
	for _, rule := range rules {
		for _, l := range efficiency.Lists {
			if rule.Limits[l] != nil {
				c.efficiency(r, rule.Match, l, *rule.Limits[l])
			}
		}
	}
}

// part is how much of the program is in a list: of one method, or nil for all.
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
func (c *checker) efficiency(r *efficiency.Result, match *pattern.Compiled, l efficiency.List, limit Percent) {
	rule, subject, required := "efficiency "+l.String(), string(Project), "at most "+limit.String()
	if match != nil {
		subject = "methods " + match.String()
	}
	if r == nil || r.Total.Cost == 0 {
		c.useless(rule, subject, required, "unknown: the run recorded calls only, or has no class files")
		return
	}
	gate := func(m *efficiency.Method) Gate {
		n, of := part(r, m, l)
		share := roundedUp(n, of)
		g := Gate{Rule: rule, Subject: subject, Required: required, Actual: share.String() + " of the cost",
			Passed: share <= limit}
		if l == efficiency.Capturing {
			g.Actual = share.String() + " of the writes"
		}
		if m != nil {
			g.Subject = "method " + m.Signature()
			if m.Kind == cct.App && r.Options.Project != nil {
				g.Path, g.Line = m.Source, max(1, int(m.Line))
			}
		}
		if g.Passed && r.Beyond > 0 { // it may be more
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
	case !failed: // one row for all of them: that which is next to the limit
		g := gate(most)
		g.Subject = fmt.Sprintf("%s, most: %s", subject, most.Signature())
		if n, _ := part(r, most, l); n == 0 {
			g.Subject = subject
		}
		c.add(g)
	}
}

func first(a, _ uint64) uint64 { return a }

// roundedUp is a part of a whole, never less than it is: it must not look like a limit that it exceeds.
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
