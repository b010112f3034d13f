// Package unusedrun finds the code that nobody executed in a run. It reads the run, chooses what was observed, and
// joins it with the newest run of tests and the resources of the project, for package unused.
package unusedrun

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/lookup"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/unused"
)

// Request holds the options of a user.
type Request struct {
	Run          string   // a name of a run, "" for the newest
	Applications []string // none for all
	Environments []string // none for all
	Since        time.Time
	Now          time.Time
	Places       []lookup.Place // code that is listed, none for all
	Reached      string         // a folder with the notes of JVMs with jprof agent --reached, "" for none
	Jars         []string       // jars and folders of classes that these JVMs may not have loaded
	Env          environ.Env
	UI           *term.UI
	Settings     settings.Settings
}

// Found has what was found, with what a patch needs.
type Found struct {
	*unused.Result
	Root string // the folder that paths are relative to
}

// isOfServices reports whether a request can only be for a run of services.
func (r Request) isOfServices() bool {
	return len(r.Applications)+len(r.Environments) > 0 || !r.Since.IsZero()
}

// chosen names the options that choose services, and says that they do: "--app and --env choose".
func (r Request) chosen() string {
	var names []string
	for name, given := range map[string]bool{"--app": len(r.Applications) > 0, "--env": len(r.Environments) > 0,
		"--since": !r.Since.IsZero()} {
		if given {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return words.Listed(names) + " " + words.Form(len(names), "chooses", "choose")
}

// Find finds the code that nobody executed.
func Find(f *runs.Finder, r Request) (*Found, error) {
	notes, err := r.readReached()
	if err != nil {
		return nil, err
	}
	var d *runmodel.Data
	o, err := r.pick(f)
	if err == nil {
		d, err = runmodel.Open(o)
	}
	if errors.Is(err, runs.ErrNoRun) && notes != nil && r.Run == "" {
		return r.withoutRun(f, notes)
	}
	if err != nil {
		return nil, err
	}
	d.Run.Title = cmp.Or(r.Settings.Report.Title, d.Run.Title)
	return r.find(o, d, notes)
}

// withoutRun lists what JVMs with the agent noted, of classes without sources.
func (r Request) withoutRun(f *runs.Finder, notes *noted) (*Found, error) {
	in := unused.Input{Model: &report.Model{Title: r.Settings.Report.Title}}
	if notes.observe(&in.Observed); in.Observed.JVMs == 0 {
		return nil, runs.NoRun(term.Errorf("jprof agent --reached records them",
			"nobody looked: %s has no notes of JVMs of what %s", r.Reached, r.chosen()))
	}
	var err error
	if in.Foreign, err = r.chooseForeign(notes.foreign(in.Model), nil); err != nil {
		return nil, err
	}
	return &Found{unused.Find(in), f.Store.Project}, nil
}

// pick finds the run that is asked for: without a name the newest of services, or else the newest of all tests.
func (r Request) pick(f *runs.Finder) (*runs.Opened, error) {
	if r.Run == "" {
		list, _ := f.Store.List()
		if o := list.Last(runs.Run.HasCounts, runs.Run.OfServices); o != nil {
			return o, nil
		}
	}
	find := r.named
	if r.Run == "" {
		find = func(f *runs.Finder) (*runs.Opened, error) { return f.One("", runs.WantShown) }
	}
	o, err := find(f)
	if err != nil {
		return nil, err
	}
	o.Note.Print(r.UI)
	if r.isOfServices() && !o.OfServices() && r.Reached == "" {
		return nil, exit.Usagef("jprof collect makes a run of what services counted; without --app, --env and "+
			"--since, this run is read all the same",
			"run %s is not of services: applications, environments and days are not known", o.ID)
	}
	return o, nil
}

// find finds the code that nobody executed, by the counts in d or, of services, those that are chosen.
func (r Request) find(o *runs.Opened, d *runmodel.Data, notes *noted) (*Found, error) {
	in := unused.Input{Observed: observedRun(o.Run), Tests: r.tests(o)}
	if o.OfServices() {
		c, err := r.choose(o)
		if err != nil {
			return nil, err
		}
		d.Totals, in.Observed, in.Seen = c.totals, c.observed, c.seen
	}
	model, err := d.Model(r.UI, r.Settings)
	if err != nil {
		return nil, err
	}
	root := d.Store.Abs(d.Run.Sources)
	in.Model, in.Resources = model, Resources(root)
	if notes != nil {
		notes.observe(&in.Observed)
		in.Ran, in.Foreign = notes.ran, notes.foreign(model)
	}
	var known []lookup.Place
	if in.In, known, err = r.scope(model, root); err != nil && len(in.Foreign) == 0 {
		return nil, err
	}
	if in.Foreign, err = r.chooseForeign(in.Foreign, known); err != nil {
		return nil, err
	}
	return &Found{unused.Find(in), root}, nil
}

// ForReport finds the code that no service executed, for the report of a run of services with the given model.
func ForReport(u *term.UI, conf settings.Settings, d *runmodel.Data, model *report.Model) (*unused.Result, error) {
	o, err := d.Store.Open(d.Dir)
	if err != nil {
		return nil, err
	}
	r := Request{Now: time.Now(), UI: u, Settings: conf}
	c, err := r.choose(o)
	if err != nil {
		return nil, err
	}
	return unused.Find(unused.Input{Model: model, Observed: c.observed, Seen: c.seen, Tests: r.tests(o),
		Resources: Resources(d.Store.Abs(d.Run.Sources))}), nil
}

// scope returns a function that accepts the lines of the places that are asked for, nil for all, and the places that
// name sources. The error is about the first that does not.
func (r Request) scope(model *report.Model, root string) (holds func(*report.File, int, int) bool,
	known []lookup.Place, err error) {
	if len(r.Places) == 0 {
		return nil, nil, nil
	}
	in := lookup.Run{Model: model, Root: root, Env: r.Env, UI: r.UI, Named: r.Run != ""}
	var scopes []func(*report.File, text.Lines) bool
	for _, p := range r.Places {
		holds, not := in.Scope(p)
		if not != nil {
			err = cmp.Or(err, not)
			continue
		}
		scopes, known = append(scopes, holds), append(known, p)
	}
	return func(f *report.File, first, last int) bool {
		return slices.ContainsFunc(scopes, func(holds func(*report.File, text.Lines) bool) bool {
			return holds(f, text.Lines{First: first, Last: last})
		})
	}, known, err
}

// observedRun describes a run that is not of services.
func observedRun(run runs.Run) unused.Observed {
	o := unused.Observed{JVMs: run.Writers()}
	for _, leaf := range run.Leaves() {
		if day := leaf.Started.UTC().Format("2006-01-02"); !slices.Contains(o.Days, day) {
			o.Days = append(o.Days, day)
		}
	}
	slices.Sort(o.Days)
	return o
}

// tests returns the newest run of all tests, nil if there is none but the run o.
func (r Request) tests(o *runs.Opened) *unused.Tests {
	list, _ := o.Store.List()
	of := func(x runs.Run) bool { return x.RanAll() && !x.OfServices() && x.ID != o.ID }
	newest := list.Last(runs.Run.IsCounts, runs.Run.HasCounts, of)
	if newest == nil {
		return nil
	}
	d, err := runmodel.Open(newest)
	if err == nil {
		var t unused.Tests
		if t.Model, t.ByTest, err = d.Models(r.UI, r.Settings); err == nil {
			return &t
		}
	}
	r.UI.Warn("it is not known which tests execute the code: %s", err)
	return nil
}
