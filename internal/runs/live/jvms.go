package live

import (
	"errors"
	"strings"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
)

// settled is the time for which a JVM may go on writing after it has given its file the final name: hooks and daemon
// threads run meanwhile.
const settled = 5 * time.Second

// jvm is a JVM that has a count file.
type jvm struct {
	counts.Written
	shared  bool
	added   bool   // to counters.ended: it is not read again
	used    bool   // the file has counts of this run
	unknown bool   // the file is shared, and has counts of packages that no map has yet
	problem string // "" for none
	// The data read from the file: its state when it was listed, and its sections in their order.
	seen     counts.Written
	first    int64 // offset of the first one, 0 before that is known
	sections []section
	foreign  bool // it belongs to another run
	damaged  bool // not all sections could be read
	tests    *testcounts.Tail
	tested   bool // all of tests was read
}

// jvms follows the count files of a run.
type jvms struct {
	dir, shared string
	since       time.Time           // files of JVMs that began before belong to other runs
	known       func(probe.ID) bool // reports whether a map has a package
	byStem      map[string]*jvm
	packages    map[probe.ID]*counters
	// moved are JVMs whose file has changed although no process of that PID is there: they are in a container.
	moved map[string]bool
	file  counts.Sections // the one that is being read
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
			j.drop(0)
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
		j.added, j.seen, j.sections = false, counts.Written{}, nil
	}
	for _, c := range v.packages {
		c.ended, c.shown, c.stale = nil, nil, true
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

// orphans reports whether there are counts of packages that no map has.
func (v *jvms) orphans() bool {
	for id, c := range v.packages {
		if len(c.shown) > 0 && !v.known(id) {
			return true
		}
	}
	return false
}

// JVMs counts the JVMs that have written counts so far.
type JVMs struct{ Alive, Ended int }

// count counts the JVMs with counts, and the tests that they have run: nil where the run is not by test.
func (v *jvms) count(byTest bool) (n JVMs, tests *testcounts.Progress, problems []string) {
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
		if byTest {
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
