package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/util/atomicfile"
)

// record holds the results for a change. Each record has a file of its own.
type record struct {
	Project  string
	Seed     uint64
	Number   int // position in the order of the seed
	Mutant   mutant
	Rejected string     `json:",omitempty"` // by javac: all that follows is empty then
	Full     *fullRun   `json:",omitempty"`
	Selected *selection `json:",omitempty"`
}

// fullRun is the run of all tests.
type fullRun struct {
	Ended   string
	Compile float64 // seconds
	Seconds float64
	Failed  []failure
	Unknown int // number of tests that did not run
}

// failure is a test whose result differs with the change. Most failures are tests that pass without the change.
type failure struct {
	test
	Status string // failed, aborted, skipped, "not run", "under way" when the JVM ended
	Why    string
}

// killed reports whether a test notices the change.
func (r *record) killed() bool { return r.Full != nil && len(r.Full.Failed) > 0 }

func (r *record) String() string {
	return fmt.Sprintf("%s, seed %d, number %d", r.Project, r.Seed, r.Number)
}

// results returns the folder of the records of a seed.
func (p *place) results(seed uint64) string { return filepath.Join(p.dir, "results", fmt.Sprint(seed)) }

func (p *place) path(seed uint64, number int) string {
	return filepath.Join(p.results(seed), fmt.Sprintf("%05d.json", number))
}

// load returns the record of a change, or a new record if the change has none.
func (p *place) load(seed uint64, number int, m mutant) (*record, error) {
	path := p.path(seed, number)
	r, err := readRecord(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &record{Project: p.name, Seed: seed, Number: number, Mutant: m}, nil
	}
	if err == nil && r.Mutant != m {
		err = fmt.Errorf("%s is of another change, by an older version of this command: remove %s", path,
			p.results(seed))
	}
	return r, err
}

func readRecord(path string) (*record, error) {
	r := &record{}
	return r, atomicfile.ReadJSON(path, r)
}

func (p *place) save(r *record) error {
	path := p.path(r.Seed, r.Number)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return atomicfile.WriteJSON(path, r)
}

// records reads all records of a project, of all seeds, whose changes javac has accepted.
func (p *place) records() (all []*record, err error) {
	paths, err := filepath.Glob(filepath.Join(p.dir, "results", "*", "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	for _, path := range paths {
		r, err := readRecord(path)
		if err != nil {
			return nil, err
		}
		if r.Rejected == "" {
			all = append(all, r)
		}
	}
	return all, nil
}

// compared returns the run of all tests with a change, compared with the plain runs.
func (b *baseline) compared(o *outcome) *fullRun {
	full := &fullRun{Ended: o.Ended, Seconds: o.Seconds}
	did := map[string]result{}
	for _, r := range o.results {
		did[r.ID] = r
	}
	found := o.Ended == endedItself // the test that the JVM ended in
	known := map[string]bool{}
	for _, t := range b.Tests {
		known[t.ID] = true
		r, ran := did[t.ID]
		switch {
		case ran && r.status == "passed":
		case ran:
			full.Failed = append(full.Failed, failure{t, r.status, r.why})
		case o.Ended == endedItself:
			full.Failed = append(full.Failed, failure{t, "not run", o.why(t)})
		case t.ID == o.under || o.under == "" && !found:
			found = true
			full.Failed = append(full.Failed, failure{t, "under way", o.Ended})
		default:
			full.Unknown++
		}
	}
	for _, e := range b.Excluded {
		known[e.ID] = true
		if r, ran := did[e.ID]; ran && b.steady(e) && r.status != e.Did[0] {
			full.Failed = append(full.Failed, failure{e.test, "not " + e.Did[0] + ", but " + r.status, r.why})
		}
	}
	for _, r := range o.results { // such as more runs of a parameterised test
		if !known[r.ID] && r.status == "failed" && b.has(r.name()) {
			full.Failed = append(full.Failed, failure{r.test, "new, " + r.status, r.why})
		}
	}
	return full
}

// has reports whether a method has a test that passes without a change.
func (b *baseline) has(name string) bool {
	return slices.ContainsFunc(b.Tests, func(t test) bool { return t.name() == name })
}

// why returns the error of the set-up that a test needs.
func (o *outcome) why(t test) string {
	for _, c := range o.containers {
		if c.class == t.Class {
			return c.why
		}
	}
	return ""
}
