package cli

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/contextrun"
	"jprof/internal/runs/reportdir"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/report"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/contextview"
	"jprof/report/export/json"
	"jprof/report/export/text"
	"jprof/report/html"
)

// diffContexts compares two runs with contexts.
func (s *session) diffContexts(c *cli.Context) error {
	if c.Bool("varying") {
		return exit.Usagef("with --contexts all methods are compared, whether or not they vary",
			"diff: --contexts and --varying cannot be combined")
	}
	var by *cct.Metric
	if c.IsSet("by") {
		m, err := metricNamed("--by", c.String("by"))
		if err != nil {
			return err
		}
		by = &m
	}
	f := s.finder()
	defer f.Close()
	d, err := s.comparedContexts(f, c.Args().Slice(), by, c.Int("top"))
	if err != nil {
		return err
	}
	if dir := c.Path("html"); dir != "" {
		dir = s.env.Path(dir)
		if err := reportdir.Pages(s.ui, "writing the differences", dir,
			func(out html.Output) error { return html.WriteContextsDiff(pagesOf(d), out) }); err != nil {
			return err
		}
		s.ui.Result("differences: %s", filepath.Join(dir, "index.html"))
	}
	switch file := c.Path("json"); file {
	case "":
	case "-":
		return diffStatus(json.ContextDiff(s.env.Stdout, d), c, d)
	default:
		if err := atomicfile.Write(s.env.Path(file),
			func(w io.Writer) error { return json.ContextDiff(w, d) }); err != nil {
			return err
		}
	}
	return diffStatus(text.ContextDiff(s.env.Stdout, s.screen.Width(), d), c, d)
}

// comparedContexts compares two runs.
func (s *session) comparedContexts(f *runs.Finder, refs []string, by *cct.Metric, top int) (*contextview.Diff, error) {
	var trees [2]*cct.Tree
	var infos [2]report.RunInfo
	for i, ref := range refs {
		run, err := contextrun.Open(f, ref, runmodel.ContextsOptions{})
		if err != nil {
			return nil, err
		}
		trees[i], infos[i] = run.Tree, run.Info
	}
	if by != nil && !slices.Contains(cct.Known(trees[:]...), *by) {
		return nil, exit.Usagef("--by calls", "--by %s: one of the runs has calls only", *by)
	}
	return contextview.Compare(trees, infos, by, top), nil
}

// pagesOf returns the data for the pages of a comparison.
func pagesOf(d *contextview.Diff) *html.ContextsDiff {
	p := &html.ContextsDiff{Title: "contexts of " + d.Runs[0].ID + " and " + d.Runs[1].ID, Runs: d.Runs, Trees: d.Trees,
		Overlap: d.Overlap}
	p.OtherLost, p.OtherShifts = d.RestOfContexts()
	for _, x := range d.Contexts {
		if x.Lost > 0 {
			p.Shifts = append(p.Shifts, html.ContextShift{Path: text.CalledBy(x.Path), Metric: d.By,
				Before: x.Values[0][d.By], After: x.Values[1][d.By], Lost: x.Lost, Where: x.Where})
		}
	}
	return p
}

// diffStatus is the exit code of a comparison that was written.
func diffStatus(err error, c *cli.Context, d *contextview.Diff) error {
	if err == nil && c.Bool("exit-code") && d.Differs() {
		return exit.Status(exit.Failed)
	}
	return err
}

// recordedContexts reports whether a run of a store was made with contexts.
func recordedContexts(s runs.Store, id string) bool {
	return s.Last(runs.Run.IsContexts, func(r runs.Run) bool { return r.ID == id }) != nil
}

// overlaps compares each pair of equal runs with contexts.
func (s *session) overlaps(f *runs.Finder, ids []string) error {
	var diffs []*contextview.Diff
	for i := range ids {
		for _, other := range ids[i+1:] {
			d, err := s.comparedContexts(f, []string{ids[i], other}, nil, 10)
			if err != nil {
				return err
			}
			diffs = append(diffs, d)
		}
	}
	return text.Overlaps(s.env.Stdout, s.screen.Width(), len(ids), diffs)
}
