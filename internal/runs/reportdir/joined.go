package reportdir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/runs/unusedrun"
	"jprof/internal/settings"
	"jprof/internal/util/git"
	"jprof/internal/util/lineends"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/html"
	"jprof/report/html/contexts"
	"jprof/report/html/layout"
)

// maxStepNodes limits the contexts of a run whose report has the contexts of each test step, too.
const maxStepNodes = 1_000_000

// maxEfficiencyNodes limits the contexts of a run whose report has a page of efficiency. The page takes about 4 s of
// processor time for a million contexts.
const maxEfficiencyNodes = 15_000_000

// contextsOf returns the contexts of a run for its report. tree is the tree of the whole run. If it is nil, contextsOf
// reads the tree.
func contextsOf(u *term.UI, conf settings.Settings, o *runs.Opened, tree *cct.Tree) (*contexts.Data, error) {
	files, err := runmodel.OpenContexts(o)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	c := &contexts.Data{Title: cmp.Or(conf.Report.Title, o.Title), Run: runmodel.InfoOf(o.Run)}
	rules, addEffects, err := efficiencyOf(u, conf, files, c)
	if err != nil {
		u.Warn("the report has no page of efficiency: %s", err)
	}
	if tree == nil {
		if tree, err = files.Tree(files.ReportOptions()); err != nil {
			return nil, err
		}
	}
	if addEffects != nil {
		addEffects(tree)
	}
	if err := files.AddLines(tree); err != nil {
		return nil, err
	}
	c.Steps = []contexts.Step{{Name: "all", Tree: tree}}
	var steps []runs.TestStep
	seen := map[string]bool{}
	for _, leaf := range o.Leaves() {
		for _, t := range leaf.Tests {
			if !seen[t.ID] {
				seen[t.ID] = true
				steps = append(steps, t)
			}
		}
	}
	if len(steps) < 2 || tree.Len() > maxStepNodes {
		return c, nil
	}
	defer u.Progress("reading the contexts of each test step").Done()
	trees, err := files.StepTrees(runmodel.TreeOptions{Effects: rules})
	if err != nil {
		return nil, err
	}
	for _, t := range steps {
		if tree := trees[t.ID]; tree != nil {
			c.Steps = append(c.Steps, contexts.Step{Name: runmodel.StepName(t), Tree: tree})
		}
	}
	return c, nil
}

// efficiencyOf computes the efficiency of the contexts, unless that would take minutes. It returns the rules, and a
// function that adds the effects to the tree of the run. Both are nil if it computed nothing.
func efficiencyOf(u *term.UI, conf settings.Settings, files *runmodel.Contexts, c *contexts.Data) (
	*efficiency.Options, func(*cct.Tree), error) {
	if n := files.Run.Contexts.Nodes; n > maxEfficiencyNodes {
		u.Info("the report has no page of efficiency, as there are %s contexts: jprof efficiency prints it",
			words.Thousands(n))
		return nil, nil, nil
	}
	rules, err := conf.Efficiency.Rules()
	if err != nil {
		return nil, nil, err
	}
	defer u.Progress("computing what the work was good for").Done()
	result, addEffects, err := files.Effects(rules)
	switch {
	case errors.Is(err, efficiency.ErrCallsOnly):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	}
	c.Efficiency = result
	return &rules, addEffects, nil
}

// ReportContexts writes the report of a run with contexts. The report includes the newest counts if these have the same
// sources. tree is the tree of the whole run. If it is nil, ReportContexts reads the tree.
func ReportContexts(u *term.UI, conf settings.Settings, o *runs.Opened, tree *cct.Tree, dir string) error {
	c, err := contextsOf(u, conf, o, tree)
	if err != nil {
		return err
	}
	d, err := newestData(u, o.Store, conf)
	model := d.Model
	if err != nil {
		u.Warn("the report has contexts, but no counts: %s", err)
	}
	if model != nil {
		if reason := otherSources(o, model); reason != "" {
			c.Apart = fmt.Sprintf("The newest counts, of the run %s, are of other sources: %s. So this report has no "+
				"counts; jprof report --run %s writes a report of them", model.Run.ID, reason, model.Run.ID)
			u.Info("%s", c.Apart)
			model = nil
		}
	}
	return Pages(u, "writing the report", dir, func(out layout.Output) error {
		if model != nil {
			d.Contexts = c
			return html.Write(d, out)
		}
		return contexts.Write(c, out)
	})
}

// ContextsAlone writes the report of a run with contexts to a folder, without data of other runs.
func ContextsAlone(u *term.UI, conf settings.Settings, o *runs.Opened, dir string) error {
	c, err := contextsOf(u, conf, o, nil)
	if err != nil {
		return err
	}
	return Pages(u, "writing the report", dir, func(out layout.Output) error { return contexts.Write(c, out) })
}

// RetireContexts is called if r is the newest run that was to record contexts, and has none. It replaces a report with
// older contexts by a report on the newest counts, or by a page with the reason. If there is no report with contexts,
// it does nothing.
func RetireContexts(u *term.UI, s runs.Store, conf settings.Settings, r runs.Run) error {
	if !paths.Exists(filepath.Join(s.Report(), "contexts.html")) {
		return nil
	}
	d, err := newestData(u, s, conf)
	if err == nil && d.Model != nil {
		return Report(u, s, d, s.Report())
	}
	page := html.NoCounts{Title: r.Title, Run: runmodel.InfoOf(r), Reason: r.NoContexts(), Contexts: true}
	if o := s.Last(runs.Run.HasContexts); o != nil {
		page.Older = o.ID
	}
	return layout.WriteDir(s.Report(), func(out layout.Output) error { return html.WriteNoCounts(page, out) })
}

// newestData returns the data of a report on the newest run with counts, without a model if there is none.
func newestData(u *term.UI, s runs.Store, conf settings.Settings) (html.Data, error) {
	o := s.Last(runs.Run.HasCounts)
	if o == nil {
		return html.Data{}, nil // the project was only measured with --contexts
	}
	d, err := runmodel.Open(o)
	if err != nil {
		return html.Data{}, err
	}
	d.Run.Title = cmp.Or(conf.Report.Title, d.Run.Title)
	return DataOf(u, conf, d)
}

// DataOf returns the data of a report on a run. It drops the maps and counts of d.
func DataOf(u *term.UI, conf settings.Settings, d *runmodel.Data) (html.Data, error) {
	model, tests, err := d.Models(u, conf)
	if err != nil {
		return html.Data{}, err
	}
	d.Forget()
	data := html.Data{Model: model, Tests: tests, Times: d.TimesBeside(u, model), Next: d.Next(tests)}
	if d.Run.OfServices() {
		if data.Unused, err = unusedrun.ForReport(u, conf, d, model); err != nil {
			u.Warn("the report has no page of unused code: %s", err)
		}
	}
	return data, nil
}

// beside returns the newest contexts of a project, for a report of counts, nil if there are none. The result has a
// reason and no trees if the contexts have other sources, or if a newer run was to record contexts and has none.
func beside(u *term.UI, s runs.Store, model *report.Model) *contexts.Data {
	list, _ := s.List()
	o := list.Last(runs.Run.HasContexts)
	if o == nil {
		return nil
	}
	if newest := list.Last(runs.Run.IsContexts); newest.ID != o.ID {
		return &contexts.Data{Apart: fmt.Sprintf("The newest run with --contexts, %s of %s, has no contexts: %s. So "+
			"there are none in this report; jprof report --run %s writes those of an older run", newest.ID,
			newest.When(), newest.NoContexts(), o.ID)}
	}
	if reason := otherSources(o, model); reason != "" {
		return &contexts.Data{Apart: fmt.Sprintf("The newest calling contexts, of the run %s, are of other sources: "+
			"%s. So they are not in this report; jprof report --run %s writes a report of them", o.ID, reason, o.ID)}
	}
	conf, err := settings.Read(s.Project)
	if err != nil {
		u.Warn("the report has no contexts: %s", err)
		return nil
	}
	c, err := contextsOf(u, conf, o, nil)
	if err != nil {
		u.Warn("the report has no contexts: %s", err)
		return nil
	}
	return c
}

// otherSources returns a reason why a run with contexts has other sources than the counts of a model, "" if they are
// the same. They are the same if both runs have the same commit without changes. Otherwise each source must have its
// counted content, and must not have changed since the run with contexts began.
func otherSources(contexts *runs.Opened, model *report.Model) string {
	if c := contexts.Commit; c != nil && c.ID == model.Run.Commit && len(c.Dirty) == 0 && model.Run.Changed == 0 {
		return ""
	}
	root := contexts.Store.Abs(contexts.Sources)
	found := false
	for _, f := range model.Files {
		path := filepath.Join(root, filepath.FromSlash(f.Path))
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a generated source, which is in the mirror only
		}
		text, readErr := regular.ReadUpTo(path, runs.MaxSource)
		if err := errors.Join(err, readErr); err != nil {
			return err.Error()
		}
		found = true
		if lineends.Find(text, f.Hash) == nil {
			return f.Path + " has changed since it was counted"
		}
		if info.ModTime().After(contexts.Started) {
			return f.Path + " was modified after the contexts were recorded, by its time (cp -a keeps times, cp -r " +
				"does not)"
		}
	}
	switch c := contexts.Commit; {
	case found || len(model.Files) == 0:
		return ""
	case c != nil:
		return fmt.Sprintf("the sources are not here, and the contexts are of the commit %s", git.Short(c.ID))
	}
	return "the sources are not here"
}
