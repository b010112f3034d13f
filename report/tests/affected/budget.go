package affected

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"jprof/internal/java/decl"
	"jprof/internal/util/words"
	"jprof/report/tests/greedy"
)

// Budget describes the tests of a selection that were omitted, so that the others take no longer than a time.
type Budget struct {
	Limit       time.Duration
	Time        time.Duration // of the tests that are left
	Empty       bool          // no test is left
	Omitted     []Omitted     // the most valuable first
	OmittedTime time.Duration // without set-up that other tests need as well
}

// Omitted is a test method that does not fit into a budget.
type Omitted struct {
	Selected     // its first test
	Tests    int // number of its tests
	Time     time.Duration
}

// Name returns the name of an omitted test for users. It has the number of tests if there are several.
func (o *Omitted) Name() string {
	if o.Tests > 1 {
		return fmt.Sprintf("%s (%d invocations)", o.MethodName(), o.Tests)
	}
	return o.Label()
}

// MostOmitted limits the omitted tests that are named.
const MostOmitted = 20

// Names returns the names of the first omitted tests, and the number of others, for a message.
func (b *Budget) Names() string {
	var names []string
	for i := range b.Omitted[:min(len(b.Omitted), MostOmitted)] {
		names = append(names, b.Omitted[i].Name())
	}
	text := strings.Join(names, ", ")
	if more := len(b.Omitted) - len(names); more > 0 {
		text += fmt.Sprintf(" and %s more", words.Thousands(uint64(more)))
	}
	return text
}

// Count returns the number of omitted tests.
func (b *Budget) Count() (n int) {
	for i := range b.Omitted {
		n += b.Omitted[i].Tests
	}
	return n
}

// Note describes the budget in a line: the time of the tests, and the number of those that are omitted.
func (b *Budget) Note() string {
	text := fmt.Sprintf("budget of %s: the tests take %s by the times of the run; ", words.Duration(b.Limit),
		words.Duration(b.Time))
	n := b.Count()
	if n == 0 {
		return text + "none is omitted"
	}
	if b.Empty {
		text = fmt.Sprintf("budget of %s: too short for any test with the set-up of its class; ",
			words.Duration(b.Limit))
	}
	return text + fmt.Sprintf("%s of %s %s omitted", words.Plural(n, "test"), words.Duration(b.OmittedTime),
		words.Form(n, "is", "are"))
}

// candidate is a test method that may fit into a budget.
type candidate struct {
	tests []Selected
	top   string // the top-level class
	time  time.Duration
	first bool // it is new or did not pass before
	parts []int32
}

// Within returns the most valuable tests of a selection that take no longer than limit by the times of the run. New
// tests, and those that did not pass, come first, the fastest first. The next test is always the one that executes, per
// second, the most code that no test before it executes: code that has changed, then other affected code. If all tests
// are selected, all main code is affected.
func (s *Selection) Within(limit time.Duration) Selection {
	c := newClock(s.Suite)
	list, p := s.candidates(c)
	part := *s
	part.All, part.Tests, part.Budget = nil, nil, &Budget{Limit: limit}
	left := map[string]int{} // number of methods by class
	for i := range list {
		left[list[i].top]++
	}
	begun := map[string]bool{}
	covered := make([]bool, len(p.numbers))
	take := func(m *candidate) {
		need := m.time
		if !begun[m.top] {
			need += c.setUp[m.top]
		}
		if part.Budget.Time+need > limit {
			part.Budget.Omitted = append(part.Budget.Omitted, Omitted{m.tests[0], len(m.tests), m.time})
			part.Budget.OmittedTime += m.time
			return
		}
		begun[m.top] = true
		part.Budget.Time += need
		part.Tests = append(part.Tests, m.tests...)
		for _, n := range m.parts {
			covered[n] = true
		}
	}
	var rest []*candidate
	var seconds []float64
	for _, m := range list {
		if m.first {
			take(m)
			continue
		}
		rest = append(rest, m)
		seconds = append(seconds, (m.time + c.setUp[m.top]/time.Duration(left[m.top])).Seconds())
	}
	greedy.Order(seconds, func(i int) (gain int) {
		for _, n := range rest[i].parts {
			if !covered[n] {
				gain += p.value(n)
			}
		}
		return gain
	}, func(i, _ int) { take(rest[i]) })
	if len(part.Budget.Omitted) == 0 {
		part.All, part.Tests = s.All, s.Tests
		return part
	}
	part.Budget.Empty = len(part.Tests) == 0
	if s.Shard != nil {
		shard := *s.Shard
		shard.Whole = false
		part.Shard = &shard
	}
	slices.SortStableFunc(part.Tests, func(a, b Selected) int { return strings.Compare(a.Name(), b.Name()) })
	return part
}

// group returns the time of a test that is to run first, and more than any time for the others.
func (c *candidate) group() time.Duration {
	if c.first {
		return c.time
	}
	return math.MaxInt64
}

// candidates returns the methods of the selected tests, with the parts of affected code that they executed: first those
// that are to run first, by time, then the others by name.
func (s *Selection) candidates(c *clock) (list []*candidate, p *coverage) {
	p = newCoverage(s)
	byName := map[method]*candidate{}
	for _, t := range s.named() {
		name := method{t.Class, t.Method}
		m := byName[name]
		if m == nil {
			m = &candidate{top: decl.Outermost(t.Class), time: c.of(&t)}
			byName[name] = m
			list = append(list, m)
		}
		m.tests = append(m.tests, t)
		m.first = m.first || t.New || t.Status.IsBad()
		m.parts = append(m.parts, p.of(t.Key())...)
	}
	for _, m := range list {
		m.parts = sortedUnique(m.parts)
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.group(), b.group()), strings.Compare(a.tests[0].Name(), b.tests[0].Name()))
	})
	return list, p
}
