package runs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/jsonerror"
	"jprof/internal/util/regular"
	"jprof/internal/util/version"
)

// Opened is a run whose description was read from a folder.
type Opened struct {
	Run
	Dir   string
	Store Store // of the project that has its sources
	Note  Note  // set by Store.Pick
	// Damaged has an error for each run of the store that could not be read. Only Store.Pick sets it.
	Damaged []error

	in place
}

// Open reads the description of the run in a folder, and checks it. The sources of the run are in the project of s.
func (s Store) Open(dir string) (*Opened, error) {
	path := filepath.Join(dir, "run.json")
	o := &Opened{Dir: dir, Store: s, in: place{dir: dir}}
	text, err := regular.ReadUpTo(path, maxDescription)
	if errors.As(err, new(regular.Unfit)) {
		return nil, o.in.broken(err)
	}
	if err != nil {
		return nil, err
	}
	if label, err := notNewer(text); err != nil {
		return nil, &brokenError{o.in, fmt.Errorf("%s: %w", path, err), label}
	}
	if err := json.Unmarshal(text, &o.Run); err != nil {
		return nil, o.in.broken(fmt.Errorf("%s: %w", path, jsonerror.Plain(err, text)))
	}
	if err := o.check(); err != nil {
		return nil, o.in.broken(fmt.Errorf("%s: %w", path, err))
	}
	return o, nil
}

// notNewer returns a *version.Newer, and the label of the run, if a newer jprof wrote the description and this one does
// not know the format. It reads three keys that all formats have.
func notNewer(text []byte) (label string, err error) {
	var about struct {
		Format int    `json:"format"`
		Tool   string `json:"tool"`
		Label  string `json:"label"`
	}
	// Other errors are found when the whole description is read.
	if err := json.Unmarshal(text, &about); err == nil && about.Format > recordfile.Version {
		return about.Label, &version.Newer{Format: about.Format, Reads: recordfile.Version, Writer: about.Tool}
	}
	return "", nil
}

// check returns an error if the description is not valid, because run.json may come from anywhere and names files.
func (r Run) check() error {
	ids := map[string]bool{}
	for _, run := range append([]Run{r}, r.Parts...) {
		if b := run.ByTest; b != nil && b.From != "" && !ValidName(b.From) {
			return fmt.Errorf("%q is not the ID of a run", b.From)
		}
		if !ValidName(run.ID) {
			return fmt.Errorf("%q is not the ID of a run", run.ID)
		}
		if f := run.Forward; f != nil && !ValidName(f.From) {
			return fmt.Errorf("%q is not the ID of a run", f.From)
		}
		if run.Label != "" && !ValidName(run.Label) {
			return fmt.Errorf("%q is not the label of a run", run.Label)
		}
		if ids[run.ID] {
			return fmt.Errorf("it has the run %s twice", run.ID)
		}
		ids[run.ID] = true
		if err := run.checkNumbers(); err != nil {
			return fmt.Errorf("the run %s: %w", run.ID, err)
		}
		for _, set := range run.Sets {
			if filepath.Base(set.Map) != set.Map || !filepath.IsLocal(set.Map) {
				return fmt.Errorf("%q is not the name of a map", set.Map)
			}
		}
	}
	for _, part := range r.Parts {
		if len(part.Parts) > 0 {
			return fmt.Errorf("its part %s is itself a merged run: merge the runs that it was made of", part.ID)
		}
	}
	return nil
}

// checkNumbers returns an error if a number or time is out of range. Numbers are added up, and reports write times in
// formats with four digits for the year.
func (r Run) checkNumbers() error {
	type number struct {
		name string
		n    int
	}
	numbers := []number{{"format", r.Format}, {"jvms", r.JVMs}, {"rounds", r.Rounds}}
	for _, s := range r.Sets {
		numbers = append(numbers, number{"files", s.Files}, number{"measured", s.Measured})
	}
	for _, l := range r.Unmeasured {
		numbers = append(numbers, number{"files", l.Files})
	}
	if t := r.Totals; t != nil {
		for _, s := range []Share{t.Methods, t.Lines, t.Branches} {
			numbers = append(numbers, number{"covered", s.Covered}, number{"total", s.Total},
				number{"total without covered", s.Total - s.Covered})
		}
	}
	if c := r.Contexts; c != nil {
		numbers = append(numbers, number{"jvms with contexts", c.JVMs})
	}
	if b := r.ByTest; b != nil {
		numbers = append(numbers, number{"jvms by test", b.JVMs}, number{"tests by test", b.Tests},
			number{"classes by test", b.Classes}, number{"carried by test", b.Carried},
			number{"tests by test without carried", b.Tests - b.Carried})
	}
	for _, n := range r.NotBuilt {
		numbers = append(numbers, number{"files", n.Files})
	}
	if t := r.Results; t != nil {
		numbers = append(numbers, number{"tests", t.Tests}, number{"failed", t.Failed}, number{"skipped", t.Skipped})
	}
	for _, n := range numbers {
		if n.n < 0 || int64(n.n) > math.MaxInt32 {
			return fmt.Errorf("%s cannot be %d", n.name, n.n)
		}
	}
	type moment struct {
		name  string
		t     time.Time
		first int
	}
	moments := []moment{{"started", r.Started, 2000}, {"ended", r.Ended, 2000}}
	if r.Commit != nil {
		// some have the second 0, to be reproducible
		moments = append(moments, moment{"the time of the commit", r.Commit.Time, 1970})
	}
	for _, m := range moments {
		if year := m.t.UTC().Year(); !m.t.IsZero() && (year < m.first || year > 9999) {
			return fmt.Errorf("%s cannot be in the year %d", m.name, year)
		}
	}
	return nil
}

// file returns the path of the counts, the tests or the contexts of a leaf.
func (o *Opened) file(leaf Run, name string) string {
	if len(o.Parts) > 0 {
		return partFile(o.Dir, leaf.ID, name)
	}
	return filepath.Join(o.Dir, name)
}

// partFile returns the path of the counts, the tests or the contexts of one of the runs in a merged run.
func partFile(dir, id, name string) string { return filepath.Join(dir, "parts", id+"."+name) }

// MapPath returns the path of the map of a source set of the run, or of one of its parts.
func (o *Opened) MapPath(set Set) string { return filepath.Join(o.Dir, "maps", set.Map) }

// Map is the map of a source set. It may belong to several runs.
type Map struct {
	*probe.Set
	Path   string // of its file
	Newest Run    // the newest of the runs that have it: see Order
}

// Content has the maps and the counts of a run.
type Content struct {
	Maps   []Map
	Older  []Map // of earlier states of the sources, the newest first; Totals includes their counts
	Totals *counts.Totals

	from   *Opened
	isPart bool // it has only some of the packages
}

// Read reads maps and counts. If any of them is damaged, it returns an error that wraps ErrNoRun.
func (o *Opened) Read() (*Content, error) { return o.ReadPart(nil) }

// MapSize returns the size of the maps of the run, in bytes.
func (o *Opened) MapSize() (size int64) {
	for _, leaf := range o.Leaves() {
		for _, set := range leaf.Sets {
			if info, err := os.Stat(o.MapPath(set)); err == nil {
				size += info.Size()
			}
		}
	}
	return size
}

// ReadPart reads the same for the packages whose names only accepts; nil accepts all.
func (o *Opened) ReadPart(only func(pkg string) bool) (*Content, error) {
	c, err := o.read(only)
	return c, NoRun(err)
}

func (o *Opened) read(only func(pkg string) bool) (*Content, error) {
	c := &Content{from: o, isPart: only != nil}
	known := map[[sha256.Size]byte]int{} // the index of a map in c.Maps, by its bytes
	compare := Order(o.Leaves())
	for _, leaf := range o.Leaves() {
		var sets []*probe.Set
		for _, set := range leaf.Sets {
			path := o.MapPath(set)
			data, err := regular.ReadFile(path)
			if err != nil {
				return nil, o.in.broken(err)
			}
			sum := sha256.Sum256(data)
			i, ok := known[sum]
			if !ok {
				m, err := probe.ReadPart(bytes.NewReader(data), path, only)
				if err != nil {
					return nil, o.in.broken(err)
				}
				i = len(c.Maps)
				known[sum] = i
				c.Maps = append(c.Maps, Map{m, path, leaf})
			} else if compare(leaf, c.Maps[i].Newest) > 0 {
				c.Maps[i].Newest = leaf
			}
			sets = append(sets, c.Maps[i].Set)
		}
		totals, err := c.totals(o.file(leaf, CountsFile), sets)
		if err == nil {
			err = leaf.knows(totals.Steps())
		}
		if err != nil {
			return nil, o.in.broken(err)
		}
		if c.Totals == nil {
			c.Totals = totals
		} else {
			c.Totals.Merge(totals)
		}
	}
	kinds := o.kinds()
	for _, m := range c.Maps {
		m.Kind = kinds[setName{m.Module, m.Name}]
	}
	c.partByAge(compare)
	return c, nil
}

// totals reads the counts that belong to maps.
func (c *Content) totals(path string, maps []*probe.Set) (*counts.Totals, error) {
	if c.isPart {
		return counts.ReadPart(path, maps)
	}
	return counts.ReadTotals(path, maps)
}

// AllCounts reads the counts of the run without its maps: see counts.ReadAll. Errors wrap ErrNoRun.
func (o *Opened) AllCounts() (*counts.Totals, error) {
	var all *counts.Totals
	for _, leaf := range o.Leaves() {
		totals, err := counts.ReadAll(o.file(leaf, CountsFile))
		if err != nil {
			return nil, NoRun(o.in.broken(err))
		}
		if all == nil {
			all = totals
		} else {
			all.Merge(totals)
		}
	}
	return all, nil
}

// knows returns an error if the description of the run lacks one of the test steps.
func (r Run) knows(steps []string) error {
	for _, id := range steps {
		if !slices.ContainsFunc(r.Tests, func(t TestStep) bool { return t.ID == id }) {
			return fmt.Errorf("the run %s has counts of the test step %s, but its run.json does not describe that "+
				"step", r.ID, id)
		}
	}
	return nil
}

// partByAge moves the maps of earlier states of the sources to Older. A source set may have several maps of one commit,
// from builds that were set up in different ways. None of these maps is older.
func (c *Content) partByAge(compare func(a, b Run) int) {
	slices.SortStableFunc(c.Maps, func(a, b Map) int { return compare(b.Newest, a.Newest) })
	newest := map[[2]string]Run{}
	var current []Map
	for _, m := range c.Maps {
		key := [2]string{m.Module, m.Name}
		first, ok := newest[key]
		if !ok {
			newest[key] = m.Newest
		}
		if ok && (first.Commit == nil || m.Newest.Commit == nil || first.Commit.ID != m.Newest.Commit.ID) {
			c.Older = append(c.Older, m)
		} else {
			current = append(current, m)
		}
	}
	c.Maps = current
}
