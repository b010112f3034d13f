package reporttest

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/util/version"
)

// Save writes the sources of the project to a folder, and a run of it there, with its counts by test: as after jprof
// mvn --by-test. Steps and the XML of tests are not saved.
func (p *Project) Save(dir, id string) error {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := runs.Run{ID: id, Tool: version.String(), Command: []string{"mvn", "verify"}, Dir: ".",
		Started: start, Ended: start.Add(time.Minute), Rounds: 1, JDK: "25", JVMs: 1, Sources: ".", Around: ".",
		Title: filepath.Base(dir)}
	for _, set := range p.sets {
		for _, pkg := range set.Packages {
			for _, f := range pkg.Files {
				source := p.sources[f.Path+"\x00"+string(f.Hash[:])]
				if err := writeFile(filepath.Join(dir, filepath.FromSlash(f.Path)), source); err != nil {
					return err
				}
			}
		}
	}
	return runs.Store{Project: dir}.Save(&r, func(to string) error {
		for i, set := range p.sets {
			name := "set" + string(rune('a'+i)) + ".map"
			text, err := p.writeMap(set)
			if err == nil {
				err = writeFile(filepath.Join(to, "maps", name), text)
			}
			if err != nil {
				return err
			}
			r.Sets = append(r.Sets, runs.Set{Module: set.Module, Name: set.Name, Map: name, Files: len(set.Packages),
				Measured: len(set.Packages)})
		}
		tests, err := p.testCounts()
		if err != nil {
			return err
		}
		r.ByTest = runs.DescribeTests(tests)
		return errors.Join(p.writeCounts(filepath.Join(to, "counts"), start),
			tests.WriteFile(filepath.Join(to, runs.TestsFile)))
	})
}

func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// writeMap is the map of a source set. Its packages have the IDs of that from here on.
func (p *Project) writeMap(set *probe.Set) ([]byte, error) {
	var out bytes.Buffer
	w, err := probe.NewWriter(&out, version.String(), set.Module, set.Name)
	if err != nil {
		return nil, err
	}
	for _, pkg := range set.Packages {
		old := pkg.ID
		if err := w.Add(pkg); err != nil {
			return nil, err
		}
		if c, has := p.counts[old]; has {
			delete(p.counts, old)
			p.counts[pkg.ID] = c
		}
		byTest := p.byTest[old]
		delete(p.byTest, old)
		p.byTest[pkg.ID] = byTest
	}
	err = w.Close()
	return out.Bytes(), err
}

// writeCounts writes the counts of the whole project, of no test step.
func (p *Project) writeCounts(path string, start time.Time) error {
	file := &counts.File{Merged: true, JVMs: 1, Start: start, Java: []string{"25"}}
	for id, counters := range p.counts {
		file.Sections = append(file.Sections, counts.Section{ID: id, Counters: counters})
	}
	slices.SortFunc(file.Sections, func(a, b counts.Section) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(counts.Write(f, file), f.Close())
}

// testCounts are the counts by test of the project: see ByTest.
func (p *Project) testCounts() (*testcounts.Counts, error) {
	b := testcounts.NewBuilder(p.sets)
	owners := map[string]int{}
	owner := func(name string) int {
		if _, known := owners[name]; !known {
			owners[name] = b.Owner(testNamed(name))
		}
		return owners[name]
	}
	for _, t := range p.Tests {
		owners[t.String()] = b.Owner(t)
	}
	outside := b.Owner(testcounts.Test{Kind: testcounts.Outside})
	for _, set := range p.sets {
		for _, pkg := range set.Packages {
			if err := p.divide(b, pkg.ID, owner, outside); err != nil {
				return nil, err
			}
		}
	}
	return b.Counts(), nil
}

// divide adds the counters of a package to their owners.
func (p *Project) divide(b *testcounts.Builder, id probe.ID, owner func(name string) int, outside int) error {
	rest := slices.Clone(p.counts[id])
	for _, name := range slices.Sorted(maps.Keys(p.byTest[id])) {
		counters := p.byTest[id][name]
		for i, n := range counters {
			rest[i] -= n
		}
		if err := b.Add(owner(name), section(id, counters)); err != nil {
			return err
		}
	}
	return b.Add(outside, section(id, rest))
}
