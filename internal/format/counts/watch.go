package counts

import (
	"fmt"
	"strings"
	"time"

	"jprof/internal/format/probe"
)

// TestsSuffix is the extension of the stream that a JVM writes beside its count file when a run is by test: see package
// testcounts.
const TestsSuffix = ".tests"

// JVM holds the counts of a JVM before they are added up, for watchers that divide them further.
type JVM struct {
	Stem     string // the path of its count file without the extension
	Step     string // the test step, "" for none
	Shared   bool   // the file is in a folder that other runs write to as well
	Start    time.Time
	Ended    bool                  // the file has all of its counts
	Counters map[probe.ID][]uint64 // the counts that are used; a watcher may raise them, and add packages of the maps
	Stopped  []Stopped             // executions that are added to the counters later
	problems []string
}

// Problem adds a line to the problems of the totals.
func (j *JVM) Problem(format string, args ...any) {
	j.problems = append(j.problems, fmt.Sprintf(format, args...))
}

// Stopped counts executions that had not ended when the JVM did: see Frame.
type Stopped struct {
	ID      probe.ID
	Counter uint32
	Times   uint64
}

// Watch passes the counts that Collect uses to a watcher, JVM by JVM, before Collect adds them up. It also passes
// streams of tests without a count file. Their JVMs were killed before they wrote one, so they have no counters yet,
// and no Start.
func Watch(watcher func(*JVM)) Option { return func(c *collector) { c.watcher = watcher } }

// divide adds the counts of a file. It reports whether the watcher has added packages to a JVM that had none.
func (c *collector) divide(path, step string, f *File, fault error, parts sums, stopped []Stopped, shared bool) bool {
	if len(parts) == 0 {
		parts[step] = map[probe.ID][]uint64{}
	}
	stem, whole := strings.CutSuffix(path, wholeSuffix)
	added := false
	for _, step := range parts.steps() { // a merged file has several
		j := &JVM{Stem: strings.TrimSuffix(stem, partSuffix), Step: step, Shared: shared, Start: f.Start,
			Ended: whole && fault == nil, Counters: parts[step], Stopped: stopped}
		none := len(j.Counters) == 0
		c.addJVM(j)
		added = added || none && len(j.Counters) > 0
	}
	return added
}

// alone adds the stream of a JVM without a count file.
func (c *collector) alone(stem, step string, shared bool) {
	j := &JVM{Stem: stem, Step: step, Shared: shared, Counters: map[probe.ID][]uint64{}}
	c.addJVM(j)
	if len(j.Counters) > 0 {
		c.began(1, j.Start)
	}
}

// addJVM adds the counters of a JVM to its step.
func (c *collector) addJVM(j *JVM) {
	if c.watcher != nil {
		c.watcher(j)
		c.problems = append(c.problems, j.problems...)
	}
	for id, counters := range j.Counters {
		c.add(j.Step, Section{id, counters})
	}
	for _, s := range j.Stopped {
		c.increase(j.Step, s.ID, s.Counter, s.Times)
	}
}

// began adds the number and the start of JVMs to the totals.
func (c *collector) began(jvms int, start time.Time) {
	c.jvms += jvms
	if !start.IsZero() && (c.start.IsZero() || start.Before(c.start)) {
		c.start = start
	}
}
