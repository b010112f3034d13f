// Package reportdir writes the report of a run to its folder. At the end of a command it shows, by internal/util/term,
// the totals of the run, its gaps, and the path of the report.
package reportdir

import (
	"slices"

	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/html"
	"jprof/report/html/layout"
)

// Retire is called if the newest run, d, has no counts. It replaces the report of an older run by a page with this
// fact. Without it, a CI job that publishes the folder would publish the older report as that of the newest run. If
// there is no report, Retire does nothing.
func Retire(d *runmodel.Data) error {
	s := d.Store
	if !paths.Exists(s.Report()) {
		return nil
	}
	page := html.NoCounts{Title: d.Run.Title, Run: d.Info(), Reason: d.Run.NoCounts()}
	if o := s.Last(runs.Run.HasCounts); o != nil {
		page.Older = o.ID
	}
	return layout.WriteDir(s.Report(), func(out layout.Output) error { return html.WriteNoCounts(page, out) })
}

// WarnNotBuilt lists the modules that were not built.
func WarnNotBuilt(u *term.UI, r report.RunInfo) {
	for i, m := range r.ModulesNotBuilt() {
		if i == MaxListed {
			u.Warn("%d more modules were not built", len(r.ModulesNotBuilt())-i)
			break
		}
		u.Warn("%s", m.Text())
	}
}

// Report writes the report of a run of a store to a folder. The report includes the newest contexts of the store if
// they have the same sources.
func Report(u *term.UI, s runs.Store, d html.Data, dir string) error {
	d.Contexts = beside(u, s, d.Model)
	return Pages(u, "writing the report", dir, func(out layout.Output) error { return html.Write(d, out) })
}

// ReportAlone writes the report of a run to a folder, without data of other runs.
func ReportAlone(u *term.UI, d html.Data, dir string) error {
	return Pages(u, "writing the report", dir, func(out layout.Output) error { return html.Write(d, out) })
}

// Pages writes a folder of pages. In the meantime it shows the message in its second argument.
func Pages(u *term.UI, what, dir string, write func(layout.Output) error) error {
	p := u.Progress(what)
	defer p.Done()
	return layout.WriteDir(dir, write)
}

// Summary prints the totals at the end of a command.
func Summary(u *term.UI, model *report.Model) {
	if slices.ContainsFunc(model.Run.Failed, func(r report.FailedRun) bool { return r.Interrupted }) {
		u.Warn("cancelled: counted until then")
	}
	WarnNotBuilt(u, model.Run)
	u.Info("%s", text.Summary(model))
}

// WarnIncomplete names the reasons why counts may be missing from a run.
func WarnIncomplete(u *term.UI, r runs.Run) {
	for _, p := range r.Incomplete {
		u.Warn("%s", p)
	}
}

// WarnSaturated warns if counts have reached the maximum.
func WarnSaturated(u *term.UI, model *report.Model) {
	if model.Saturated() {
		u.Warn("run %s: %s", model.Run.ID, report.SaturatedNote)
	}
}

// MaxListed limits the runs, modules and methods that are listed by name. A report has all.
const MaxListed = 20
