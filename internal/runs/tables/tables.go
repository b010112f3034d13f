// Package tables makes the rows of the tables of report/export/parquet from runs: the export format parquet.
//
// The maps of a run are read package by package, and models are made of a few packages at a time, so that a run of
// 15,000 files takes little memory. Each map is a world of its own here: a merged run has rows for each map in it, also
// of older sources. No counts are moved from one version of the sources to another, which is the work of queries. So
// rows of one map can always be added up. Only what jprof shows has rows: no excluded code, and test sources on
// request.
//
// A region of the tables is a part of a region of the map: statements with one formula. Regions of the model end where
// exceptions came between, so they differ from run to run, and cannot be added up.
package tables

import (
	"runtime/debug"
	"strings"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/term"
	"jprof/report/export/parquet"
)

// Options choose what is written of a run.
type Options struct {
	Tests    bool // also test sources, which are written anyway if there are no others
	Settings settings.Settings
	UI       *term.UI
}

// Write writes the tables of a run to a folder, in addition to those of other runs. The files of the same run are
// replaced.
func Write(dir string, o *runs.Opened, options Options) error {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	w := &writer{dir: dir, run: o, Options: options}
	p := parquet.Partition{Label: o.Label, Run: o.ID, Time: o.Started}
	if o.Commit != nil {
		p.Commit = o.Commit.ID
	}
	var has []string
	if o.HasCounts() {
		has = append(has, parquet.OfCounts...)
	}
	if o.HasContexts() {
		has = append(has, parquet.OfContexts...)
	}
	if o.HasTests() || o.Results != nil {
		has = append(has, parquet.OfTests...)
	}
	return parquet.Write(dir, p, has, func(t *parquet.Tables) error {
		w.tables = t
		t.Runs.Add(runRow(o))
		var err error
		if o.HasCounts() {
			err = w.counts()
		}
		if err == nil && o.HasContexts() {
			err = w.contexts()
		}
		if err == nil {
			err = w.tests()
		}
		return err
	})
}

// garbage limits the garbage in memory, in percent of what is in use.
const garbage = 30

// writer writes a run.
type writer struct {
	Options
	dir    string
	run    *runs.Opened
	tables *parquet.Tables
	seen   map[probe.ID]bool // packages whose counts are written
	totals *counts.Totals
	days   *days
}

// runRow returns the row of the run in the table runs.
func runRow(o *runs.Opened) parquet.Run {
	r := parquet.Run{Project: o.Project, Title: o.Title, Command: strings.Join(o.Command, " "), Tool: o.Tool,
		Started: o.Started, Ended: o.Ended, ExitCode: int32(o.ExitCode), Failed: o.Failed(), JVMs: int32(o.Writers()),
		JDK: o.JDK, Contexts: o.IsContexts(), ByTest: o.HasTests()}
	if c := o.Commit; c != nil {
		r.CommitTime, r.Changed = &c.Time, int32(len(c.Dirty))
		if c.Branch != "" {
			r.Branch = &c.Branch
		}
		if c.Depth > 0 {
			r.CommitDepth = ptr(int32(c.Depth))
		}
	}
	for _, p := range o.Parts {
		r.Parts = append(r.Parts, p.ID)
	}
	if t := o.Results; t != nil {
		r.Tests, r.TestsFailed, r.TestsSkipped = ptr(int32(t.Tests)), ptr(int32(t.Failed)), ptr(int32(t.Skipped))
	}
	if served := o.AllServices(); served != nil {
		r.Applications, r.Environments, r.Versions = served.Applications, served.Environments, served.Versions
		r.From, r.To = known(served.From), known(served.To)
	}
	return r
}

// known returns nil for the zero time.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
