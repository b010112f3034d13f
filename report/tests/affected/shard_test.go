package affected_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/testcounts"
	"jprof/report/tests/affected"
)

// suite returns tests of a run, "p.A#x 30" with milliseconds; without # it is the set-up of a class.
func suite(lines ...string) (list []testcounts.Test) {
	for _, line := range lines {
		var nanos uint64
		name, ms, _ := strings.Cut(line, " ")
		fmt.Sscan(ms, &nanos)
		class, method, is := strings.Cut(name, "#")
		t := testcounts.Test{Class: class, Method: method, Attempt: 1, Nanos: nanos * 1e6}
		if !is {
			t.Kind = testcounts.Class
		}
		list = append(list, t)
	}
	return list
}

// TestShards checks that shards are balanced by time, keep classes together, and have each test once.
func TestShards(t *testing.T) {
	all := suite("p.A 100", "p.A#x 30", "p.A#y 30", "p.A$In#z 20", "p.B#x 90", "p.C#x 50", "p.C#x 45", "p.D#x 40",
		"p.E#x 0", "p.F#x 0")
	fresh := []affected.Selected{{Test: testcounts.Test{Class: "p.D", Method: "new"}, New: true},
		{Test: testcounts.Test{Class: "p.New"}, New: true}}
	selected := func(names ...string) (list []affected.Selected) {
		for _, s := range all {
			if slices.Contains(names, s.Name()) && s.Kind == testcounts.Case {
				list = append(list, affected.Selected{Test: s})
			}
		}
		return list
	}
	why := []affected.Reason{{Rule: affected.BuildFile, How: "why"}}
	for name, c := range map[string]struct {
		s    affected.Selection
		of   int
		want string // expressions and times of the shards
	}{
		// A takes 100 ms with its set-up, C 45 in its last attempt. The new test of D takes 40, as the other one; the
		// new class 40, the lower median of the classes.
		"all": {affected.Selection{All: why, Tests: fresh}, 2,
			"p.A,p.A$In,p.C,p.New 185ms|p.B,p.D,p.E,p.F 172ms"},
		"some": {affected.Selection{Tests: append(selected("p.A#x", "p.B#x", "p.C#x"), fresh...)}, 2,
			"p.B#x,p.D#new 130ms|p.A#x,p.C#x,p.New 135ms"},
		"none": {affected.Selection{}, 2, " 0s| 0s"},
		"more shards than classes": {affected.Selection{Tests: selected("p.A#x", "p.E#x")}, 3,
			"p.A#x 50ms|p.E#x 1ms| 0s"},
	} {
		c.s.Suite = all
		var got []string
		for n := range c.of {
			part := c.s.ShardOf(n+1, c.of)
			got = append(got, part.ForMaven()+" "+part.Shard.Time.String())
			if list := c.s.Shards(c.of)[n]; len(list) != len(part.Tests) {
				t.Errorf("%s: shard %d has %d tests, not %d", name, n+1, len(list), len(part.Tests))
			}
		}
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}

	// Scenarios without a class are together in one shard, which runs all.
	c := affected.Selection{All: why, Suite: append(suite("a.feature#s 10", "b.feature#s 20"), all...)}
	c.Suite[0].Class, c.Suite[1].Class = "features/a.feature", "features/b.feature"
	first, second := c.ShardOf(1, 2), c.ShardOf(2, 2)
	if len(first.Unnamed())+len(second.Unnamed()) != 2 || first.ForMaven() == second.ForMaven() {
		t.Errorf("scenarios: got %s and %s", first.ForMaven(), second.ForMaven())
	}
}

// TestParseShard checks which texts name a shard.
func TestParseShard(t *testing.T) {
	if n, of, err := affected.ParseShard("3/8"); err != nil || n != 3 || of != 8 {
		t.Errorf("3/8: got %d, %d, %v", n, of, err)
	}
	for _, text := range []string{"", "3", "0/8", "9/8", "a/8", "3/8/2", "1/1001", "-1/2"} {
		if _, _, err := affected.ParseShard(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
