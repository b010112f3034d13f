package cli

import (
	"errors"

	"jprof/internal/app/reading"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/export/text"
	"jprof/report/tests/testview"
)

// repeated measures n times in the project at root, and compares the runs. label is the label of the runs, or "". It
// stops after a run that fails, and compares the runs before that one, because a failed run is not like the others.
// measure returns the ID of its run.
func (s *session) repeated(root string, conf settings.Settings, label string, n int,
	measure func() (id string, err error)) error {
	if s.checks {
		return nil
	}
	var ids []string
	before := runs.Store{Project: root}.Labelled(label)
	for i := range n {
		if n > 1 {
			s.ui.Info("run %d of %d", i+1, n)
		}
		id, err := measure()
		if i == 0 {
			s.sayMoved(root, label, before)
		}
		if err == nil {
			ids = append(ids, id)
			continue
		}
		switch {
		case n == 1:
		case i < 2:
			s.ui.Warn("run %d of %d failed: there are no further runs, and no two to compare", i+1, n)
		default:
			s.ui.Warn("run %d of %d failed: there are no further runs, and runs 1 to %d are compared", i+1, n, i)
			if bad := s.compareRuns(root, conf, ids); bad != nil {
				s.ui.Warn("%v", bad)
			}
		}
		return err
	}
	if n == 1 {
		return nil
	}
	return s.compareRuns(root, conf, ids)
}

// sayMoved prints the name of the run that has lost its label to a newer run. before is the run that had the label,
// nil for none.
func (s *session) sayMoved(root, label string, before *runs.Opened) {
	if before == nil {
		return
	}
	if o, err := (runs.Store{Project: root}).Open(before.Dir); err == nil && o.Label != label {
		s.ui.Info("the label %s moved from run %s of %s", label, before.ID, before.When())
	}
}

// compareRuns lists the methods whose counts differ between equal runs, and saves them in the last run for later
// comparisons. For runs with contexts, it prints the overlap of each pair instead.
func (s *session) compareRuns(root string, conf settings.Settings, ids []string) error {
	f := &runs.Finder{Store: runs.Store{Project: root}, Dir: s.env.Dir}
	defer f.Close()
	if recordedContexts(f.Store, ids[0]) {
		return s.overlaps(f, ids)
	}
	m := &reading.Reader{Finder: f, Settings: func() (settings.Settings, error) { return conf, nil },
		UI: s.ui}
	var all []*report.Model
	for _, id := range ids {
		model, err := m.Of(id, true)
		if err != nil {
			return err
		}
		all = append(all, model)
	}
	variations := compare.Vary(all)
	var methods []runs.Method
	for _, v := range variations {
		methods = append(methods, runs.Method{Path: v.Method.File.Path, Label: v.Method.Method().Label})
	}
	if err := m.Store.SetVarying(ids[len(ids)-1], methods); err != nil {
		return err
	}
	if err := text.Variations(s.env.Stdout, s.screen.Width(), variations, all); err != nil {
		return err
	}
	return s.compareTests(m, ids)
}

// mostVarying limits the rows of the table of tests that vary after a build.
const mostVarying = 20

// compareTests lists the tests that vary between equal runs, and saves them in the last run. It does nothing for runs
// without counts by test.
func (s *session) compareTests(m *reading.Reader, ids []string) error {
	var v *testview.Variations
	var model *testview.Model
	for _, id := range ids {
		var err error
		model, err = m.ByTest(id)
		switch {
		case errors.As(err, new(*runs.NoTestsError)):
			return nil
		case err != nil:
			return err
		case v == nil:
			v = testview.NewVariations(model)
		default:
			v.Add(model)
		}
	}
	list := v.List()
	kept := runs.Repeated{Runs: v.Runs(), Tests: []runs.VaryingTest{}}
	for _, x := range list {
		t := runs.VaryingTest{Step: x.Step, Name: x.Name, Attempt: x.Attempt, Runs: x.Runs, Statuses: x.Statuses,
			Least: x.Least, Most: x.Most, Methods: []runs.Method{}}
		for _, name := range x.Methods {
			t.Methods = append(t.Methods, runs.Method(name))
		}
		kept.Tests = append(kept.Tests, t)
	}
	if err := m.Store.SetRepeated(ids[len(ids)-1], kept); err != nil {
		return err
	}
	return text.VariedTests(s.env.Stdout, s.screen.Width(), model, v.Runs(), list, mostVarying)
}

// keptVariations returns the varying tests that a run has saved, and n, the number of equal runs that were compared. n
// is 0 if the run was not compared.
func keptVariations(r runs.Run) (n int, list []testview.Varied) {
	for _, leaf := range r.Leaves() {
		if leaf.Repeated == nil {
			continue
		}
		n = max(n, leaf.Repeated.Runs)
		for _, t := range leaf.Repeated.Tests {
			x := testview.Varied{Step: t.Step, Name: t.Name, Attempt: t.Attempt, Runs: t.Runs, Statuses: t.Statuses,
				Least: t.Least, Most: t.Most}
			for _, name := range t.Methods {
				x.Methods = append(x.Methods, testview.MethodName(name))
			}
			list = append(list, x)
		}
	}
	return n, list
}

// recordedContexts reports whether a run of a store was made with contexts.
func recordedContexts(s runs.Store, id string) bool {
	return s.Last(runs.Run.IsContexts, func(r runs.Run) bool { return r.ID == id }) != nil
}

// overlaps compares the contexts of each pair of equal runs.
func (s *session) overlaps(f *runs.Finder, ids []string) error {
	opened, err := openedContexts(f, ids)
	if err != nil {
		return err
	}
	var diffs []*contextview.Diff
	for i, run := range opened {
		for _, other := range opened[i+1:] {
			diffs = append(diffs, contextview.Compare([2]*cct.Tree{run.Tree, other.Tree},
				[2]report.RunInfo{run.Info, other.Info}, nil, 10))
		}
	}
	return text.Overlaps(s.env.Stdout, s.screen.Width(), len(ids), diffs)
}
