package testcounts

import (
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
)

// Collect is counts.Collect for a run by test: it also reads the streams beside the count files, and divides the counts
// of each JVM among tests. A wrong stream never makes it fail, and is never dropped silently: what it does not say is
// outside, and the problems of the totals name it. They also name each violation of the invariant.
//
// A JVM without a stream has run no tests: all of its counts are outside. A JVM that was killed leaves a stream without
// an end. Stream and count file are then two pictures of numbers that only grow: the larger one of each counter is
// the later one. What the stream lacks belongs to the test under way, if there was just one, else it is outside.
func Collect(dir string, maps []*probe.Set, notBefore time.Time, options ...counts.Option) (
	*counts.Totals, *Counts, error) {
	c := &collector{
		builder:   NewBuilder(maps),
		maps:      maps,
		notBefore: notBefore.Truncate(time.Millisecond),
		others:    map[Test]packages{},
	}
	totals, err := counts.Collect(dir, maps, notBefore, append(slices.Clone(options), counts.Watch(c.jvm))...)
	if err == nil {
		err = c.addOthers()
	}
	if err != nil {
		return nil, nil, err
	}
	tests := c.builder.Counts()
	totals.AddProblems(tests.Check(totals, maps)...)
	return totals, tests, nil
}

// packages are counters, of packages of the maps.
type packages map[probe.ID][]uint64

// collector is a Collect at work.
type collector struct {
	builder   *Builder
	maps      []*probe.Set
	notBefore time.Time
	others    map[Test]packages // outside and shared, of a step each: many JVMs add to them
	err       error             // the first of the builder
}

// add adds counters to those that are there.
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

// addOther adds counts to outside or shared of a step.
func (c *collector) addOther(kind Kind, step string, sections []Section) {
	owner := Test{Kind: kind, Step: step}
	if c.others[owner] == nil {
		c.others[owner] = packages{}
	}
	for _, s := range sections {
		c.add(c.others[owner], s)
	}
}

// addOthers gives outside and shared to the builder.
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

// sparse are the counters that are not 0.
func (p packages) sparse() []Section {
	var list []Section
	for id, counters := range p {
		list = append(list, sparse(id, counters))
	}
	return list
}

// sparse is the counters of a package that are not 0.
func sparse(id probe.ID, counters []uint64) Section {
	s := Section{ID: id}
	for k, n := range counters {
		if n > 0 {
			s.Index, s.Count = append(s.Index, uint32(k)), append(s.Count, n)
		}
	}
	return s
}
