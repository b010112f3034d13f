package history

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"jprof/internal/runs"
)

// Flaky is a test that ended differently in runs of the same code, or within one run, where it was tried again.
type Flaky struct {
	Module string `json:"module"` // the folder of its reports
	Test   string `json:"test"`   // CLASS#TEST, as test reports name it
	Runs   int    `json:"runs"`   // number of runs that are known to have run it
	Failed int    `json:"failed"` // number of those in which it failed at least once
	// First and Last are the runs in which it failed first and last, where it ended otherwise with the same code.
	First Seen `json:"first"`
	Last  Seen `json:"last"`
}

// Seen is a run in which a test failed.
type Seen struct {
	Run     string    `json:"run"`
	Started time.Time `json:"started"`
	Branch  string    `json:"branch"`
	Commit  string    `json:"commit"`
}

// flakyLine has the results of one test in one line of the history.
type flakyLine struct {
	*Line
	failed, passed bool // both are true if it passed when it was tried again
}

// Flaky lists the tests that failed in some and passed in other runs of the same code, with JVMs of the same versions.
// Those that failed in the greatest part of their runs come first.
//
// A run ran a test if it lists it, or if it ran the same tests as a run that lists it. So a run of one test alone says
// nothing about the others.
func (h *History) Flaky() []Flaky {
	suites := map[string]map[string]bool{} // by the name of a test, the suites that have it
	for i := range h.Tested {
		o := h.Tested[i].Outcomes
		for _, name := range namesIn(o) {
			if suites[name] == nil {
				suites[name] = map[string]bool{}
			}
			suites[name][o.Suite] = true
		}
	}
	lines := map[string][]flakyLine{}
	for i := range h.Tested {
		l := &h.Tested[i]
		listed := map[string]runs.TestOutcome{}
		for _, t := range l.Outcomes.Failed {
			listed[t.Name] = t
		}
		for name, of := range suites {
			t, isListed := listed[name]
			ran := isListed || slices.Contains(l.Outcomes.Passed, name) || of[l.Outcomes.Suite] && l.Outcomes.More == 0
			if ran {
				lines[name] = append(lines[name], flakyLine{l, t.Failed > 0, !isListed || t.Passed})
			}
		}
	}
	list := []Flaky{}
	for name, of := range lines {
		if f, is := flakyOf(name, of); is {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b Flaky) int {
		return cmp.Or(cmp.Compare(b.Failed*a.Runs, a.Failed*b.Runs), cmp.Compare(b.Failed, a.Failed),
			cmp.Compare(a.Test, b.Test), cmp.Compare(a.Module, b.Module))
	})
	return list
}

// namesIn lists the tests that outcomes name.
func namesIn(o *runs.Outcomes) []string {
	names := slices.Clone(o.Passed)
	for _, t := range o.Failed {
		names = append(names, t.Name)
	}
	return names
}

// flakyOf returns a test by its results, the oldest first, and reports whether it is flaky.
func flakyOf(name string, lines []flakyLine) (Flaky, bool) {
	f := Flaky{Runs: len(lines)}
	f.Module, f.Test, _ = strings.Cut(name, ":")
	type code struct{ of, jdk string }
	failed, passed := map[code]bool{}, map[code]bool{}
	for _, l := range lines {
		if of := (code{l.Outcomes.Code, l.JDK}); of.of != "" {
			failed[of], passed[of] = failed[of] || l.failed, passed[of] || l.passed
		}
	}
	for _, l := range lines {
		if !l.failed {
			continue
		}
		f.Failed++
		of := code{l.Outcomes.Code, l.JDK}
		if l.passed || failed[of] && passed[of] {
			f.Last = Seen{l.ID, l.Started, l.Branch, l.Commit}
			if f.First.Run == "" {
				f.First = f.Last
			}
		}
	}
	return f, f.First.Run != ""
}

// KnownFailed returns a function that reports whether a test failed in a run of a store's history.
func KnownFailed(s runs.Store) (func(name string) bool, error) {
	lines, _, err := read(s.Path(File))
	failed := map[string]bool{}
	for _, l := range lines {
		if l.Outcomes != nil {
			for _, t := range l.Outcomes.Failed {
				failed[t.Name] = true
			}
		}
	}
	return func(name string) bool { return failed[name] }, err
}
