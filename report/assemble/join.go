package assemble

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/internal/format/probe"
	"jprof/report"
)

// joined lists the files of all maps with their counters, newest maps first. Maps and counters fit each other, and each
// package is there once.
type joined []joinedFile

// joinedFile is a file of a map with the counters of its package.
type joinedFile struct {
	*probe.File
	set      report.SetName
	pkg      *probe.Package
	counters []uint64 // of the file, nil if no JVM loaded the package
	older    bool     // the map is one of Input.Older
}

// join finds the counters of the files of all maps. It fails if counters do not fit to a map.
func join(in Input) (joined, error) {
	sets := slices.Clone(in.Sets)
	slices.SortStableFunc(sets, func(a, b *probe.Set) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
	})
	var files joined
	seen := map[probe.ID]*probe.Package{}
	for i, set := range append(sets, in.Older...) {
		for _, pkg := range set.Packages {
			if err := pkg.Check(); err != nil {
				return nil, fmt.Errorf("report: %w", err)
			}
			if first, ok := seen[pkg.ID]; ok {
				// The ID is a hash of all data in the map, so this is the same package, read twice: its counts are in
				// the first.
				if first.Name != pkg.Name || first.Helper != pkg.Helper || len(first.Files) != len(pkg.Files) {
					return nil, fmt.Errorf("report: packages %q and %q have the same ID %x",
						first.Name, pkg.Name, pkg.ID)
				}
				continue
			}
			seen[pkg.ID] = pkg
			counters, err := countersOf(in, pkg)
			if err != nil {
				return nil, err
			}
			for _, f := range pkg.Files {
				name := report.SetName{Module: set.Module, Name: set.Name, Test: set.IsTest()}
				file := joinedFile{File: f, set: name, pkg: pkg, older: i >= len(sets)}
				if counters != nil {
					file.counters = counters[f.Base : f.Base+f.Counters]
				}
				files = append(files, file)
			}
		}
	}
	return files, nil
}

// countersOf returns the counters of a package, nil for none. It fails if their number, or that of the counters of a
// step, is wrong.
func countersOf(in Input, pkg *probe.Package) ([]uint64, error) {
	var counters []uint64
	if in.Counters != nil {
		counters = in.Counters(pkg.ID)
	}
	if counters != nil && len(counters) != pkg.Counters() {
		return nil, fmt.Errorf("report: package %q (%x): %d counters were recorded, the map has %d",
			pkg.Name, pkg.ID, len(counters), pkg.Counters())
	}
	for _, s := range in.Steps {
		if c := in.StepCounters(s.ID, pkg.ID); c != nil && len(c) != pkg.Counters() {
			return nil, fmt.Errorf("report: package %q (%x): %d counters were recorded by %s, the map has %d",
				pkg.Name, pkg.ID, len(c), s.ID, pkg.Counters())
		}
	}
	return counters, nil
}
