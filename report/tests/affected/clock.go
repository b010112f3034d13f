package affected

import (
	"slices"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
)

// leastTime is the least time of a test. Without it, tests of no time at all would all go to one shard.
const leastTime = time.Millisecond

// method is a method of a test class, by the binary name of the class.
type method struct{ class, name string }

// clock holds the recorded times of the tests of a suite. The unit is a method: build tools run all invocations of one.
type clock struct {
	methods map[method]time.Duration
	setUp   map[string]time.Duration // by top-level class: the time of it and its nested classes beside their tests
	ofClass map[string]time.Duration // median of the methods of a top-level class
	ofAll   time.Duration            // median of all methods
	whole   time.Duration            // median of the top-level classes
}

// newClock reads the times of a suite. Of several attempts of a test, the last one counts.
func newClock(suite []testcounts.Test) *clock {
	c := &clock{methods: map[method]time.Duration{}, setUp: map[string]time.Duration{},
		ofClass: map[string]time.Duration{}}
	last := map[testcounts.Key]time.Duration{}
	for i := range suite {
		last[suite[i].Key()] = time.Duration(suite[i].Nanos)
	}
	type class struct{ step, top string }
	tests, outer, nested := map[class]time.Duration{}, map[class]time.Duration{}, map[class]time.Duration{}
	for key, d := range last {
		of := class{key.Step, decl.Outermost(key.Class)}
		switch {
		case key.Kind == testcounts.Case:
			tests[of] += d
			c.methods[method{key.Class, key.Method}] += max(d, leastTime)
		case key.Class == of.top:
			outer[of] = d // with its nested classes
		default:
			nested[of] += d
		}
	}
	for of, d := range outer {
		c.setUp[of.top] += max(0, d-tests[of])
	}
	for of, d := range nested {
		if _, known := outer[of]; !known {
			c.setUp[of.top] += max(0, d-tests[of])
		}
	}
	c.setMedians()
	return c
}

// setMedians computes the medians, which are the times of new tests.
func (c *clock) setMedians() {
	var all, whole []time.Duration
	classes := map[string][]time.Duration{}
	for m, d := range c.methods {
		all = append(all, d)
		top := decl.Outermost(m.class)
		classes[top] = append(classes[top], d)
	}
	for top, list := range classes {
		sum := c.setUp[top]
		for _, d := range list {
			sum += d
		}
		whole = append(whole, sum)
		c.ofClass[top] = median(list)
	}
	c.ofAll, c.whole = median(all), median(whole)
}

// median returns the median of a list, the lower one of two, or leastTime for an empty list.
func median(list []time.Duration) time.Duration {
	if len(list) == 0 {
		return leastTime
	}
	slices.Sort(list)
	return list[(len(list)-1)/2]
}

// of returns the time of the method of a test without set-up. A test that the run does not have takes the median time
// of the methods of its class, or of all methods; a new class, that of all classes.
func (c *clock) of(t *Selected) time.Duration {
	d, known := c.methods[method{t.Class, t.Method}]
	if known {
		return d
	}
	if t.Method == "" {
		return c.whole
	}
	if d, known = c.ofClass[decl.Outermost(t.Class)]; known {
		return d
	}
	return c.ofAll
}
