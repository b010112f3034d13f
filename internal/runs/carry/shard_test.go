package carry

import (
	"slices"
	"strings"
	"testing"

	"jprof/internal/runs"
)

// TestShards checks that several builds, each with a shard of the selected tests, have each test and each set-up once.
func TestShards(t *testing.T) {
	base := map[string]string{"p/C.java": code, "p/T.java": tests}
	maps := mapsOf(t, base)
	all := countsOf(t, maps, "p.ATest: a=5", "p.ATest#one: a=1", "p.ATest#two: b=2", "p.ATest$In#three: b=3",
		"p.BTest: c=7", "p.BTest#one: c=4", "p.OtherTest: b=1", "p.OtherTest#one: c=9", "outside: a=10 b=2")
	owners := all.Tests()
	for number, c := range []struct {
		has     string
		omitted string
		fresh   []string
		want    []string
	}{
		// ATest#one is selected, and BTest has no selected test: the first shard carries it over.
		{"p.ATest p.BTest", "p.BTest p.ATest#two p.ATest$In#three", []string{"p.ATest#one: a=20", "outside: b=7"},
			[]string{"p.ATest: a=5 +", "p.ATest#one: a=20", "p.ATest#two: b=2 +", "p.ATest$In#three: b=3 +",
				"p.BTest: c=7 +", "p.BTest#one: c=4 +", "outside: a=10 b=7"}},
		{"p.OtherTest", "", []string{"p.OtherTest: b=2", "p.OtherTest#one: c=8", "outside: b=3"},
			[]string{"p.OtherTest: b=2", "p.OtherTest#one: c=8", "outside: b=3"}},
		{"", "", nil, nil},
	} {
		plan := NewPlan(Input{Grown: func(string) bool { return false },
			Shard: &Shard{First: number == 0, Has: func(class string) bool {
				return slices.Contains(strings.Fields(c.has), class)
			}},
			Leaves: []Leaf{{Leaf: runs.Leaf{Maps: maps, Tests: all}, Now: maps,
				Run: func(i int) bool {
					return owners[i].Name() == "p.ATest#one" || owners[i].Name() == "p.OtherTest#one"
				},
				Mine: func(int) bool { return true },
			}}})
		omitted := plan.Omitted()["s"]
		if got := strings.Join(append(slices.Clone(omitted.Classes), omitted.Methods...), " "); got != c.omitted {
			t.Errorf("shard %d: omitted %q, want %q", number, got, c.omitted)
		}
		j, err := plan.Join(countsOf(t, maps, c.fresh...), maps)
		if err != nil {
			t.Fatal(err)
		}
		if got := linesOf(j.Counts, maps); !slices.Equal(got, c.want) || len(j.NotRun)+len(j.Lost) > 0 {
			t.Errorf("shard %d:\n%s\nwant\n%s\nnot run %v, lost %v", number, strings.Join(got, "\n"),
				strings.Join(c.want, "\n"), j.NotRun, j.Lost)
		}
	}
}
