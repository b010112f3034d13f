package report

import (
	"fmt"

	"jprof/internal/util/words"
)

// Shards describes the shards of one selection of tests that a run has.
type Shards struct {
	Of      int
	Missing []int // numbers of shards that the run does not have, from 1, sorted
}

// Has returns the number of shards that the run has: "3 of 4".
func (s Shards) Has() string { return fmt.Sprintf("%d of %d", s.Of-len(s.Missing), s.Of) }

// only returns the number of the shard if the run has no other one, else 0.
func (s Shards) only() int {
	if len(s.Missing) != s.Of-1 {
		return 0
	}
	for i, n := range s.Missing {
		if n != i+1 {
			return i + 1
		}
	}
	return s.Of
}

// note returns a text such as "shard 3 of 4 missing", "2 of 4 shards missing", "only shard 1 of 4".
func (s Shards) note() string {
	switch only := s.only(); {
	case only > 0 && s.Of > 2:
		return fmt.Sprintf("only shard %d of %d", only, s.Of)
	case len(s.Missing) == 1:
		return fmt.Sprintf("shard %d of %d missing", s.Missing[0], s.Of)
	}
	return fmt.Sprintf("%d of %d shards missing", len(s.Missing), s.Of)
}

// Text describes the missing shards, and their effect on the numbers:
//
//	shard 3 of 4 is missing: its tests are in no total
//	shards 2 and 4 of 4 are missing: their tests are in no total
//	only shard 1 of 4 is there: the tests of the others are in no total
func (s Shards) Text() string {
	if only := s.only(); only > 0 && s.Of > 2 {
		return fmt.Sprintf("only shard %d of %d is there: the tests of the others are in no total", only, s.Of)
	}
	n := len(s.Missing)
	return fmt.Sprintf("%s %s of %d %s missing: %s tests are in no total", words.Noun(n, "shard"), s.Names(), s.Of,
		words.Form(n, "is", "are"), words.Form(n, "its", "their"))
}

// Names returns the numbers of the first missing shards, and the number of further ones.
func (s Shards) Names() string {
	const most = 10
	var list []string
	for _, n := range s.Missing[:min(most, len(s.Missing))] {
		list = append(list, fmt.Sprint(n))
	}
	if more := len(s.Missing) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return words.Listed(list)
}
