package live

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/report"
	"jprof/report/assemble"
)

// Run follows a measurement. Several goroutines may call its methods.
type Run struct {
	mu      sync.Mutex
	state   State
	store   runs.Store
	exclude assemble.Exclude
	source  runmodel.ReadSource
	maps    maps
	jvms    jvms

	ids     map[probe.ID]bool // of the packages of all maps that were read
	sources []*source         // the sources that are shown, by path
	files   []*file           // the sources, grouped by path
	reset   bool              // a file was removed since the last update
	rates   rates
	eval    evaluator
	cut     cut
	polled  time.Time
	spent   time.Duration // the processor time of this process at the end of the last poll
}

// Update has the changes of a run since the last update. Its numbers are not final; the saved run has the final ones.
// Code counts as executed as soon as its region was entered. So code after a call that has not returned yet is counted,
// too.
type Update struct {
	State State
	Step  string // the goal that runs now, with its module if there are several; "" where that is not known
	Ended bool   // the measurement or its process has ended: this is the last state
	At    time.Time
	JVMs  JVMs
	Tests *testcounts.Progress // nil if nothing reports tests
	// Running has the tests that run now, the oldest first, and Failures those that have failed so far.
	Running  []testcounts.Underway
	Failures []testcounts.FailedTest
	Main     Sums // of main sources
	Test     Sums // of test sources
	// Files has the files that are new or whose numbers have changed. If Reset is true, these are all files, and
	// replace all earlier ones.
	Files []File
	Reset bool
	// Methods has the methods of main sources with most executions. Run.Methods returns others.
	Methods []Method
	// Problems names the maps and count files that cannot be used, at least in part. It is sorted.
	Problems []string
	// Wait is the time to wait before the next Poll, so that this process takes less than 4 % of a processor for all
	// that it follows and shows. The time for reading maps is not included, because each map is read only once.
	Wait time.Duration
}

// Sums has the sums over files.
type Sums struct {
	Files            int
	Executions       uint64  // of statements, saturating
	Rate             float64 // executions a second, in the last few seconds
	Covered, Regions int
}

// File has the sums of a file.
type File struct {
	Path             string // as maps have it
	Test             bool   // a test source
	Executions       uint64
	Covered, Regions int
}

const (
	// share is the ratio of the wait to the processor time that it is computed from.
	share = 25
	// others limits this processor time to a multiple of the time of the poll. The processor time includes the work of
	// this process for other measurements and for showing updates.
	others = 2
	// leastWait is the interval at which JVMs write.
	leastWait = 500 * time.Millisecond
	// mostStep limits the name of a step, in bytes.
	mostStep = 200
	// hottest is the number of methods in an update.
	hottest = 30
)

// Open starts to follow a measurement that Find has found. It reads nothing but the settings of the project.
func Open(s State) (*Run, error) {
	conf, err := settings.Read(s.Project)
	if err != nil {
		return nil, err
	}
	store := runs.Store{Project: s.Project}
	source := runmodel.Sources(store, runs.Run{Sources: s.Sources, Around: s.Around, Mirror: s.Mirror}, "")
	outlines, err := assemble.NewOutlines(conf.Excluded(), source)
	if err != nil {
		return nil, err
	}
	since := s.Started.Truncate(time.Millisecond)
	r := &Run{
		state: s, store: store, exclude: conf.Excluded(), source: source,
		// Clocks of file systems are a little late.
		maps: maps{dir: s.Maps, since: since.Add(-time.Second), outlines: outlines, files: map[string]*mapFile{}},
		ids:  map[probe.ID]bool{}, spent: processorTime(),
	}
	r.jvms = jvms{dir: s.Counts, shared: s.Shared, since: since,
		known:  func(id probe.ID) bool { return r.ids[id] },
		byStem: map[string]*jvm{}, packages: map[probe.ID]*counters{}, moved: map[string]bool{}}
	return r, nil
}

// Poll reads the maps that are new and the count files that have changed. It returns an error if a folder cannot be
// read. Wrong files are problems of the update.
func (r *Run) Poll() (Update, error) { return r.poll(time.Now()) }

func (r *Run) poll(now time.Time) (Update, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	begin := processorTime()
	before := r.spent
	u := Update{At: now}
	r.polled = now
	if s, ok := find(r.store, r.state.ID); ok {
		r.state = s
	} else {
		u.Ended = true
	}
	u.State = r.state
	if r.state.Now != "" {
		step, _ := os.ReadFile(r.state.Now) // it may not be there yet
		u.Step = string(step[:min(len(step), mostStep)])
	}
	if !r.state.Contexts {
		loading, err := r.read(now)
		if err != nil {
			return Update{}, err
		}
		begin += loading
		before += loading
		r.describe(&u)
	}
	r.spent = processorTime()
	own, all := r.spent-begin, r.spent-before
	u.Wait = max(leastWait, share*min(all, others*own))
	return u, nil
}

// read reads new maps and changed count files, and evaluates the changes. It returns the time that it took to read
// maps.
func (r *Run) read(now time.Time) (loading time.Duration, err error) {
	// Count files are listed before maps. So there is a map for each of their packages.
	read, err := r.jvms.list(now)
	if err != nil {
		return 0, fmt.Errorf("live counts: %w", err)
	}
	newMaps, err := r.maps.list()
	if err != nil {
		return 0, fmt.Errorf("live counts: %w", err)
	}
	load := func(older bool) {
		begin := processorTime()
		r.maps.load(older)
		r.know()
		loading += processorTime() - begin
	}
	if newMaps {
		load(false)
	}
	if read {
		if more := r.jvms.read(now); more {
			if r.jvms.orphans() {
				load(true)
			}
			newMaps = newMaps || r.maps.anyOlder() // a map of an earlier build may have counts now
		}
	}
	if newMaps {
		r.arrange()
	}
	r.evaluate()
	r.rates.move(now, r.sources)
	return loading, nil
}

// know collects the IDs of the packages of all maps.
func (r *Run) know() {
	clear(r.ids)
	for _, m := range r.maps.files {
		for _, l := range m.layouts {
			r.ids[l.pkg] = true
		}
	}
}

// describe completes an update.
func (r *Run) describe(u *Update) {
	r.jvms.count(u, r.state.ByTest)
	for _, m := range r.maps.files {
		if m.problem != "" {
			u.Problems = append(u.Problems, m.problem)
		}
	}
	slices.Sort(u.Problems)
	u.Reset, r.reset = r.reset, false
	for _, f := range r.files {
		now := f.sums()
		if !f.isTold || now != f.told || u.Reset {
			f.told, f.isTold = now, true
			u.Files = append(u.Files, now)
		}
		to := &u.Main
		if now.Test {
			to = &u.Test
		}
		to.add(now)
	}
	u.Main.Rate, u.Test.Rate = r.rates.of(r.sources, u.At)
	u.Methods = r.methods(Query{N: hottest})
}

// Files returns all files as they were in the last update, by path.
func (r *Run) Files() []File {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]File, len(r.files))
	for i, f := range r.files {
		list[i] = f.told
	}
	return list
}

// Await waits for the time that the update requires, or until the phase of the measurement changes or it has ended.
func (r *Run) Await(ctx context.Context, u Update) {
	for end := u.At.Add(u.Wait); ; {
		timer := time.NewTimer(min(leastWait, time.Until(end)))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		if s, ok := find(r.store, u.State.ID); !ok || s.Phase != u.State.Phase || !time.Now().Before(end) {
			return
		}
	}
}

func (s *Sums) add(f File) {
	s.Files++
	s.Executions = report.Add(s.Executions, f.Executions)
	s.Covered += f.Covered
	s.Regions += f.Regions
}
