package gate_test

import (
	"testing"

	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/gate"
	"jprof/report/pattern"
)

// TestEfficiency checks limits of methods: a row for each that exceeds one, else one for all that match.
func TestEfficiency(t *testing.T) {
	method := func(name string, noEffect, captured uint64) *efficiency.Method {
		m := &efficiency.Method{Method: cct.Method{Class: "app.Shop", Name: name, Descriptor: "()V"},
			Numbers: efficiency.Numbers{Captured: captured}}
		m.With[efficiency.NoEffect] = efficiency.Contexts{Number: 1, Cost: noEffect}
		return m
	}
	r := &efficiency.Result{Total: efficiency.Numbers{Cost: 3000, Writes: 200, Captured: 50},
		Methods: []*efficiency.Method{method("check", 30, 0), method("log", 61, 0), method("sum", 0, 50)}}
	one, two := gate.Percent(1000), gate.Percent(2034)
	rule := func(text string, l efficiency.List, limit *gate.Percent) (rule gate.EfficiencyRule) {
		if text != "" {
			p, err := pattern.ParseCompiled(text)
			if err != nil {
				t.Fatal(err)
			}
			rule.Match = &p
		}
		rule.Shares[l] = limit
		return rule
	}
	most := func(rule gate.EfficiencyRule, l efficiency.List, most uint64) gate.EfficiencyRule {
		rule.Shares, rule.Most[l] = gate.EfficiencyRule{}.Shares, &most
		return rule
	}
	check := func(r *efficiency.Result, rules ...gate.EfficiencyRule) []string {
		var v gate.Verdict
		gate.CheckEfficiency(&v, r, rules)
		return told(&v)
	}
	same(t, check(r, rule("Shop.*", efficiency.NoEffect, &one), rule("Shop.*", efficiency.NoEffect, &two),
		rule("check", efficiency.NoEffect, &one), rule("sum", efficiency.NoEffect, new(gate.Percent)),
		rule("sell", efficiency.NoEffect, &one), rule("", efficiency.Capturing, &two),
		rule("app.**", efficiency.Capturing, &two), rule("Shop.*", efficiency.NoSideEffect, &one)),
		"FAILED: efficiency no-effect of method app.Shop.log(): at most 1 %, is 2.034 % of the cost",
		"ok: efficiency no-effect of methods Shop.*, most: app.Shop.log(): at most 2.034 %, is 2.034 % of the cost",
		"ok: efficiency no-effect of methods check, most: app.Shop.check(): at most 1 %, is 1 % of the cost",
		"ok: efficiency no-effect of methods sum: at most 0 %, is 0 % of the cost",
		"FAILED: efficiency no-effect of methods sell: at least one method that ran, is no match",
		"FAILED: efficiency capturing of project: at most 2.034 %, is 25 % of the writes",
		"FAILED: efficiency capturing of method app.Shop.sum(): at most 2.034 %, is 25 % of the writes",
		"ok: efficiency no-side-effect of methods Shop.*: at most 1 %, is 0 % of the cost",
	)
	same(t, check(nil, rule("", efficiency.NoEffect, &one)),
		"FAILED: efficiency no-effect of project: at most 1 %, is unknown: the run recorded calls only, or has "+
			"no class files")
	r.Total.Covered[efficiency.NoEffect] = 1091
	same(t, check(r, most(rule("", 0, nil), efficiency.NoEffect, 1091),
		most(rule("", 0, nil), efficiency.NoEffect, 1090), most(rule("Shop.*", 0, nil), efficiency.NoEffect, 60),
		most(rule("Shop.*", 0, nil), efficiency.Capturing, 50),
		most(rule("sell", 0, nil), efficiency.Capturing, 0)),
		"ok: efficiency no-effect-cost of project: at most 1,091, is 1,091",
		"FAILED: efficiency no-effect-cost of project: at most 1,090, is 1,091",
		"FAILED: efficiency no-effect-cost of method app.Shop.log(): at most 60, is 61",
		"ok: efficiency captured-writes of methods Shop.*, most: app.Shop.sum(): at most 50, is 50",
		"FAILED: efficiency captured-writes of methods sell: at least one method that ran, is no match",
	)
	r.Beyond = 7
	same(t, check(r, most(rule("", 0, nil), efficiency.NoEffect, 1091)),
		"FAILED: efficiency no-effect-cost of project: at most 1,091, is at least 1,091: of 7 calls beyond the "+
			"limit of contexts it is not known")
	same(t, check(r, rule("Shop.*", efficiency.NoEffect, &one), rule("check", efficiency.NoEffect, &one)),
		"FAILED: efficiency no-effect of methods Shop.*, most: app.Shop.log(): at most 1 %, is 2.034 % of the cost",
		"FAILED: efficiency no-effect of methods check, most: app.Shop.check(): at most 1 %, is at least 1 % of the "+
			"cost: of 7 calls beyond the limit of contexts it is not known",
	)
}
