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
	"sync"
	"time"

	"github.com/gofrs/flock"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
)

// The format of the file of a State. Find ignores files of other formats.
const (
	format  = "jprof-live"
	version = 1
)

// State describes a measurement while it runs. It is the content of .jprof/live/ID.json in the project.
type State struct {
	Format  string    `json:"format"`  // "jprof-live"
	Version int       `json:"version"` // 1
	ID      string    `json:"id"`      // of the run that is being made
	Label   string    `json:"label,omitempty"`
	PID     int       `json:"pid"`     // of jprof
	Started time.Time `json:"started"` // JVMs that began to count earlier belong to another run
	Command []string  `json:"command"` // as in runs.Run
	// Args is the command line of jprof, with its options, without the name of the program.
	Args  []string `json:"args,omitempty"`
	Phase Phase    `json:"phase"`
	Round int      `json:"round"` // of the build, from 1; 0 before the first
	// ByTest means that JVMs write streams of counts by test. Contexts means that there are no counts to follow.
	ByTest   bool `json:"byTest,omitempty"`
	Contexts bool `json:"contexts,omitempty"`
	// Selected describes the tests that a build with --affected runs; nil for other runs.
	Selected *Selected `json:"selected,omitempty"`
	// Now is the file in which the build has the goal that runs now, with its module if there are several; "" for none.
	Now string `json:"now,omitempty"`
	// Cancels means that Cancel ends the measurement, Cancelling that it was called.
	Cancels    bool `json:"cancels,omitempty"`
	Cancelling bool `json:"cancelling,omitempty"`
	// Maps and Counts are the folders of the maps and of the count files. Shared is the folder in JPROF_COUNTS, "" for
	// none.
	Maps   string `json:"maps,omitempty"`
	Counts string `json:"counts,omitempty"`
	Shared string `json:"shared,omitempty"`
	// Sources, Around and Mirror locate the sources: see runs.Run.
	Sources string `json:"sources,omitempty"`
	Around  string `json:"around,omitempty"`
	Mirror  string `json:"mirror,omitempty"`
	// Project is the folder of the project, which has the file.
	Project string `json:"-"`
}

// Selected describes the tests that a build with --affected runs, before it runs them.
type Selected struct {
	Tests int    `json:"tests"` // the number of tests of the earlier run that run again; new tests run as well
	Of    int    `json:"of"`    // the number of tests of the earlier run
	Text  string `json:"text"`  // both numbers, and the reasons, in one line
}

// Phase is a stage of a measurement.
type Phase string

// The phases, in their order. If a build has to begin again, it goes back to Copying.
const (
	Copying   Phase = "copying"   // the project is copied to the mirror
	Building  Phase = "building"  // the user's command or the compiler of a program runs
	Running   Phase = "running"   // a program runs
	Reading   Phase = "reading"   // the counts are read
	Reporting Phase = "reporting" // the run is saved, and the report written
)

// folder returns the folder of the states of a store.
func folder(s runs.Store) string { return s.Path("live") }

const (
	stateSuffix  = ".json"
	lockSuffix   = ".lock"
	cancelSuffix = ".cancel"
)

// Publisher publishes the State of a running measurement. A nil Publisher publishes nothing.
type Publisher struct {
	store runs.Store
	lock  *flock.Flock
	end   sync.Once
	ended chan struct{} // closed by End
	done  sync.WaitGroup

	mu    sync.Mutex
	state State
}

// Publish writes the state of a measurement of the project of a store. The caller calls End. Publish sets Format,
// Version, PID and Started.
func Publish(store runs.Store, state State) (*Publisher, error) {
	state.Format, state.Version, state.PID, state.Started = format, version, os.Getpid(), time.Now()
	if err := store.Create(); err != nil {
		return nil, err
	}
	p := &Publisher{store: store, state: state, ended: make(chan struct{})}
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

// Interrupt calls a function each time that Cancel was called, from now on until End. With nil, nobody can call Cancel.
func (p *Publisher) Interrupt(interrupt func()) error {
	if p == nil || interrupt == nil {
		return nil
	}
	p.done.Go(func() { p.listen(interrupt) })
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Cancels = true
	return p.write()
}

func (p *Publisher) listen(interrupt func()) {
	asked := filepath.Join(folder(p.store), p.state.ID+cancelSuffix)
	tick := time.NewTicker(leastWait)
	defer tick.Stop()
	for {
		select {
		case <-p.ended:
			os.Remove(asked)
			return
		case <-tick.C:
		}
		if os.Remove(asked) != nil {
			continue
		}
		p.mu.Lock()
		p.state.Cancelling = true
		_ = p.write() // those who watch it see it end
		p.mu.Unlock()
		interrupt()
	}
}

// Cancel asks the process of a measurement, whose state has Cancels, to end it, as Ctrl-C does; a second time, as a
// second Ctrl-C does. A file asks, as the process may have another ID here than where it runs, such as in a container.
func Cancel(s State) error {
	path := filepath.Join(folder(runs.Store{Project: s.Project}), s.ID+cancelSuffix)
	return os.WriteFile(path, nil, 0o666)
}

// write writes the file of the state.
func (p *Publisher) write() error {
	return atomicfile.WriteJSON(filepath.Join(folder(p.store), p.state.ID+stateSuffix), p.state)
}

// Phase publishes the phase of the measurement. The functions in changes may set other fields of the state.
func (p *Publisher) Phase(phase Phase, changes ...func(*State)) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Phase = phase
	for _, change := range changes {
		change(&p.state)
	}
	return p.write()
}

// End removes the state. If it cannot, Find removes the state later.
func (p *Publisher) End() {
	if p == nil {
		return
	}
	p.end.Do(func() { close(p.ended) })
	p.done.Wait()
	// The lock comes first: a state without a locked file counts as the state of a process that has ended.
	atomicfile.RemoveLocked(p.lock.Path(), p.lock) // the lock ends with the process at the latest
	os.Remove(filepath.Join(folder(p.store), p.state.ID+stateSuffix))
	os.Remove(folder(p.store)) // this fails if another measurement is there
}

// Find lists the running measurements of a project, the newest first. It removes the files of measurements whose
// process has ended without End.
func Find(store runs.Store) []State {
	entries, _ := os.ReadDir(folder(store)) // without the folder, nothing runs
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

// Mark sets Running of the runs in a list that go on now, by the result of Find for their store. It returns the list.
func Mark(list runs.List, now []State) runs.List {
	for _, s := range now {
		for _, o := range list {
			if o.ID == s.ID {
				o.Running = o.NotFinished
			}
		}
	}
	return list
}

// find reads the state of a running measurement. It removes the state of one that does not run any more.
func find(store runs.Store, id string) (State, bool) {
	path := filepath.Join(folder(store), id+stateSuffix)
	if !runs.ValidName(id) {
		return State{}, false
	}
	if !isLocked(filepath.Join(folder(store), id+lockSuffix)) {
		os.Remove(path)
		os.Remove(filepath.Join(folder(store), id+cancelSuffix))
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

// isLocked reports whether a process has locked a file. It removes the file of a process that has ended.
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
		return true // perhaps by another user
	}
	atomicfile.RemoveLocked(path, lock) // the next Find tries again
	return false
}
