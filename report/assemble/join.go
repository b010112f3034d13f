package assemble

import (
	"cmp"
	"fmt"
	"slices"

	"jprof/internal/format/probe"
	"jprof/report"
)

// joined are the files of all maps with their counters, which fit each other: newest maps first, each package once.
type joined []joinedFile

// joinedFile is a file of a map with the counters of its package.
type joinedFile struct {
	*probe.File
	set      report.SetName
	pkg      *probe.Package
	counters []uint64 // of the file, nil where no JVM loaded the package
	older    bool     // of Input.Older
}

// join finds the counters of the files of all maps. It fails where they do not fit.
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
				// The ID is a hash of all that the map says, so this is the same package, read twice: its counts are in
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

// countersOf returns the counters of a package, nil for none. It fails where they, or those of a step, are not those of
// the package.
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
