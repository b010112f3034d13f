// Package publish writes the report of a run to its folder, and says at the end of a command what the run counted, what it
// lacks, and where the report is.
package publish

import (
	"path/filepath"

	"jprof/internal/paths"
	"jprof/internal/runmodel"
	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/report"
	"jprof/report/html"
	"jprof/report/text"
)

// Retire replaces the report of an older run by a page that says that the newest run, d, has no counts: who
// publishes the folder after each build would publish the older report as that of the newest. Where no report is, none
// is written.
func Retire(s runs.Store, d *runmodel.Data) error {
	if !paths.Exists(s.Report()) {
		return nil
	}
	page := html.NoCounts{Title: d.Run.Title, Run: d.Info(), Reason: d.Run.NoCounts()}
	if o, err := s.NewestWithCounts(); err == nil && o.JVMs > 0 {
		page.Older = o.ID
	}
	return html.WriteDir(s.Report(), func(out html.Output) error { return html.WriteNoCounts(page, out) })
}

// WarnNotBuilt lists the modules that were not built.
func WarnNotBuilt(u *ui.UI, r report.RunInfo) {
	for i, m := range r.ModulesNotBuilt() {
		if i == MaxListed {
			u.Warn("%d more modules were not built", len(r.ModulesNotBuilt())-i)
			break
		}
		u.Warn("%s", m.Text())
	}
}

// Report writes the report to a folder.
func Report(u *ui.UI, model *report.Model, dir string) error {
	return Pages(u, "writing the report", dir, func(out html.Output) error { return html.Write(model, out) })
}

// Pages writes a folder of pages, and tells so while it does.
func Pages(u *ui.UI, what, dir string, write func(html.Output) error) error {
	p := u.Progress(what)
	defer p.Done()
	return html.WriteDir(dir, write)
}

// Summary ends a command: what was counted, and where to look.
func Summary(u *ui.UI, r runs.Run, model *report.Model, dir string) {
	if r.Interrupted {
		u.Warn("interrupted: counted until the interruption")
	}
	WarnNotBuilt(u, model.Run)
	u.Info("%s", text.Summary(model))
	u.Result("report: %s", filepath.Join(dir, "index.html"))
}

// WarnIncomplete says what may be missing from the counts of a run.
func WarnIncomplete(u *ui.UI, r runs.Run) {
	for _, p := range r.Incomplete {
		u.Warn("%s", p)
	}
}

// WarnSaturated warns where numbers have come to their end.
func WarnSaturated(u *ui.UI, model *report.Model) {
	if model.Saturated() {
		u.Warn("run %s: %s", model.Run.ID, report.SaturatedNote)
	}
}

// MaxListed is how many runs, modules and methods are listed by name; a report lists all.
const MaxListed = 20
