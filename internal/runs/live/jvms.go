package live

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
)

// settled is the time after which a count file with its final name does not change any more. Until then, shutdown hooks
// and daemon threads of the JVM may still write.
const settled = 5 * time.Second

// jvm is a JVM that has a count file.
type jvm struct {
	counts.Written
	shared  bool
	added   bool   // its counts are in counters.ended: the file is not read again
	used    bool   // the file has counts of this run
	unknown bool   // the file is shared, and has counts of packages that no map has yet
	problem string // "" for none
	// The data that was read from the file: its state when it was listed, and its sections in their order.
	seen     counts.Written
	first    int64 // the offset of the first section, 0 until it is known
	sections []section
	foreign  bool // the file belongs to another run
	damaged  bool // not all sections could be read
	tests    *testcounts.Tail
	tested   bool // the whole stream of tests was read
}

// jvms follows the count files of a run.
type jvms struct {
	dir, shared string
	since       time.Time           // files of JVMs that began earlier belong to other runs
	known       func(probe.ID) bool // reports whether a map has a package
	byStem      map[string]*jvm
	packages    map[probe.ID]*counters
	// moved has the stems of files that changed after their JVM seemed to have ended, because this system has no
	// process with its PID. Such a JVM runs in a container.
	moved map[string]bool
	file  counts.Sections // the file that is being read
}

// of returns the counters of a package. For a package without counters, it adds them.
func (v *jvms) of(id probe.ID) *counters {
	c := v.packages[id]
	if c == nil {
		c = &counters{}
		v.packages[id] = c
	}
	return c
}

// list lists the count files, and reports whether one of them has to be read: because it is new, has changed, or will
// not change any more.
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

// forget makes the next read take all files again. It is called if a file was changed or removed although its JVM had
// ended, for example because the build starts again.
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

// JVMs has the numbers of JVMs that have written counts so far.
type JVMs struct{ Alive, Ended int }

// count adds to an update the numbers of JVMs with counts, their problems and, if the run is by test, their tests.
func (v *jvms) count(u *Update, byTest bool) {
	for _, j := range v.byStem {
		if j.problem != "" {
			u.Problems = append(u.Problems, j.problem)
		}
		if !j.used {
			continue
		}
		gone, known := j.Gone()
		ended := j.Ended || known && gone && !v.moved[j.Stem]
		if ended {
			u.JVMs.Ended++
		} else {
			u.JVMs.Alive++
		}
		if byTest {
			j.addTests(u, ended)
		}
	}
	slices.SortFunc(u.Running, func(a, b testcounts.Underway) int {
		return cmp.Or(a.Began.Compare(b.Began), strings.Compare(a.Name, b.Name))
	})
}

// addTests adds the tests of a JVM to an update. A JVM that has ended runs none.
func (j *jvm) addTests(u *Update, ended bool) {
	if !j.tested {
		j.tested = j.added
		if err := j.tests.Read(); err != nil {
			u.Problems = append(u.Problems, err.Error())
		}
	}
	if u.Tests == nil {
		u.Tests = &testcounts.Progress{}
	}
	*u.Tests = u.Tests.Plus(j.tests.Progress)
	u.Failures = append(u.Failures, j.tests.Failures...)
	if !ended {
		u.Running = append(u.Running, j.tests.Running()...)
	}
}
