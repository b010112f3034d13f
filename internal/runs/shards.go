package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Shard describes the share of the selected tests that a build was given.
type Shard struct {
	Number int `json:"number"` // from 1
	Of     int `json:"of"`     // the number of shards
	Tests  int `json:"tests"`  // the selected tests in it, or AllTests
	// Selection is equal in all shards that divide the same tests in the same way.
	Selection string `json:"selection"`
	// Sources is equal in all shards of the same sources: the commit, or a hash of it and of the Java files that differ
	// from it. It is "" where that is not known.
	Sources string `json:"sources,omitempty"`
}

// AllTests is the number of tests of a shard that runs all tests, when their number was not known.
const AllTests = -1

// String returns the name of the shard for people.
func (s Shard) String() string { return fmt.Sprintf("shard %d of %d", s.Number, s.Of) }

// ShardsOf lists the shards of one selection that a run has.
type ShardsOf struct {
	Of      int
	Missing []int // numbers of the shards that the run lacks, from 1, sorted
}

// Shards lists the selections of which a run has shards. Builds of another commit, of other uncommitted sources, or
// by another selection do not complete each other.
func (r Run) Shards() []ShardsOf {
	type key struct {
		sources, selection string
		of                 int
	}
	has := map[key]map[int]bool{}
	for _, leaf := range r.Leaves() {
		if leaf.Shard == nil {
			continue
		}
		k := key{leaf.Shard.Sources, leaf.Shard.Selection, leaf.Shard.Of}
		if leaf.Commit != nil && k.sources == "" {
			k.sources = leaf.Commit.ID
		}
		if has[k] == nil {
			has[k] = map[int]bool{}
		}
		has[k][leaf.Shard.Number] = true
	}
	var list []ShardsOf
	for k, numbers := range has {
		s := ShardsOf{Of: k.of}
		for n := 1; n <= k.of; n++ {
			if !numbers[n] {
				s.Missing = append(s.Missing, n)
			}
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b ShardsOf) int {
		return cmp.Or(cmp.Compare(a.Of, b.Of), slices.Compare(a.Missing, b.Missing))
	})
	return list
}

// LacksShards reports whether the run has some of several shards, and not all.
func (r Run) LacksShards() bool {
	return slices.ContainsFunc(r.Shards(), func(s ShardsOf) bool { return len(s.Missing) > 0 })
}

// emptyShards returns the names of the shards of the run that have no test, "" if a run in it is none.
func (r Run) emptyShards() string {
	var names []string
	for _, leaf := range r.Leaves() {
		if leaf.Shard == nil || leaf.Shard.Tests != 0 {
			return ""
		}
		names = append(names, leaf.Shard.String())
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}
