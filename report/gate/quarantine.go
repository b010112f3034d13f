package gate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/testreports"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/pattern"
)

// QuarantineRule names tests that may fail up to a day, because they are flaky.
type QuarantineRule struct {
	Match  []pattern.Test
	Until  time.Time // the last day
	Reason string
}

// Quarantined is the result of a QuarantineRule.
type Quarantined struct {
	Test   string          `json:"test"`  // the patterns
	Until  string          `json:"until"` // the last day, such as 2027-01-31
	Reason string          `json:"reason"`
	State  QuarantineState `json:"state"`
	Failed []string        `json:"failed"` // names of the tests that match and failed
	// Similar has tests with similar names, if no test matches.
	Similar []string `json:"similar,omitempty"`
}

// StateText returns the state for people, with the tests of similar names, as shown shows names.
func (q Quarantined) StateText(shown func(string) string) string {
	if len(q.Similar) == 0 {
		return string(q.State)
	}
	return string(q.State) + "; similar names: " + shown(strings.Join(q.Similar, ", "))
}

// QuarantineState is the reason why an entry of the quarantine has an effect, or none.
type QuarantineState string

// The states. A rule that matches nothing fails no gate, because the run may be of a part of the tests.
const (
	QuarantineFailed  QuarantineState = "failed" // a test that matches failed, and fails no gate
	QuarantinePassed  QuarantineState = "passed"
	QuarantineNothing QuarantineState = "matches no test of the run"
	QuarantineExpired QuarantineState = "expired"
)

// quarantine has the failed tests of a run that are in the quarantine.
type quarantine struct {
	failed  int             // their number
	modules map[string]bool // the folders of the reports of the modules in which only such tests failed
}

// note returns the note of a gate that passes in spite of these tests.
func (q quarantine) note() string {
	return fmt.Sprintf("%s in the quarantine", words.Plural(q.failed, "failed test"))
}

// quarantine finds the failed tests that are in the quarantine. Rules that have expired get a gate that fails.
func (c *checker) quarantine() quarantine {
	q := quarantine{modules: map[string]bool{}}
	results := make([]Quarantined, len(c.rules.Quarantine))
	matched := make([]bool, len(results))
	for i, rule := range c.rules.Quarantine {
		var texts []string
		for _, p := range rule.Match {
			texts = append(texts, p.String())
		}
		results[i] = Quarantined{Test: strings.Join(texts, ", "), Until: rule.Until.Format(time.DateOnly),
			Reason: rule.Reason, State: QuarantineNothing, Failed: []string{}}
		if c.rules.Today.Format(time.DateOnly) > results[i].Until {
			results[i].State = QuarantineExpired
		}
	}
	if len(results) == 0 {
		return q
	}
	others := map[string]bool{}  // the modules in which other tests failed
	names := map[string]string{} // the tests and their classes, by their names without packages
	for _, s := range c.model.TestSuites() {
		for _, t := range s.Cases {
			class, in := cmp.Or(t.Class, s.Name), false
			simple, method := class[strings.LastIndexByte(class, '.')+1:], "#"+compare.TestMethod(t.Name)
			names[simple], names[simple+method] = class, class+method
			for i, rule := range c.rules.Quarantine {
				if !rule.matches(class, t.Name) {
					continue
				}
				matched[i] = true
				if t.Outcome == testreports.Failed {
					results[i].Failed = append(results[i].Failed, class+"#"+t.Name)
					in = in || results[i].State != QuarantineExpired
				}
			}
			switch {
			case t.Outcome != testreports.Failed:
			case in:
				q.failed++
				q.modules[s.Module] = true
			default:
				others[s.Module] = true
			}
		}
	}
	for module := range others {
		delete(q.modules, module)
	}
	for i := range results {
		r := &results[i]
		switch {
		case r.State == QuarantineExpired:
			c.add(Gate{Rule: "quarantine", Subject: "test " + r.Test, Required: "until " + r.Until, Actual: "expired"})
		case len(r.Failed) > 0:
			r.State = QuarantineFailed
		case matched[i]:
			r.State = QuarantinePassed
		default:
			r.Similar = similar(c.rules.Quarantine[i].Match, names)
		}
	}
	c.verdict.Quarantine = results
	return q
}

// similar returns the names of tests that are like those of patterns, from their names by those without packages.
func similar(patterns []pattern.Test, names map[string]string) (list []string) {
	for _, p := range patterns {
		asked := p.String()
		simple := asked[strings.LastIndexByte(asked, '.')+1:]
		for _, name := range words.Nearest(simple, slices.Collect(maps.Keys(names))) {
			list = append(list, names[name])
		}
	}
	return list
}

// matches reports whether a test of a report is in the quarantine.
func (r QuarantineRule) matches(class, name string) bool {
	method := compare.TestMethod(name)
	if compare.IsWholeClass(name, class) {
		method = ""
	}
	return slices.ContainsFunc(r.Match, func(p pattern.Test) bool { return p.Matches(class, method, name) })
}

// excuses reports whether a build failed by tests in the quarantine only: all tests that failed are there, and each
// module that failed has some of them and failed for nothing else.
func (q quarantine) excuses(r report.RunInfo, f report.FailedRun) bool {
	compiles := !slices.ContainsFunc(r.NotBuilt, func(n report.NotBuilt) bool { return n.Failed })
	return q.failed > 0 && q.failed == r.Tests.Failed && compiles && f.Build && !f.Interrupted && !f.NotFinished &&
		len(f.Modules) > 0 && !slices.ContainsFunc(f.Modules, func(id string) bool {
		return !slices.Contains(f.TestsFailedIn, id) || !q.modules[id[strings.LastIndexByte(id, ':')+1:]]
	})
}
