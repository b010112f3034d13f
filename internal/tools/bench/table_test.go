package main

import (
	"slices"
	"strings"
	"testing"
)

// measured is two programs, of which the second has no OpenClover, in two rounds.
func measured() *runsPart {
	r := &runsPart{Rounds: 2, Variants: variants, Programs: []programSummary{{Name: "a"},
		{Name: "b", Missing: map[string]string{openClover: "why"}}}}
	add := func(program, variant string, round int, cpu float64) {
		r.Samples = append(r.Samples, sample{program, variant, 2, 17, round, 2 * cpu, cpu})
	}
	for round, plainTime := range []float64{1, 10} {
		for _, p := range []string{"a", "b"} {
			add(p, plain, round+1, plainTime)
			add(p, jprof, round+1, plainTime*2)
			add(p, jacoco, round+1, plainTime*float64(round+1))
		}
		add("a", openClover, round+1, plainTime*4)
	}
	add("b", jprof, 3, 5) // the plain run of this round is missing
	return r
}

func TestRatios(t *testing.T) {
	r := measured()
	c := cell{2, 17}
	if got := r.cells(); !slices.Equal(got, []cell{c}) {
		t.Errorf("the cells are %v", got)
	}
	// Each to the plain run of its own round: not 2/10 or 20/1.
	if got := r.ratios("a", jprof, c, cpu); !slices.Equal(got, []float64{2, 2}) {
		t.Errorf("jprof: %v", got)
	}
	if got := r.ratios("a", jacoco, c, wall); !slices.Equal(got, []float64{1, 2}) {
		t.Errorf("JaCoCo: %v", got)
	}
	if got := r.ratios("b", jprof, c, cpu); !slices.Equal(got, []float64{2, 2}) {
		t.Errorf("a round without a plain run: %v", got)
	}
	if got := r.ratios("b", openClover, c, cpu); len(got) != 0 {
		t.Errorf("a variant that is missing: %v", got)
	}
}

func TestTable(t *testing.T) {
	var w strings.Builder
	measured().table(&w, cell{2, 17}, cpu)
	const want = `| program | plain, s | jprof | JaCoCo | OpenClover |
| --- | --- | --- | --- | --- |
| a | 5.5 | 2.00 (2.00..2.00) | 1.50 (1.00..2.00) | 4.00 (4.00..4.00) |
| b | 5.5 | 2.00 (2.00..2.00) | 1.50 (1.00..2.00) | - |
| geometric mean, the 1 with all variants |  | **2.00** | **1.50** | **4.00** |
| geometric mean, all 2 |  | **2.00** | **1.50** | 4.00 of 1 |
| worst |  | 2.00 | 1.50 | 4.00 |

`
	if w.String() != want {
		t.Errorf("got\n%swant\n%s", w.String(), want)
	}
}

// TestSpreads lists the programs that ran more often than there are rounds.
func TestSpreads(t *testing.T) {
	r := measured()
	var none, w strings.Builder
	r.Rounds = 3
	r.spreads(&none)
	if none.Len() > 0 {
		t.Errorf("no program ran more often:\n%s", none.String())
	}
	r.Rounds = 2
	r.spreads(&w)
	const want = "| program | threads | JDK | processes | plain | jprof |\n| --- | --- | --- | --- | --- | --- |\n" +
		"| b | 2 | 17 | 3 | 10.00 | 10.00 |\n"
	if !strings.Contains(w.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", w.String(), want)
	}
}
