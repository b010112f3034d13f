package affected

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
)

// Shard describes one of several shares of the selected tests. Each test is in exactly one of them.
type Shard struct {
	Number, Of         int // from 1
	Classes, OfClasses int // number of top-level classes in it, and in all shards
	Time, OfTime       time.Duration
	// Whole means that all tests of each class are selected: expressions name classes, not methods.
	Whole bool
}

// maxShards limits the number of shards.
const maxShards = 1000

// ParseShard reads the number of a shard and the number of all shards from a text: "3/8".
func ParseShard(text string) (number, of int, err error) {
	first, second, _ := strings.Cut(text, "/")
	number, err1 := strconv.Atoi(first)
	of, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || number < 1 || number > of || of > maxShards {
		return 0, 0, fmt.Errorf("%q is no shard: N/M is shard N of M, with N from 1 to M, and M at most %d", text,
			maxShards)
	}
	return number, of, nil
}

// share is a top-level class with its selected tests. They stay together, as Maven and Gradle run tests by class.
type share struct {
	name  string
	time  time.Duration
	tests []Selected
}

// ShardOf returns a part of the selection. The longest class goes first, to the shard with the least time so far; names
// decide between equals. So all machines with the same run and sources divide the tests in the same way.
func (s *Selection) ShardOf(number, of int) Selection {
	part := *s
	part.All, part.Tests = nil, nil
	part.Shard = &Shard{Number: number, Of: of, Whole: len(s.All) > 0}
	for i, shares := range s.divide(of) {
		part.Shard.OfClasses += len(shares)
		for _, c := range shares {
			part.Shard.OfTime += c.time
			if i != number-1 {
				continue
			}
			part.Shard.Classes++
			part.Shard.Time += c.time
			part.Tests = append(part.Tests, c.tests...)
		}
	}
	slices.SortStableFunc(part.Tests, func(a, b Selected) int { return strings.Compare(a.Name(), b.Name()) })
	return part
}

// Shards returns the selected tests of each shard: see ShardOf.
func (s *Selection) Shards(of int) [][]Selected {
	list := make([][]Selected, of)
	for i, shares := range s.divide(of) {
		for _, c := range shares {
			list[i] = append(list[i], c.tests...)
		}
	}
	return list
}

// divide divides the selected tests into shards: see ShardOf.
func (s *Selection) divide(of int) [][]*share {
	list, loads := make([][]*share, of), make([]time.Duration, of)
	for _, c := range sharesOf(s.named(), newClock(s.Suite)) {
		to := 0
		for i := range loads {
			if loads[i] < loads[to] {
				to = i
			}
		}
		loads[to] += c.time
		list[to] = append(list[to], c)
	}
	return list
}

// named returns the selected tests. If all tests are selected, these are all tests of the run that still exist, and the
// new ones.
func (s *Selection) named() []Selected {
	if len(s.All) == 0 {
		return s.Tests
	}
	list := slices.Clone(s.Tests)
	there := map[string]bool{}
	for i := range list {
		there[list[i].Step+"\x00"+list[i].Name()] = true
	}
	why := s.All[:min(len(s.All), maxReasons)]
	for _, t := range s.Suite {
		if key := t.Step + "\x00" + t.Name(); t.Kind == testcounts.Case && !there[key] {
			there[key] = true
			list = append(list, Selected{Test: t, Reasons: why})
		}
	}
	return list
}

// sharesOf divides tests by top-level classes, and orders these by time, the longest first. Tests without a class, for
// which expressions name all tests, are one share with the name "".
func sharesOf(tests []Selected, c *clock) []*share {
	var list []*share
	byName := map[string]*share{}
	counted := map[method]bool{}
	for _, t := range tests {
		name := ""
		if isClass(t.Class) {
			name = decl.Outermost(t.Class)
		}
		of := byName[name]
		if of == nil {
			of = &share{name: name, time: c.setUp[name]}
			byName[name] = of
			list = append(list, of)
		}
		of.tests = append(of.tests, t)
		if m := (method{t.Class, t.Method}); !counted[m] {
			counted[m] = true
			of.time += c.of(&t)
		}
	}
	slices.SortFunc(list, func(a, b *share) int {
		return cmp.Or(cmp.Compare(b.time, a.time), strings.Compare(a.name, b.name))
	})
	return list
}
