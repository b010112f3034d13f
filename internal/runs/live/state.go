package live

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
)

// The format of the file of a State. Files of other formats are not read.
const (
	format  = "jprof-live"
	version = 1
)

// State describes a measurement while it runs. It is the file .jprof/live/ID.json of the project.
type State struct {
	Format  string    `json:"format"`  // "jprof-live"
	Version int       `json:"version"` // 1
	ID      string    `json:"id"`      // of the run that is to be made
	Label   string    `json:"label,omitempty"`
	PID     int       `json:"pid"`     // of jprof
	Started time.Time `json:"started"` // JVMs that began to count before belong to another run
	Command []string  `json:"command"` // as in runs.Run
	Phase   Phase     `json:"phase"`
	Round   int       `json:"round"` // of the build, from 1; 0 before the first
	// ByTest means that JVMs write streams of counts by test. Contexts means that there are no counts to follow.
	ByTest   bool `json:"byTest,omitempty"`
	Contexts bool `json:"contexts,omitempty"`
	// Maps and Counts are the folders of the maps and of the count files. Shared is the folder in JPROF_COUNTS, "" for
	// none.
	Maps   string `json:"maps,omitempty"`
	Counts string `json:"counts,omitempty"`
	Shared string `json:"shared,omitempty"`
	// Sources, Around and Mirror locate the sources: see runs.Run.
	Sources string `json:"sources,omitempty"`
	Around  string `json:"around,omitempty"`
	Mirror  string `json:"mirror,omitempty"`
	// Project is the folder of the project. The file is in it.
	Project string `json:"-"`
}

// Phase is a stage of a measurement.
type Phase string

// The phases, in their order. A build may go back to Copying, where it has to begin again.
const (
	Copying   Phase = "copying"   // the project is copied to the mirror
	Building  Phase = "building"  // the user's command, or the compiler of a program
	Running   Phase = "running"   // a program
	Reading   Phase = "reading"   // the counts
	Reporting Phase = "reporting" // the run is saved, and the report written
)

// folder returns the folder of the states of a store.
func folder(s runs.Store) string { return s.Path("live") }

const (
	stateSuffix = ".json"
	lockSuffix  = ".lock"
)

// Publisher is the State of a measurement that runs. A nil Publisher publishes nothing.
type Publisher struct {
	store runs.Store
	state State
	lock  *flock.Flock
}

// Publish writes the state of a measurement of the project of a store. End must be called. Format, Version, PID and
// Started are set here.
func Publish(store runs.Store, state State) (*Publisher, error) {
	state.Format, state.Version, state.PID, state.Started = format, version, os.Getpid(), time.Now()
	if err := store.Create(); err != nil {
		return nil, err
	}
	p := &Publisher{store: store, state: state}
	p.lock = flock.New(filepath.Join(folder(store), state.ID+lockSuffix))
	var err error
	for range 10 {
		if err = os.MkdirAll(folder(store), 0o777); err == nil {
			err = p.lock.Lock()
		}
		if !errors.Is(err, fs.ErrNotExist) { // another measurement ended, and removed the folder
			break
		}
	}
	if err == nil {
		err = p.write()
	}
	if err != nil {
		p.End()
		return nil, fmt.Errorf("the state of the run: %w", err)
	}
	return p, nil
}

// write writes the state.
func (p *Publisher) write() error {
	return atomicfile.WriteJSON(filepath.Join(folder(p.store), p.state.ID+stateSuffix), p.state)
}

// Phase publishes the phase of the measurement, with other changes of its state.
func (p *Publisher) Phase(phase Phase, changes ...func(*State)) error {
	if p == nil {
		return nil
	}
	p.state.Phase = phase
	for _, change := range changes {
		change(&p.state)
	}
	return p.write()
}

// End removes the state. Find removes later what End cannot.
func (p *Publisher) End() {
	if p == nil {
		return
	}
	// The lock first: a state without one is that of a process that has ended.
	atomicfile.RemoveLocked(p.lock.Path(), p.lock) // it ends with the process at the latest
	os.Remove(filepath.Join(folder(p.store), p.state.ID+stateSuffix))
	os.Remove(folder(p.store)) // unless another measurement is there
}

// Find lists the measurements of a project that run now, the newest first. It removes the files of those whose process
// has ended without doing so.
func Find(store runs.Store) []State {
	entries, _ := os.ReadDir(folder(store)) // no folder: nothing runs
	var list []State
	for _, e := range entries {
		id, is := strings.CutSuffix(e.Name(), stateSuffix)
		if !is || strings.HasPrefix(id, ".") {
			continue
		}
		if s, ok := find(store, id); ok {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b State) int {
		return cmp.Or(b.Started.Compare(a.Started), strings.Compare(b.ID, a.ID))
	})
	return list
}

// find reads the state of a measurement that runs. It removes one that does not run any more.
func find(store runs.Store, id string) (State, bool) {
	path := filepath.Join(folder(store), id+stateSuffix)
	if !runs.ValidName(id) {
		return State{}, false
	}
	if !isLocked(filepath.Join(folder(store), id+lockSuffix)) {
		os.Remove(path)
		os.Remove(folder(store)) // unless there is another
		return State{}, false
	}
	var s State
	if err := atomicfile.ReadJSON(path, &s); err != nil || s.Format != format || s.Version != version || s.ID != id {
		return State{}, false
	}
	s.Project = store.Project
	return s, true
}

// isLocked reports whether a process has locked a file. The file of a process that has ended is removed.
func isLocked(path string) bool {
	if _, err := os.Lstat(path); err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil || !free {
		return true // by another user, perhaps
	}
	atomicfile.RemoveLocked(path, lock) // the next Find tries again
	return false
}
