package live

import (
	"errors"
	"io"
	"io/fs"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
)

// counters has the counters of a package. They are empty if no JVM has used the package.
type counters struct {
	ended   []uint64 // of JVMs that have ended, each added once
	shown   []uint64 // of all JVMs
	stale   bool     // shown must be added up again, as a file has changed
	changed bool     // the counters have changed since the sums were computed
	counted bool     // shown had counters before
}

// begin sets shown to the counters of the JVMs that have ended.
func (c *counters) begin() {
	if len(c.ended) == len(c.shown) {
		copy(c.shown, c.ended)
		return
	}
	clear(c.shown)
	add(&c.shown, c.ended)
}

// end is called when shown is up to date. It reports whether the package had no counters before and has some now.
func (c *counters) end() (first bool) {
	first = !c.counted && len(c.shown) > 0
	c.counted = c.counted || first
	c.stale, c.changed = false, true
	return first
}

// section is a section of a count file.
type section struct {
	counts.Place
	of  *counters // the counters that it belongs to; nil for a section that is not used
	sum uint32    // the check sum of the section when it was added
}

// drop removes the sections with index from and higher.
func (j *jvm) drop(from int) {
	for _, s := range j.sections[from:] {
		if s.of != nil {
			s.of.stale = true
		}
	}
	j.sections = j.sections[:from]
}

// read reads the files that have changed and were not added yet. It reports whether a package has counts for the first
// time.
//
// First it finds the packages whose counters have changed, by the check sums of their sections. Then it adds up these
// packages again, from the files of all JVMs. It could also subtract the earlier counts of a file, but would have to
// keep them for that.
func (v *jvms) read(now time.Time) (more bool) {
	for _, j := range v.byStem {
		if !j.added {
			v.open(j, v.scan)
		}
	}
	for _, j := range v.byStem {
		if !j.added && v.isFinal(j.Written, now) {
			v.open(j, v.addAll)
			j.added = true
		}
	}
	for _, c := range v.packages {
		if c.stale {
			c.begin()
		}
	}
	for _, j := range v.byStem {
		if !j.added && j.isStale() {
			v.open(j, v.addStale)
		}
	}
	for _, c := range v.packages {
		if c.stale {
			more = c.end() || more
		}
	}
	return more
}

// open opens the file of a JVM, calls use, and keeps the error as the problem of the JVM.
func (v *jvms) open(j *jvm, use func(*jvm) error) {
	err := v.file.Open(j.Path())
	if err == nil {
		err = errors.Join(use(j), v.file.Close())
	}
	switch {
	case err == nil || errors.Is(err, fs.ErrNotExist): // renamed or removed: the next list finds out
	case errors.Is(err, io.ErrUnexpectedEOF) && !j.Ended: // the file of a JVM that runs has no end yet
	default:
		j.problem = err.Error()
	}
	if version := (*recordfile.VersionError)(nil); errors.As(err, &version) {
		j.used = false
	}
}

// scan finds the sections of a file, and marks the packages whose sections have changed.
func (v *jvms) scan(j *jvm) error {
	if j.seen.Ended == j.Ended && j.seen.Size == j.Size && j.seen.ModTime.Equal(j.ModTime) && !j.unknown {
		return nil
	}
	if j.damaged || j.Size < j.seen.Size { // the file may have other sections now
		j.drop(0)
	}
	j.seen, j.problem, j.unknown, j.damaged = j.Written, "", false, false
	if j.first == 0 {
		about, first, err := v.file.About()
		if err != nil {
			return err
		}
		j.first = first
		j.foreign = about.Merged || about.Start.Before(v.since)
	}
	if j.foreign {
		return nil
	}
	at := j.first
	for i := range j.sections {
		s := &j.sections[i]
		at = s.Head.Next()
		if s.of == nil {
			v.assign(j, s)
		}
		if s.of == nil || s.of.stale {
			continue
		}
		sum, err := v.file.Sum(s.Place)
		if err != nil { // the later sections are not there, either
			j.drop(i)
			return err
		}
		s.of.stale = sum != s.sum
	}
	for {
		place, err := v.file.Find(at)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		s := section{Place: place}
		v.assign(j, &s)
		j.sections = append(j.sections, s)
		at = place.Head.Next()
	}
}

// assign finds the counters that a section belongs to.
func (v *jvms) assign(j *jvm, s *section) {
	switch {
	case s.ID == probe.ID{}: // frames
	case j.shared && !v.known(s.ID): // perhaps of another project
		j.unknown = true
	default:
		j.used = true
		s.of = v.of(s.ID)
		s.of.stale = true
	}
}

// isStale reports whether a file has sections of packages that must be added up again.
func (j *jvm) isStale() bool {
	for _, s := range j.sections {
		if s.of != nil && s.of.stale {
			return true
		}
	}
	return false
}

// addAll adds a file that will not change any more to the counters of JVMs that have ended.
func (v *jvms) addAll(j *jvm) error {
	return v.add(j, func(s *section) (uint32, error) { return v.file.Add(s.Place, &s.of.ended) })
}

// addStale adds those sections of a file whose packages must be added up again.
func (v *jvms) addStale(j *jvm) error {
	return v.add(j, func(s *section) (uint32, error) {
		if !s.of.stale {
			return s.sum, nil
		}
		return v.file.Add(s.Place, &s.of.shown)
	})
}

// add calls the function add for each used section of a file and keeps the check sums that it returns. It skips wrong
// sections, and returns the first error.
func (v *jvms) add(j *jvm, add func(*section) (uint32, error)) (wrong error) {
	for i := range j.sections {
		s := &j.sections[i]
		if s.of == nil {
			continue
		}
		var err error
		if s.sum, err = add(s); err != nil && wrong == nil {
			wrong, j.damaged = err, true
		}
	}
	return wrong
}

// add adds counters to a sum. If the sum has another number of counters, these do not belong to its package, and are
// ignored.
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
