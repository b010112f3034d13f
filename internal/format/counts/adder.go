package counts

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/probe"
)

// Adder adds up count files that its caller chooses, such as those of services. The files may have counts of packages
// that are in other maps.
type Adder struct {
	collector *collector
	unended   int
}

// NewAdder returns an Adder for the packages of the maps.
func NewAdder(maps []*probe.Set, options ...Option) *Adder {
	a := &Adder{}
	a.collector = newCollector(maps, time.Time{}, options)
	a.collector.chosen = a
	return a
}

// Add adds the counts of a file.
func (a *Adder) Add(path string) { a.collector.collect(path, "", false) }

// Take returns what was added since the last call.
func (a *Adder) Take() *Totals {
	t := a.collector.Totals
	a.collector.Totals = Totals{}
	return &t
}

// Unended returns the number of the files that were added and do not have all counts of their JVMs, because these were
// killed or are running.
func (a *Adder) Unended() int { return a.unended }

// ReadFile reads a count file, whose JVM may rename it at this moment. Errors are as for Read.
func ReadFile(path string) (*File, error) { return readFile(path) }

// Below lists the count files in a folder and in all folders below it, without those that others contain (Folded).
func Below(dir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return err
		}
		folded := Folded(path, entries)
		files, _, err := list(path)
		for _, f := range files {
			if !folded[filepath.Base(f.Path())] {
				paths = append(paths, f.Path())
			}
		}
		return err
	})
	return paths, err
}

// Sections returns copies of the counters of all packages, by ID.
func (t *Totals) Sections() []Section {
	all := sums{}
	for _, part := range t.parts {
		for id, counters := range part {
			all.add("", Section{id, slices.Clone(counters)})
		}
	}
	return sorted(all[""])
}
