package affected_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var programs = flag.Int("programs", 1000, "how many programs TestRandomPrograms makes")

// TestRandomPrograms makes programs with static state, runs their tests before and after a change, one after the other
// as in a JVM. It checks that each test whose result differs is selected by state, and nearly each by code.
func TestRandomPrograms(t *testing.T) {
	differ, selected, all := 0, 0, 0
	missed, byCode := 0, 0
	for seed := range *programs {
		r := rand.New(rand.NewPCG(uint64(seed), 24))
		m := newModel(r)
		before, executed := m.run()
		text := m.java()
		p := program{sources: text}
		for i, units := range executed {
			p.tests = append(p.tests, fmt.Sprintf("t%d: T.t%d() %s", i, i,
				strings.Join(slices.Sorted(maps.Keys(units)), " ")))
		}
		what := m.change(r)
		after, _ := m.run()
		to := m.java()
		s := selectionOf(t, p, to)
		chosen := map[string]bool{}
		for _, x := range s.Tests {
			chosen[x.Method] = true
		}
		p.byCode = true
		code := map[string]bool{}
		lighter := selectionOf(t, p, to)
		for _, x := range lighter.Tests {
			code[x.Method] = true
		}
		byCode += len(code)
		all += len(before)
		selected += len(chosen)
		for i := range before {
			if before[i] == after[i] {
				continue
			}
			differ++
			if !code[fmt.Sprintf("t%d", i)] && len(lighter.All) == 0 {
				missed++
			}
			if name := fmt.Sprintf("t%d", i); !chosen[name] && len(s.All) == 0 {
				for _, path := range slices.Sorted(maps.Keys(text)) {
					if text[path] != to[path] {
						t.Logf("before:\n%safter:\n%s", text[path], to[path])
					} else {
						t.Logf("%s", text[path])
					}
				}
				t.Fatalf("seed %d, %s: %s was %d, is %d, and is not selected\n%s\n%s", seed, what, name, before[i],
					after[i], strings.Join(p.tests, "\n"), reasons(s))
			}
		}
	}
	t.Logf("%d of %d results differ, %d tests are selected; by code %d, and %d that differ are not", differ, all,
		selected, byCode, missed)
	if missed > differ/20 {
		t.Errorf("%d of %d tests whose result differs are not selected by code", missed, differ)
	}
	if differ < all/40 || selected > all*9/10 {
		t.Errorf("%d of %d results differ, %d tests are selected: the programs prove little", differ, all, selected)
	}
}
