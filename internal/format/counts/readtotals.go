package counts

import (
	"bytes"
	"fmt"

	"jprof/internal/format/probe"
	"jprof/internal/util/regular"
)

// ReadTotals reads a file that WriteFile wrote: see ParseTotals.
func ReadTotals(path string, maps []*probe.Set) (*Totals, error) {
	return readTotals(path, maps, whole)
}

// ReadPart reads those counts of a file that WriteFile wrote that belong to the maps.
func ReadPart(path string, maps []*probe.Set) (*Totals, error) { return readTotals(path, maps, ofMaps) }

// ReadAll reads the counts of a file that WriteFile wrote without the maps. The caller must compare the number of
// counters of each package with its map.
func ReadAll(path string) (*Totals, error) { return readTotals(path, nil, unchecked) }

// selection names sections of a file of counts.
type selection int

const (
	whole     selection = iota // all, which must fit the maps
	ofMaps                     // those of the maps, which must fit them
	unchecked                  // all
)

func readTotals(path string, maps []*probe.Set, part selection) (*Totals, error) {
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("counts: %w", err)
	}
	return parseTotals(data, path, maps, part)
}

// ParseTotals parses data that WriteFile wrote to path. All of it must be right: it fails with a *recordfile.Error or
// *recordfile.VersionError, or if a section does not fit to the maps.
func ParseTotals(data []byte, path string, maps []*probe.Set) (*Totals, error) {
	return parseTotals(data, path, maps, whole)
}

// parseTotals does the same for a part of the sections.
func parseTotals(data []byte, path string, maps []*probe.Set, part selection) (*Totals, error) {
	f, err := Read(bytes.NewReader(data), path)
	if err != nil {
		return nil, err
	}
	if !f.Merged {
		return nil, fmt.Errorf("%s: these are the counts of one JVM, not those of a run", path)
	}
	t := &Totals{jvms: int(f.JVMs), start: f.Start}
	t.addJava(f.Java)
	sizes := probe.Sizes(maps)
	for step, s := range f.all() {
		n, ok := sizes[s.ID]
		if part == ofMaps && !ok {
			continue
		}
		if part != unchecked && (!ok || n != len(s.Counters)) {
			return nil, fmt.Errorf("%s: the counts belong to other maps than those next to them: run the build again",
				path)
		}
		t.add(step, s)
	}
	return t, nil
}
