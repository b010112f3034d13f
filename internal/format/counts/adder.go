package counts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/util/words"
)

// Adder adds up count files that its caller chooses, such as those of services. The files may have counts of packages
// that are in other maps.
type Adder struct{ collector *collector }

// NewAdder returns an Adder for the packages of the maps.
func NewAdder(maps []*probe.Set, options ...Option) *Adder {
	c := newCollector(maps, time.Time{}, options)
	c.chosen = true
	return &Adder{c}
}

// Add adds the counts of a file. It reports whether the JVMs of the file have ended it: others run, or were killed.
func (a *Adder) Add(path string) (ended bool) {
	before := a.collector.unended
	a.collector.collect(path, "", false)
	return a.collector.unended == before
}

// Take returns what was added since the last call.
func (a *Adder) Take() *Totals {
	t := a.collector.Totals
	a.collector.Totals = Totals{}
	return &t
}

// ReadFile reads a count file, whose JVM may rename it at this moment. Errors are as for Read.
func ReadFile(path string) (*File, error) { return readFile(path) }

// tries limits how often Stable reads again.
const tries = 20

// Stable calls read with the count files in folders and in all folders below them, without those that others contain
// (Folded). JVMs may join files meanwhile: then a count is in two files of the list, or in none. So read is called
// again where a file that it needs was removed (fs.ErrNotExist), or where there are other joined files afterwards.
func Stable(dirs []string, read func(paths []string) error) error {
	paths, joined, err := below(dirs)
	for range tries {
		if err != nil {
			return err
		}
		failed := read(paths)
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			return failed
		}
		before := joined
		paths, joined, err = below(dirs)
		if err == nil && failed == nil && slices.Equal(before, joined) {
			return nil
		}
		time.Sleep(pause)
	}
	return fmt.Errorf("%s: JVMs join files all the time: copy the folder, and read the copy", words.Listed(dirs))
}

// pause is the time for a JVM that joins files to remove those that are in the joined one.
const pause = 20 * time.Millisecond

// below lists the count files in folders and below, and those of them that JVMs have joined.
func below(dirs []string) (paths, joined []string, err error) {
	seen := map[string]bool{} // a folder may be named twice, or be in another one
	for _, dir := range dirs {
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return nil, nil, err
		}
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.IsDir() {
				return err
			}
			full, err := filepath.Abs(path)
			if err != nil || seen[full] {
				return err
			}
			seen[full] = true
			entries, err := os.ReadDir(path)
			if err != nil {
				return err
			}
			folded := Folded(path, entries)
			names := map[string]bool{}
			for _, e := range entries {
				names[e.Name()] = !e.IsDir()
			}
			for _, e := range entries {
				name := e.Name()
				stem, isPart := strings.CutSuffix(name, partSuffix)
				isCounts := isPart && !names[stem+wholeSuffix] || strings.HasSuffix(name, wholeSuffix)
				if !isCounts || !names[name] {
					continue
				}
				if strings.HasPrefix(name, foldedPrefix) {
					joined = append(joined, filepath.Join(path, name))
				}
				if !folded[name] {
					paths = append(paths, filepath.Join(path, name))
				}
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return paths, joined, nil
}

// Add adds a copy of a section to the counts of no test step. Of a section that is longer than an earlier one of its
// package, the rest is not added.
func (t *Totals) Add(s Section) {
	n := len(s.Counters)
	if sum, ok := t.parts[""][s.ID]; ok {
		n = min(n, len(sum))
	}
	t.add("", Section{s.ID, slices.Clone(s.Counters[:n])})
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
