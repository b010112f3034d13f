package collected

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/format/services"
	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/regular"
	"jprof/internal/util/version"
)

// save saves a run for each build, and merges them if there are several.
func (m *maker) save() (*Result, error) {
	if err := m.Store.Create(); err != nil {
		return nil, err
	}
	now := time.Now().UTC()
	var list []*runs.Opened
	for i, p := range slices.Backward(m.parts) { // the newest last
		label := ""
		if len(m.parts) == 1 {
			label = m.Label
		}
		o, err := m.savePart(p, now.Add(-time.Duration(i)*time.Second), label)
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	if len(list) == 1 {
		return &Result{Run: list[0], Notes: m.notes}, nil
	}
	return m.merge(list)
}

// merge merges the runs of several builds into one run of the store.
func (m *maker) merge(list []*runs.Opened) (*Result, error) {
	result := &Result{Parts: list}
	var ids []string
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	made := filepath.Join(m.Store.Runs(), ".collected.tmp")
	if err := os.RemoveAll(made); err != nil {
		return nil, err
	}
	merged, notes, err := runs.Merge(list, made, m.Label, m.Derive)
	if err != nil {
		os.RemoveAll(made)
		return nil, fmt.Errorf("the runs %s are kept, but cannot be merged: %w", strings.Join(ids, ", "), err)
	}
	dir := m.Store.RunDir(merged.ID)
	if err := atomicfile.Rename(made, dir); err != nil {
		return nil, err
	}
	if err := m.Store.SetStarted(merged.ID, merged.Ended); err != nil {
		return nil, err
	}
	if m.Label != "" {
		if err := m.Store.SetLabel(merged.ID, m.Label); err != nil {
			return nil, err
		}
	}
	result.Notes = append(m.notes, notes...)
	result.Run, err = m.Store.Open(dir)
	return result, err
}

// savePart saves the run of one build.
func (m *maker) savePart(p *part, now time.Time, label string) (*runs.Opened, error) {
	id, err := runs.NewID(now)
	if err != nil {
		return nil, err
	}
	r := runs.Run{ID: id, Label: label, Tool: version.String(), Format: recordfile.Version, Project: p.Project,
		Command: m.Command, Dir: ".", Started: now, Ended: now, Rounds: 1, JVMs: jvms(p.slices),
		JDK: strings.Join(p.totals.Java(), ", "), Commit: p.Commit, Sets: p.Sets, Sources: p.Sources, Around: p.Around,
		Mirror: p.Mirror, Title: p.Title, Unmeasured: p.Unmeasured, Excluded: p.Excluded, Shipped: p.Shipped,
		Incomplete: p.totals.Problems(), Services: describe(p.slices)}
	m.collection = cmp.Or(m.collection, id)
	r.Services.Files, r.Services.Collection = names(p.inputs), m.collection
	err = m.Store.Save(&r, func(dir string) error { return m.fill(dir, p) })
	if err != nil {
		return nil, err
	}
	o, err := m.Store.Open(m.Store.RunDir(id))
	if err != nil || m.Derive.Totals == nil {
		return o, err
	}
	t, err := m.Derive.Totals(o)
	if err == nil {
		err = m.Store.SetTotals(id, t)
	}
	return o, err
}

// names returns the names of files, and of those that were joined in them, sorted.
func names(inputs []input) []string {
	var list []string
	for _, in := range inputs {
		list = append(list, stem(in.path))
		for _, name := range in.file.Folded {
			list = append(list, stem(name))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// fill writes the files of a run.
func (m *maker) fill(dir string, p *part) error {
	if err := os.Mkdir(filepath.Join(dir, "maps"), 0o777); err != nil {
		return err
	}
	for _, set := range p.Sets {
		data, err := regular.ReadFile(p.from.MapPath(set))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "maps", set.Map), data, 0o666)
		}
		if err != nil {
			return err
		}
	}
	for _, set := range p.sets {
		for _, pkg := range set.Packages {
			for _, f := range pkg.Files {
				if text := runs.KeptSource(p.from.Dir, f.Hash); text != nil {
					if err := runs.KeepSource(dir, text); err != nil {
						return err
					}
				}
			}
		}
	}
	if err := services.Write(filepath.Join(dir, runs.ServicesFile), p.slices); err != nil {
		return err
	}
	return p.totals.WriteFile(filepath.Join(dir, runs.CountsFile))
}

// jvms returns the number of JVMs in the slices. Those that began before all days that are left are one at least.
func jvms(list []services.Slice) int {
	n := 0
	for _, s := range list {
		n += s.JVMs
	}
	return max(1, n)
}

// describe returns the description of slices for run.json.
func describe(list []services.Slice) *runs.Services {
	d := &runs.Services{}
	for _, s := range list {
		d.Add(runs.Services{Applications: []string{s.Application}, Environments: []string{s.Environment},
			Versions: []string{s.Version}, Hosts: s.Hosts, Days: s.Days(), From: s.From, To: s.To})
	}
	return d
}
