package testcounts

import (
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/jfr"
	"jprof/internal/format/probe"
	"jprof/internal/util/paths"
)

// Collect does the work of counts.Collect for a run by test: it also reads the streams beside the count files, and
// divides the counts of each JVM among tests. A wrong stream never makes it fail, and is never dropped silently. Counts
// that are not in the stream belong to outside, and the problems of the totals name the stream. They also name each
// violation of the invariant.
//
// A JVM without a stream has run no tests, so all of its counts are outside. A JVM that was killed leaves a stream
// without an end. Its stream and its count file were then written at different times. As counters only grow, the larger
// number of each counter is the later one. Counts that the stream lacks belong to the test that was running, if there
// was exactly one, else to outside.
func Collect(dir string, maps []*probe.Set, notBefore time.Time, options ...counts.Option) (
	*counts.Totals, *Counts, error) {
	c := &collector{
		builder:   NewBuilder(maps),
		maps:      maps,
		notBefore: notBefore.Truncate(time.Millisecond),
		others:    map[Test]packages{},
		known:     jfr.Known(maps),
		files:     NewFilesBuilder(),
	}
	totals, err := counts.Collect(dir, maps, notBefore, append(slices.Clone(options), counts.Watch(c.jvm))...)
	if err == nil {
		err = c.addOthers()
	}
	if err != nil {
		return nil, nil, err
	}
	tests := c.builder.Counts()
	if paths.Exists(filepath.Join(dir, rootsFile)) {
		tests.files = c.files.Files()
	}
	totals.AddProblems(tests.Check(totals, maps)...)
	return totals, tests, nil
}

// packages holds counters, by package of the maps.
type packages map[probe.ID][]uint64

// collector is the state of one call of Collect.
type collector struct {
	builder   *Builder
	maps      []*probe.Set
	notBefore time.Time
	others    map[Test]packages // outside and shared of each step: many JVMs add to them
	known     func(string) bool // reports whether a class is one of the project
	files     *FilesBuilder
	err       error // the first error of the builder
}

// add adds the counters of a section to sums.
func (c *collector) add(sums packages, s Section) {
	sum := sums[s.ID]
	if sum == nil {
		sum = make([]uint64, c.builder.tables[c.builder.numbers[s.ID]].counters)
		sums[s.ID] = sum
	}
	for i, k := range s.Index {
		sum[k] = min(sum[k]+s.Count[i], counts.MaxCount)
	}
}

// addOther adds counts to the owner outside or shared of a step.
func (c *collector) addOther(kind Kind, step string, sections []Section) {
	owner := Test{Kind: kind, Step: step}
	if c.others[owner] == nil {
		c.others[owner] = packages{}
	}
	for _, s := range sections {
		c.add(c.others[owner], s)
	}
}

// addOthers passes the counts of outside and shared to the builder.
func (c *collector) addOthers() error {
	for owner, packages := range c.others {
		c.addTo(c.builder.Owner(owner), packages.sparse())
	}
	return c.err
}

// addTo adds counts to an owner of the builder.
func (c *collector) addTo(owner int, sections []Section) {
	if err := c.builder.Add(owner, sections...); err != nil && c.err == nil {
		c.err = err
	}
}

// sparse returns the counters that are not 0.
func (p packages) sparse() []Section {
	var list []Section
	for id, counters := range p {
		list = append(list, sparse(id, counters))
	}
	return list
}

// sparse returns the counters of a package that are not 0.
func sparse(id probe.ID, counters []uint64) Section {
	s := Section{ID: id}
	for k, n := range counters {
		if n > 0 {
			s.Index, s.Count = append(s.Index, uint32(k)), append(s.Count, n)
		}
	}
	return s
}
