package gate_test

import (
	"testing"

	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/ccttest"
	"jprof/report/gate"
	"jprof/report/pattern"
)

const calls = `
thread main
  app.Main.main()V 1 10
    app.Parser.parse(I)V 3 30
      app.Parser.next()I 30 300 app.Token=30
        app.Parser.next()I 5 50 app.Token=5
    app.Main.other()V 1 5
      app.Parser.next()I 7 70
`

func limits(m cct.Metric, n uint64) (list [cct.NumMetrics]*uint64) {
	list[m] = &n
	return list
}

func compiled(t *testing.T, text string) pattern.Compiled {
	t.Helper()
	p, err := pattern.ParseCompiled(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestContexts(t *testing.T) {
	tree := ccttest.Tree(t, calls)
	next, parse, none := compiled(t, "Parser.next"), compiled(t, "app.Parser.parse"), compiled(t, "app.None.none")
	check := func(rules ...gate.ContextRule) []string {
		return told(gate.CheckContexts(tree, report.RunInfo{}, gate.Rules{Contexts: rules}))
	}
	same(t, check(
		gate.ContextRule{Match: next, Below: &parse, Limits: limits(cct.Calls, 35)},
		gate.ContextRule{Match: next, Below: &parse, Limits: limits(cct.Bytecodes, 349)},
		gate.ContextRule{Match: next, Limits: limits(cct.Calls, 41)},
		gate.ContextRule{Match: next, Limits: limits(cct.Bytecodes, 420)},
		gate.ContextRule{Match: next, Below: &next, Limits: limits(cct.Objects, 4)},
		gate.ContextRule{Match: none, Limits: limits(cct.Calls, 7)},
		gate.ContextRule{Match: next, Below: &none, Limits: limits(cct.Calls, 7)},
		gate.ContextRule{Match: parse, Below: &next, Limits: limits(cct.Calls, 0)},
	),
		"ok: context calls of method app.Parser.next() below app.Parser.parse: at most 35, is 35",
		"FAILED: context bytecodes of method app.Parser.next() below app.Parser.parse: at most 349, is 350",
		"FAILED: context calls of method app.Parser.next(): at most 41, is 42",
		"ok: context bytecodes of method app.Parser.next(): at most 420, is 420",
		"FAILED: context objects of method app.Parser.next() below Parser.next: at most 4, is 5",
		"FAILED: contexts of methods app.None.none: at least one context, is no match",
		"FAILED: contexts of methods Parser.next below app.None.none: a context of app.None.none, is no match",
		"ok: context calls of methods app.Parser.parse below Parser.next: at most 0, is 0",
	)
}

// TestContextsBeyondTheLimit checks rules in a run with calls beyond the limit of contexts. Callers of these calls are
// unknown, so a rule about callers fails. Inclusive numbers lack them, so a rule about these fails as well.
func TestContextsBeyondTheLimit(t *testing.T) {
	tree := ccttest.Tree(t, calls+"thread (beyond the limit)\n  app.Parser.next()I 9 90\n")
	next, parse := compiled(t, "Parser.next"), compiled(t, "app.Parser.parse")
	same(t, told(gate.CheckContexts(tree, report.RunInfo{}, gate.Rules{Contexts: []gate.ContextRule{
		{Match: next, Below: &parse, Limits: limits(cct.Calls, 100)}, {Match: next, Limits: limits(cct.Calls, 51)},
		{Match: parse, Limits: limits(cct.Bytecodes, 1000)}, {Match: parse, Limits: limits(cct.Bytecodes, 379)}}})),
		"FAILED: contexts of methods Parser.next below app.Parser.parse: all calls in contexts, is 9 beyond the "+
			"limit of contexts",
		"ok: context calls of method app.Parser.next() below app.Parser.parse: at most 100, is 35",
		"ok: context calls of method app.Parser.next(): at most 51, is 51",
		"FAILED: context bytecodes of method app.Parser.parse(int): at most 1,000, is at least 380: 9 calls beyond "+
			"the limit of contexts are missing",
		"FAILED: context bytecodes of method app.Parser.parse(int): at most 379, is 380",
	)
}

// TestForbiddenMethods checks that a rule against calls of a method fails if no such method exists, such as for a
// misspelt name.
func TestForbiddenMethods(t *testing.T) {
	tree := ccttest.Tree(t, calls)
	next, old, none := compiled(t, "next"), compiled(t, "Legacy.old"), compiled(t, "Parser.nxet")
	zero := limits(cct.Calls, 0)
	rules := gate.Rules{Contexts: []gate.ContextRule{{Match: old, Limits: zero}, {Match: none, Limits: zero},
		{Match: next, Limits: zero}, {Match: none, Below: &next, Limits: zero}},
		Known: func(p pattern.Compiled) bool {
			return p.Matches(&cct.Method{Class: "app.Legacy", Name: "old", Descriptor: "()V"})
		}}
	same(t, told(gate.CheckContexts(tree, report.RunInfo{}, rules)),
		"ok: context calls of methods Legacy.old: at most 0, is 0",
		"FAILED: contexts of methods Parser.nxet: a method that exists, called or not, is no match: "+
			"similar names: Parser.next",
		"FAILED: context calls of method app.Parser.next(): at most 0, is 42",
		"FAILED: contexts of methods Parser.nxet below next: a method that exists, called or not, is no match: "+
			"similar names: Parser.next",
	)
}

// TestUnknownMetrics checks that a limit fails if the run has not recorded its metric.
func TestUnknownMetrics(t *testing.T) {
	tree := ccttest.Tree(t, "thread main\n  app.Parser.parse(I)V 3 0\n")
	tree.About.Blocks = "calls"
	parse := compiled(t, "parse")
	same(t, told(gate.CheckContexts(tree, report.RunInfo{}, gate.Rules{Contexts: []gate.ContextRule{
		{Match: parse, Limits: limits(cct.Calls, 3)}, {Match: parse, Limits: limits(cct.Bytecodes, 9)}}})),
		"ok: context calls of method app.Parser.parse(int): at most 3, is 3",
		"FAILED: context bytecodes of method app.Parser.parse(int): at most 9, is unknown: the run recorded calls only",
	)
}
