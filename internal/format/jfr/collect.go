package jfr

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/internal/util/version"
)

// Collect reads the recordings in a folder for counts and in those of its test steps. jvms is the number of JVMs that
// counted. JVMs that wrote neither a recording nor a reason were killed. known reports whether a class, by its binary
// name, is in a map.
func Collect(dir string, jvms int, known func(class string) bool) (*Samples, error) {
	c := newCollector(func(f Frame) bool { return known(f.Class) })
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case strings.HasSuffix(path, RecordingSuffix):
			return c.recording(path, "")
		case strings.HasSuffix(path, MissingSuffix):
			return c.missing(path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return c.finish(jvms), nil
}

// collector adds up recordings.
type collector struct {
	Samples
	known    func(Frame) bool
	contexts bool           // of a run with contexts
	lines    bool           // frames keep their lines
	why      map[string]int // number of JVMs without a recording, by reason
	frames   map[Frame]int  // indices in Samples.Frames
	stacks   map[string]int // indices in Samples.Stacks, or in Samples.Waits, by all but the amount
}

func newCollector(known func(Frame) bool) *collector {
	c := &collector{known: known, lines: true, why: map[string]int{}, frames: map[Frame]int{}, stacks: map[string]int{}}
	c.Format, c.Tool = Format, version.String()
	return c
}

// finish returns the sum of the recordings of so many JVMs.
func (c *collector) finish(jvms int) *Samples {
	seen := c.JVMs
	for why, n := range c.why {
		c.Missing = append(c.Missing, Missing{n, why})
		seen += n
	}
	if jvms > seen {
		c.Missing = append(c.Missing, Missing{jvms - seen, "it ended without its recording"})
	}
	slices.SortFunc(c.Missing, func(a, b Missing) int {
		return cmp.Or(cmp.Compare(b.JVMs, a.JVMs), strings.Compare(a.Why, b.Why))
	})
	return &c.Samples
}

// missing adds the reason of a JVM without a recording.
func (c *collector) missing(path string) error {
	why, err := os.ReadFile(path)
	c.why[strings.TrimSpace(string(why))]++
	return err
}

// recording adds the recording of a JVM of a test step. A JVM that was killed may leave an empty one.
func (c *collector) recording(path, step string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var wall, cpu, waited []event
	lost := 0
	var waiting []string
	if c.contexts {
		waiting = slices.Concat(waits, transfers)
	}
	err = readRecording(data, c.contexts, waiting, func(e event) {
		switch {
		case e.wait != "":
			waited = append(waited, e)
		case e.lost > 0:
			lost += e.lost
		case e.cpu:
			cpu = append(cpu, e)
		default:
			wall = append(wall, e)
		}
	})
	if err != nil || len(data) == 0 {
		c.why["its recording cannot be read"]++
		return nil
	}
	c.JVMs++
	c.Lost += lost
	clock, events := Wall, wall
	if len(cpu) > 0 {
		clock, events = CPU, cpu
	}
	if len(events) > 0 && clock != cmp.Or(c.Clock, clock) {
		clock = Mixed
	}
	if len(events) > 0 {
		c.Clock = clock
	}
	for _, e := range append(events, waited...) {
		c.add(e, step)
	}
	return nil
}

// add adds a sample, or an event of a thread that waited.
func (c *collector) add(e event, step string) {
	amount := Amount{1, e.nanos}
	sums := &c.Samples
	if e.wait != "" {
		sums = &Samples{} // those of the run are of samples
		defer func() { c.OtherWaits.add(sums.Outside.Plus(sums.Count)) }()
	}
	if len(e.frames) == 0 && e.wait == "" {
		sums.Lost++
		return
	}
	sums.All.add(amount)
	if e.cut {
		sums.Cut++
	}
	frames := e.frames
	for len(frames) > 0 && isHelper(frames[0].Class) {
		frames = frames[1:]
	}
	if len(frames) < len(e.frames) {
		sums.Count.add(amount)
		if c.contexts { // the time of the agent is not that of the program
			return
		}
	}
	var kept []int
	inside := false
	var key strings.Builder
	for i, f := range frames {
		if !c.lines {
			f.Line = 0
		}
		known := c.known(f) && !isHelper(f.Class)
		inside = inside || known
		if !known && i > 0 {
			continue
		}
		index, ok := c.frames[f]
		if !ok {
			index = len(c.Samples.Frames)
			c.frames[f] = index
			c.Samples.Frames = append(c.Samples.Frames, f)
		}
		kept = append(kept, index)
		fmt.Fprintln(&key, index)
	}
	if !inside {
		sums.Outside.add(amount)
		return
	}
	s := Stack{Frames: kept}
	if c.contexts {
		s.Place = Place{threadName(e.thread), step, e.cut}
	}
	fmt.Fprintf(&key, "%v %s", s.Place, e.wait)
	i, ok := c.stacks[key.String()]
	switch {
	case e.wait == "" && !ok:
		i = len(c.Stacks)
		c.Stacks = append(c.Stacks, s)
	case !ok:
		i = len(c.Waits)
		c.Waits = append(c.Waits, Wait{e.wait, s})
	}
	c.stacks[key.String()] = i
	if e.wait == "" {
		c.Stacks[i].add(amount)
	} else {
		c.Waits[i].add(amount)
	}
}

// isHelper reports whether a class is a helper class (package instrument/rt), or of the agent that records contexts.
func isHelper(class string) bool {
	return probe.IsHelper(class) || strings.HasPrefix(class, "java.lang.Jprof")
}

// Known returns a function that reports whether a class is in one of these maps.
func Known(sets []*probe.Set) func(class string) bool {
	classes := map[string]bool{}
	for _, set := range sets {
		for _, p := range set.Packages {
			for _, f := range p.Files {
				for _, t := range f.Types {
					if t.Parent < 0 {
						classes[decl.Qualified(p.Name, t.Name)] = true
					}
				}
			}
		}
	}
	return func(class string) bool {
		for i := strings.LastIndexByte(class, '.') + 2; i <= len(class); i++ {
			if (i == len(class) || class[i] == '$') && classes[class[:i]] {
				return true
			}
		}
		return false
	}
}
