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
	c := &collector{known: known, why: map[string]int{}, frames: map[Frame]int{}, stacks: map[string]int{}}
	c.Format, c.Tool = Format, version.String()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case strings.HasSuffix(path, RecordingSuffix):
			return c.recording(path)
		case strings.HasSuffix(path, MissingSuffix):
			why, err := os.ReadFile(path)
			c.why[strings.TrimSpace(string(why))]++
			return err
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
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
	return &c.Samples, nil
}

// collector adds up recordings.
type collector struct {
	Samples
	known  func(string) bool
	why    map[string]int // number of JVMs without a recording, by reason
	frames map[Frame]int  // indices in Samples.Frames
	stacks map[string]int // indices in Samples.Stacks, by their frames
}

// recording adds a recording. A JVM that was killed may leave an empty one.
func (c *collector) recording(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var wall, cpu []event
	lost := 0
	err = readRecording(data, func(e event) {
		switch {
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
	for _, e := range events {
		c.add(e)
	}
	return nil
}

// add adds a sample.
func (c *collector) add(e event) {
	amount := Amount{1, e.nanos}
	if len(e.frames) == 0 {
		c.Lost++
		return
	}
	c.All.add(amount)
	if e.cut {
		c.Cut++
	}
	frames := e.frames
	for len(frames) > 0 && isHelper(frames[0].Class) {
		frames = frames[1:]
	}
	if len(frames) < len(e.frames) {
		c.Count.add(amount)
	}
	var kept []int
	inside := false
	var key strings.Builder
	for i, f := range frames {
		known := c.known(f.Class) && !isHelper(f.Class)
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
		c.Outside.add(amount)
		return
	}
	i, ok := c.stacks[key.String()]
	if !ok {
		i = len(c.Stacks)
		c.stacks[key.String()] = i
		c.Stacks = append(c.Stacks, Stack{Frames: kept})
	}
	c.Stacks[i].add(amount)
}

// isHelper reports whether a class is a helper class: see package instrument/rt.
func isHelper(class string) bool {
	simple := class[strings.LastIndexByte(class, '.')+1:]
	return strings.HasPrefix(simple, probe.HelperPrefix)
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
