package live

import (
	"errors"
	"io"
	"io/fs"
	"math/bits"
	"strings"
	"time"

	"jprof/internal/counts"
	"jprof/internal/probe"
	"jprof/internal/recordfile"
	"jprof/internal/testcounts"
)

// settled is how long a JVM may go on writing after it has given its file the final name: hooks and daemon threads run
// meanwhile.
const settled = 5 * time.Second

// counters are those of a package. They are empty where no JVM has used it.
type counters struct {
	ended   []uint64 // of JVMs whose files were added once
	shown   []uint64 // of all
	print   uint64   // a hash of shown: by it, a change is seen without a copy
	changed bool     // since the sums were made
}

// begin puts the counters of the JVMs that have ended in the place of all.
func (c *counters) begin() {
	if len(c.ended) == len(c.shown) {
		copy(c.shown, c.ended)
		return
	}
	clear(c.shown)
	add(&c.shown, c.ended)
}

// end notes whether the counters have changed. It reports whether there are some where there were none.
func (c *counters) end() (first bool) {
	print := uint64(0)
	if len(c.shown) > 0 {
		print = 0x51ed270b4a1c3f6d
	}
	for _, n := range c.shown {
		print = bits.RotateLeft64(print^n, 29) * 0x9e3779b97f4a7c15
	}
	first = c.print == 0 && print != 0
	c.changed = c.changed || print != c.print
	c.print = print
	return first
}

// jvm is a JVM that has a count file.
type jvm struct {
	counts.Written
	shared  bool
	added   bool   // to counters.ended: it is not read again
	used    bool   // the file has counts of this run
	unknown bool   // the file is shared, and has counts of packages that no map has yet
	problem string // "" for none
	tests   *testcounts.Tail
	tested  bool // all of tests was read
}

// jvms follows the count files of a run.
type jvms struct {
	dir, shared string
	since       time.Time // files of JVMs that began before are of other runs
	byTest      bool
	known       func(probe.ID) bool // whether a map has a package
	byStem      map[string]*jvm
	packages    map[probe.ID]*counters
	// moved are JVMs whose file has changed although no process of that PID is there: they are in a container.
	moved map[string]bool
}

// of returns the counters of a package.
func (v *jvms) of(id probe.ID) *counters {
	c := v.packages[id]
	if c == nil {
		c = &counters{}
		v.packages[id] = c
	}
	return c
}

// list lists the count files, and reports whether they must be read. Each that is new, has changed or will not change
// any more must be.
func (v *jvms) list(now time.Time) (bool, error) {
	files, err := counts.List(v.dir)
	if v.shared != "" && v.shared != v.dir {
		more, inShared := counts.List(v.shared)
		files, err = append(files, more...), errors.Join(err, inShared)
	}
	there := map[string]bool{}
	read, again := false, false
	for _, w := range files {
		there[w.Stem] = true
		j := v.byStem[w.Stem]
		switch {
		case j == nil:
			j = &jvm{shared: !strings.HasPrefix(w.Stem, v.dir), tests: testcounts.NewTail(w.Stream())}
			v.byStem[w.Stem] = j
			read = true
		case j.Ended != w.Ended || j.Size != w.Size || !j.ModTime.Equal(w.ModTime):
			read = true
			if j.added {
				again = true
				v.moved[w.Stem] = true
			}
		case !j.added && !j.unknown && v.isFinal(w, now):
			read = true
		}
		j.Written = w
	}
	for stem, j := range v.byStem {
		if !there[stem] {
			again = again || j.added
			read = true
			delete(v.byStem, stem)
		}
	}
	if again {
		v.forget()
	}
	return read, err
}

// forget lets all files be read again: one was removed or changed that was not to change any more, as when a build
// begins again.
func (v *jvms) forget() {
	for _, j := range v.byStem {
		j.added = false
	}
	for _, c := range v.packages {
		c.ended, c.shown = nil, nil
	}
}

// isFinal reports whether a file will not change any more.
func (v *jvms) isFinal(w counts.Written, now time.Time) bool {
	if w.Ended && now.Sub(w.ModTime) > settled {
		return true
	}
	gone, known := w.Gone()
	return known && gone && !v.moved[w.Stem]
}

// read reads the files that were not added yet, and notes which packages have other counters than before. It reports
// whether a package has counts that had none.
func (v *jvms) read(now time.Time) (more bool) {
	for _, c := range v.packages {
		c.begin()
	}
	for _, j := range v.byStem {
		if !j.added {
			v.readFile(j, now)
		}
	}
	for _, c := range v.packages {
		more = c.end() || more
	}
	return more
}

// readFile reads one file. It is added to the JVMs that have ended if it was final before it was read.
func (v *jvms) readFile(j *jvm, now time.Time) {
	final := v.isFinal(j.Written, now)
	j.used, j.unknown = false, false
	accept := func(f *counts.File) bool { return !f.Start.Before(v.since) }
	err := counts.ReadEach(j.Path(), accept, func(s counts.Section) {
		if j.shared && !v.known(s.ID) { // of another project, perhaps
			j.unknown = true
			return
		}
		j.used = true
		c := v.of(s.ID)
		if final {
			add(&c.ended, s.Counters)
		}
		add(&c.shown, s.Counters)
	})
	j.added = final
	j.problem = ""
	switch {
	case err == nil || errors.Is(err, fs.ErrNotExist): // renamed, or removed: listed so the next time
	case errors.Is(err, io.ErrUnexpectedEOF) && !j.Ended: // files of JVMs that run have no end
	default:
		j.problem = err.Error()
	}
	if version := (*recordfile.VersionError)(nil); errors.As(err, &version) {
		j.used = false
	}
}

// add adds counters to others. Both must have as many: a file with another number is not one of that package.
func add(sum *[]uint64, more []uint64) {
	if len(*sum) == 0 {
		*sum = make([]uint64, len(more))
	}
	if len(*sum) != len(more) {
		return
	}
	for i, n := range more {
		(*sum)[i] = min((*sum)[i]+n, counts.MaxCount)
	}
}

// orphans reports whether there are counts of packages that no map has.
func (v *jvms) orphans() bool {
	for id, c := range v.packages {
		if len(c.shown) > 0 && !v.known(id) {
			return true
		}
	}
	return false
}

// JVMs says how many JVMs have written counts so far.
type JVMs struct{ Alive, Ended int }

// count counts the JVMs with counts, and the tests that they have run: nil where none is known.
func (v *jvms) count() (n JVMs, tests *testcounts.Progress, problems []string) {
	for _, j := range v.byStem {
		if j.problem != "" {
			problems = append(problems, j.problem)
		}
		if !j.used {
			continue
		}
		if gone, known := j.Gone(); j.Ended || known && gone && !v.moved[j.Stem] {
			n.Ended++
		} else {
			n.Alive++
		}
		if v.byTest {
			if !j.tested {
				j.tested = j.added
				if err := j.tests.Read(); err != nil {
					problems = append(problems, err.Error())
				}
			}
			if tests == nil {
				tests = &testcounts.Progress{}
			}
			*tests = tests.Plus(j.tests.Progress)
		}
	}
	return n, tests, problems
}
