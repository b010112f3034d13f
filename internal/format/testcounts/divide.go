package testcounts

import (
	"errors"
	"io"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/util/words"
)

// division is the state of dividing the counts of one JVM.
type division struct {
	*collector
	jvm    *counts.JVM
	stream *stream
	sums   packages       // of all owners
	owners map[*begun]int // numbers in the builder, of tests that have one
	killed bool           // the JVM was killed before it wrote the end of its stream and its counts
}

// jvm divides the counts of a JVM.
func (c *collector) jvm(j *counts.JVM) {
	d := &division{collector: c, jvm: j, sums: packages{}, owners: map[*begun]int{}}
	path, alone, earlier := j.Stem+counts.TestsSuffix, j.Start.IsZero(), false
	reader := streamReader{
		accept: func(start time.Time) bool {
			earlier = start.Before(c.notBefore)
			return !earlier
		},
		known: func(t table) bool {
			number, ok := c.builder.numbers[t.id]
			return ok && c.builder.tables[number] == t
		},
		change: d.change,
	}
	s, err := reader.readFile(path)
	if s == nil {
		s = &stream{}
	}
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	d.stream, d.killed = s, cut && !j.Ended
	ours := !alone || !j.Shared || len(s.sections) > s.unknown // in a shared folder, others write streams, too
	switch {
	case !ours:
	case earlier && !j.Shared:
		j.Problem("%s: the tests of a JVM that began before this run (%s by its clock) are not used", path,
			s.start.Format(time.RFC3339))
	case cut && alone:
		j.Problem("%s: the JVM was killed before it wrote counts: the counts of the test under way are missing", path)
	case err != nil && !d.killed:
		j.Problem("%v (counts that are missing in it are counted outside of tests)", err)
	}
	if alone && ours && s.unknown > 0 {
		j.Problem("%s: counts of %s are not used: no map has them, so they are from another build", path,
			words.Plural(s.unknown, "package"))
	}
	if alone {
		j.Start = s.start
	}
	if len(s.begun) > 0 {
		c.builder.AddJVMs(1)
	}
	d.ended()
	d.files()
	d.compare(path)
	for _, stopped := range j.Stopped {
		d.rest([]Section{{stopped.ID, []uint32{stopped.Counter}, []uint64{stopped.Times}}})
	}
}

// change adds the counts of a change, read from the stream, to its owner.
func (d *division) change(s *stream, c change) error {
	for _, section := range c.sections {
		d.add(d.sums, section)
	}
	switch step := d.jvm.Step; {
	case c.shared:
		d.addOther(Shared, step, c.sections)
	case c.owner == nil:
		d.addOther(Outside, step, c.sections)
	case c.owner.kind == beginTest:
		d.addTo(d.owner(s, c.owner), c.sections)
	default:
		class := s.class(c.owner)
		if class == "" {
			d.addOther(Outside, step, c.sections)
			break
		}
		// The status Skipped is replaced by any other: the real status is joined later.
		d.addTo(d.builder.Owner(Test{Kind: Class, Step: step, Class: class, Status: Skipped}), c.sections)
	}
	return d.err
}

// owner returns the number of a test in the builder, adding the test if missing.
func (d *division) owner(s *stream, b *begun) int {
	i, ok := d.owners[b]
	if !ok {
		i = d.builder.Owner(s.test(b, d.jvm.Step))
		d.owners[b] = i
	}
	return i
}

// has reports whether a test has counts.
func (d *division) has(b *begun) bool {
	_, ok := d.owners[b]
	return ok
}

// ended adds the results of tests and classes to the builder.
func (d *division) ended() {
	for _, b := range d.stream.begun {
		switch {
		case b.kind == beginTest && b.around && !d.has(b):
			// It only contains tests, such as a feature of Spock, whose iterations are the tests.
		case b.kind == beginTest:
			t := &d.builder.owners[d.owner(d.stream, b)]
			if b.ended {
				t.Status, t.Nanos, t.Reason = b.status, b.nanos, b.reason
			}
		case b.kind == beginClass:
			class := Test{Kind: Class, Step: d.jvm.Step, Class: d.stream.class(b), ID: b.id, Display: b.display,
				Status: b.status, Reason: b.reason, Began: b.at, Nanos: b.nanos}
			if !b.ended {
				class.Status = Unfinished
			}
			d.builder.Owner(class)
		}
	}
}

// compare compares the count file with the sums of the stream. It raises counters that are higher in the stream, and
// gives counts that only the count file has to an owner. If both files are complete, a count that only the count file
// has is a fault of jprof. The stream can only have more if the JVM ended after it wrote one file and before it wrote
// the other.
func (d *division) compare(path string) {
	for id, sum := range d.sums {
		if d.jvm.Counters[id] == nil {
			d.jvm.Counters[id] = make([]uint64, len(sum))
		}
	}
	exact := d.stream.whole && d.jvm.Ended
	var fewer, more violations // counters with fewer, or more, counts in the stream than in the count file
	var rest []Section
	for id, counters := range d.jvm.Counters {
		sum, left := d.sums[id], Section{ID: id}
		for k, n := range counters {
			streamed := uint64(0)
			if sum != nil {
				streamed = sum[k]
			}
			switch {
			case n > streamed:
				fewer.add(id, uint32(k), n, streamed)
				left.Index, left.Count = append(left.Index, uint32(k)), append(left.Count, n-streamed)
			case n < streamed:
				more.add(id, uint32(k), n, streamed)
				counters[k] = streamed
			}
		}
		rest = append(rest, left)
	}
	if exact && fewer.n > 0 {
		d.jvm.Problem("%s: %s; the larger number is used", path, fewer.text(d.maps))
	}
	if exact && more.n > 0 {
		d.jvm.Problem("%s: its tests have more counts than the JVM, as it ended while it wrote them: %s; "+
			"the larger number is used", path, more.example(d.maps))
	}
	d.rest(rest)
}

// rest gives counts that are not in the stream to the test that was running when the JVM ended, if there was exactly
// one. This test is not known if the stream is damaged, or was cut short for another reason than the end of the JVM.
func (d *division) rest(sections []Section) {
	if d.stream.whole || d.killed {
		if underWay := d.stream.underWay(); len(underWay) == 1 {
			d.addTo(d.owner(d.stream, underWay[0]), sections)
			return
		}
	}
	d.addOther(Outside, d.jvm.Step, sections)
}
