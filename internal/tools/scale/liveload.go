package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/runs/live"
)

// The JVMs of a made-up measurement. They are in teams, whose JVMs have the same counts: their files are one file, so
// that writing them does not take the processor that is to be measured.
const (
	liveJVMs  = 100
	liveTeams = 10
	liveWrite = 500 * time.Millisecond // as JVMs do
)

// liveLoad decides which counters the JVMs of a measurement change between two writes.
type liveLoad struct {
	name string
	// uses reports whether the JVMs of a team use a package, and changes whether its counters change at a step.
	uses    func(team, pkg int) bool
	changes func(team, pkg, step int) bool
}

// liveLoads are tests as they usually run, and the most that can be.
var liveLoads = []liveLoad{
	{"usual", func(team, pkg int) bool { return pkg%10 == 0 || pkg/10%10 == team },
		func(team, pkg, step int) bool { return (pkg/100+pkg+team+step)%10 == 0 }},
	{"most", func(int, int) bool { return true }, func(int, int, int) bool { return true }},
}

// livePackage is a package of a map with made-up counts.
type livePackage struct {
	id       probe.ID
	counters []uint64
	times    [liveTeams]uint64 // by team, the number of its executions
}

// liveRun is a made-up measurement that runs, in a folder of its own.
type liveRun struct {
	liveLoad
	state     live.State
	publisher *live.Publisher
	packages  []*livePackage
	step      int
	files     int
	counters  int
}

// startLive publishes a measurement of a project that has a run, with its maps, and lets the JVMs write for the first
// time.
func startLive(project, dir string, load liveLoad) (*liveRun, error) {
	id, err := runs.NewID(time.Now())
	if err != nil {
		return nil, err
	}
	l := &liveRun{liveLoad: load, state: live.State{ID: id, Command: []string{"mvn", "verify"},
		Phase: live.Building, Round: 1, Sources: ".", Around: ".", Maps: filepath.Join(dir, "maps"),
		Counts: filepath.Join(dir, "counts")}}
	store := runs.Store{Project: project}
	if l.publisher, err = live.Publish(store, l.state); err != nil {
		return nil, err
	}
	if err = l.copyMaps(store); err == nil {
		err = l.write()
	}
	if err != nil {
		l.publisher.End()
		return nil, err
	}
	return l, nil
}

// copyMaps copies the maps of the run, as if the build had just written them, and makes up counts of their packages.
func (l *liveRun) copyMaps(store runs.Store) error {
	if err := os.MkdirAll(l.state.Counts, 0o777); err != nil {
		return err
	}
	if err := os.CopyFS(l.state.Maps, os.DirFS(filepath.Join(store.RunDir("scale"), "maps"))); err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(l.state.Maps, "*.map"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		set, err := probe.ReadFile(path)
		if err != nil {
			return err
		}
		for _, p := range set.Packages {
			made := &livePackage{id: p.ID}
			for _, f := range p.Files {
				made.counters = append(made.counters, makeCounters(f, "live")...)
			}
			if len(made.counters) == 0 {
				continue
			}
			for team := range made.times {
				made.times[team] = 1
			}
			l.packages = append(l.packages, made)
			l.files += len(p.Files)
			l.counters += len(made.counters)
		}
	}
	return nil
}

// write lets all JVMs write their counts.
func (l *liveRun) write() error {
	for team := range liveTeams {
		file := counts.File{JVMs: 1, PID: uint64(os.Getpid()), Start: time.Now()}
		for i, p := range l.packages {
			if !l.uses(team, i) {
				continue
			}
			if l.changes(team, i, l.step) {
				p.times[team]++
			}
			s := counts.Section{ID: p.id, Counters: make([]uint64, len(p.counters))}
			for k, n := range p.counters {
				s.Counters[k] = n * p.times[team]
			}
			file.Sections = append(file.Sections, s)
		}
		var out bytes.Buffer
		if err := counts.Write(&out, &file); err != nil {
			return err
		}
		made := filepath.Join(l.state.Counts, fmt.Sprintf("team%d.made", team))
		os.Remove(made) // JVMs have it by other names
		if err := os.WriteFile(made, out.Bytes()[:out.Len()-endRecord], 0o666); err != nil {
			return err
		}
		for k := team; k < liveJVMs; k += liveTeams {
			name := filepath.Join(l.state.Counts, fmt.Sprintf("%d-%d-%x", os.Getpid(), k, k))
			if err := os.Link(made, name+".tmp"); err != nil {
				return err
			}
			if err := os.Rename(name+".tmp", name+".part"); err != nil {
				return err
			}
		}
	}
	l.step++
	return nil
}

// endRecord is the size of the record of the end, which files of JVMs that run do not have.
const endRecord = 13

// run lets the JVMs write until ctx ends.
func (l *liveRun) run(ctx context.Context) error {
	tick := time.NewTicker(liveWrite)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := l.write(); err != nil {
			return err
		}
	}
}
