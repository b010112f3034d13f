package json

import (
	"io"

	"jprof/report"
	"jprof/report/tests/affected"
	delta "jprof/report/tests/change"
)

// Affected writes the tests that changes may concern. The document, version 1, of which docs/schema has a JSON Schema:
//
//	{"format": "jprof-affected", "version": 1, "run": {as in the document with all counts}, "since": "...",
//	 "all": false, "of": N, "selected": N, "grounds": [{"rule": "...", "tests": N}],
//	 "maven": "...", "failsafe": "...", "gradle": ["--tests", "..."],
//	 "junit": ["--select-method=..."],
//	 "changes": [{"path": "...", "line": L, "what": "...", "text": "...", "earlier": false}],
//	 "whyAll": [{"rule": "...", "change": I, "text": "..."}],
//	 "tests": [{"test": "...", "class": "...", "method": "...", "step": "...", "new": false,
//	            "reasons": [{"rule": "...", "change": I, "text": "..."}]}],
//	 "shard": {"number": N, "of": N, "classes": N, "ofClasses": N, "seconds": S, "ofSeconds": S},
//	 "budget": {"limitSeconds": S, "seconds": S, "omittedSeconds": S,
//	            "omitted": [{"test": "...", "class": "...", "method": "...", "tests": N, "seconds": S}]},
//	 "ignored": ["..."],
//	 "explained": [{"test": "...", "class": "...", "method": "...", "step": "...", "selected": true, "removed": false,
//	                "reasons": [{as in "tests"}],
//	                "executed": [{"path": "...", "line": L, "what": "...", "changed": false}]}]}
//
// "since" is a commit, or empty if the changes were made since the run. Changes that are "earlier" were made between
// the run and that commit. "of" is the number of tests in the run, and "selected" that of those in "tests". "grounds"
// has their number by the rule of the first reason, most first. "change" is an index in "changes". It is missing
// from a reason that no change gives. "rule" is an affected.Rule. If "all" is true, all tests have to be run, "whyAll"
// lists the reasons, and "tests" lists the tests that would be selected without these reasons. A "shard" is only there
// if one was asked for: then "all" is false, and "tests" lists all tests of the shard. The same holds for a
// "budget" that omits tests: "omitted" has their methods, the most valuable first. "ignored" has the paths of changed
// files that select no test because of the setting affected.ignore, and is only there if there are any. "explained" is
// only there if explanations were asked for. "executed" has the members of changed sources that the test executed.
func Affected(w io.Writer, run report.RunInfo, s *affected.Selection, facts []delta.Fact, since string) error {
	d := begin(w, "jprof-affected", 1)
	d.Member("run", runInfoOf(run, false))
	d.Member("since", since)
	d.Member("all", len(s.All) > 0)
	d.Member("of", s.Of)
	d.Member("selected", s.OfRun())
	d.Member("grounds", list(s.ByRule(), func(g affected.Ground) object {
		return object{"rule", g.Rule, "tests", g.Tests}
	}))
	d.Member("maven", s.ForMaven())
	d.Member("failsafe", s.ForFailsafe())
	d.Member("gradle", orEmpty(s.ForGradle()))
	d.Member("junit", orEmpty(s.ForJUnit()))
	type changed struct{ path, text string }
	index := map[changed]int{}
	d.List("changes", len(facts), func(i int) any {
		f := &facts[i]
		index[changed{f.Path, f.Text()}] = i
		return object{"path", f.Path, "line", f.Line, "what", f.What(), "text", f.Text(), "earlier", f.Earlier}
	})
	reasons := func(from []affected.Reason) []object {
		return list(from, func(r affected.Reason) object {
			var change *int
			if r.Fact != nil {
				if i, ok := index[changed{r.Fact.Path, r.Fact.Text()}]; ok {
					change = &i
				}
			}
			return object{"rule", r.Rule, "change", optional(change), "text", r.How}
		})
	}
	d.Member("whyAll", reasons(s.All))
	d.List("tests", len(s.Tests), func(i int) any {
		t := &s.Tests[i]
		return object{"test", t.Label(), "class", t.Class, "method", t.Method, "step", t.Step, "new", t.New,
			"reasons", reasons(t.Reasons)}
	})
	if sh := s.Shard; sh != nil {
		d.Member("shard", object{"number", sh.Number, "of", sh.Of, "classes", sh.Classes, "ofClasses", sh.OfClasses,
			"seconds", sh.Time.Seconds(), "ofSeconds", sh.OfTime.Seconds()})
	}
	if b := s.Budget; b != nil {
		d.Member("budget", object{"limitSeconds", b.Limit.Seconds(), "seconds", b.Time.Seconds(), "omittedSeconds",
			b.OmittedTime.Seconds(), "omitted", list(b.Omitted, func(o affected.Omitted) object {
				return object{"test", o.Name(), "class", o.Class, "method", o.Method, "tests", o.Tests, "seconds",
					o.Time.Seconds()}
			})})
	}
	if len(s.Ignored) > 0 {
		d.Member("ignored", s.Ignored)
	}
	if len(s.Explained) > 0 {
		d.List("explained", len(s.Explained), func(i int) any {
			e := &s.Explained[i]
			return object{"test", e.Test.Label(), "class", e.Test.Class, "method", e.Test.Method, "step", e.Test.Step,
				"selected", e.Selected, "removed", e.Removed, "reasons", reasons(e.Test.Reasons),
				"executed", list(e.Executed, func(m affected.Member) object {
					return object{"path", m.Path, "line", m.Line, "what", m.Name, "changed", m.Changed}
				})}
		})
	}
	return d.End("json")
}
