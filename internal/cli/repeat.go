package cli

import (
	"jprof/internal/exit"
	"jprof/internal/runs"
	"jprof/report"
	"jprof/report/compare"
	"jprof/report/text"
)

// maxRepeat is how often a build or program is repeated at most: all runs are kept until they are compared.
const maxRepeat = 100

// checkRepeat returns an error for an invalid number of runs.
func checkRepeat(n int) error {
	if n < 1 || n > maxRepeat {
		return exit.Usagef("--repeat 3", "--repeat must be 1 to %d, not %d", maxRepeat, n)
	}
	return nil
}

// repeated measures n times, in the project at root, and lists the methods with different counts. The last one of the
// runs keeps the list, for later comparisons.
func (j *job) repeated(root string, n int, measure func() error) error {
	for i := range n {
		if n > 1 {
			j.ui.Info("run %d of %d", i+1, n)
		}
		if err := measure(); err != nil { // a build that fails is not like one that does not
			return err
		}
	}
	if n == 1 {
		return nil
	}
	f := &runs.Finder{Store: runs.Store{Project: root}, Dir: j.env.Dir}
	var models []*report.Model
	for _, id := range j.saved {
		model, err := j.modelOf(f, id, true)
		if err != nil {
			return err
		}
		models = append(models, model)
	}
	variations := compare.Vary(models)
	var methods []runs.Method
	for _, v := range variations {
		methods = append(methods, runs.Method{Path: v.Method.File.Path, Label: v.Method.Method().Label})
	}
	if err := f.Store.SetVarying(j.saved[len(j.saved)-1], methods); err != nil {
		return err
	}
	return text.Variations(j.env.Stdout, j.screen.Width(), variations, models)
}
