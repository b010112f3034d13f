package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jprof/internal/jtest/trial"
)

// cell names a column of the tables: one for each number of threads and JDK.
type cell struct{ threads, jdk int }

// cells returns the columns that r has samples for, in ascending order.
func (r *runsPart) cells() []cell {
	var all []cell
	for _, s := range r.Samples {
		if c := (cell{s.Threads, s.JDK}); !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b cell) int { return 1000*(a.jdk-b.jdk) + a.threads - b.threads })
	return all
}

// quantity returns the compared value of a sample: CPU or wall time.
type quantity func(s sample) float64

func cpu(s sample) float64  { return s.CPU }
func wall(s sample) float64 { return s.Wall }

// times returns the values of a variant, by round.
func (r *runsPart) times(program, variant string, c cell, of quantity) map[int]float64 {
	out := map[int]float64{}
	for _, s := range r.Samples {
		if s.Program == program && s.Variant == variant && s.Threads == c.threads && s.JDK == c.jdk {
			out[s.Round] = of(s)
		}
	}
	return out
}

// ratios returns the ratios of a variant to the plain run of the same round, in the order of rounds.
func (r *runsPart) ratios(program, variant string, c cell, of quantity) []float64 {
	base, times := r.times(program, plain, c, of), r.times(program, variant, c, of)
	var out []float64
	for _, round := range slices.Sorted(maps.Keys(base)) {
		if t, ok := times[round]; ok && base[round] > 0 {
			out = append(out, t/base[round])
		}
	}
	return out
}

// spreads writes the programs that ran in more processes than there are rounds, with the greatest CPU time of each
// variant over its least.
func (r *runsPart) spreads(w *strings.Builder) {
	over := func(list []float64) string { return fmt.Sprintf("%.2f", slices.Max(list)/slices.Min(list)) }
	var rows [][]string
	for _, c := range r.cells() {
		for _, p := range r.Programs {
			times := slices.Collect(maps.Values(r.times(p.Name, jprof, c, cpu)))
			if len(times) > r.Rounds {
				base := slices.Collect(maps.Values(r.times(p.Name, plain, c, cpu)))
				rows = append(rows, []string{p.Name, fmt.Sprint(c.threads), fmt.Sprint(c.jdk), fmt.Sprint(len(times)),
					over(base), over(times)})
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprint(w, "### Programs whose processes differ\n\n"+
		"The greatest CPU time over the least. The rows above are of all these processes.\n\n")
	trial.Titles(w, "program", "threads", "JDK", "processes", "plain", "jprof")
	for _, row := range rows {
		trial.Row(w, row...)
	}
	fmt.Fprintln(w)
}

// table writes the ratios of all programs for one number of threads and one JDK.
func (r *runsPart) table(w *strings.Builder, c cell, of quantity) {
	compared := r.Variants[1:]
	trial.Titles(w, append([]string{"program", "plain, s"}, compared...)...)
	all, whole := map[string][]float64{}, map[string][]float64{}
	programs, complete := 0, 0
	for _, p := range r.Programs {
		base := r.times(p.Name, plain, c, of)
		if len(base) == 0 {
			continue
		}
		programs++
		row := []string{p.Name, fmt.Sprintf("%.1f", trial.Median(slices.Collect(maps.Values(base))))}
		medians := map[string]float64{}
		for _, v := range compared {
			ratios := r.ratios(p.Name, v, c, of)
			if len(ratios) == 0 {
				row = append(row, "-")
				continue
			}
			medians[v] = trial.Median(ratios)
			all[v] = append(all[v], medians[v])
			row = append(row, trial.Spread(ratios))
		}
		if len(medians) == len(compared) {
			complete++
			for v, m := range medians {
				whole[v] = append(whole[v], m)
			}
		}
		trial.Row(w, row...)
	}
	means := func(name string, of map[string][]float64, whole int) {
		row := []string{name, ""}
		for _, v := range compared {
			switch list := of[v]; {
			case len(list) == 0:
				row = append(row, "-")
			case len(list) < whole:
				row = append(row, fmt.Sprintf("%.2f of %d", trial.GeometricMean(list), len(list)))
			default:
				row = append(row, fmt.Sprintf("**%.2f**", trial.GeometricMean(list)))
			}
		}
		trial.Row(w, row...)
	}
	if complete < programs {
		means(fmt.Sprintf("geometric mean, the %d with all variants", complete), whole, complete)
	}
	means(fmt.Sprintf("geometric mean, all %d", programs), all, programs)
	worst := []string{"worst", ""}
	for _, v := range compared {
		if len(all[v]) == 0 {
			worst = append(worst, "-")
			continue
		}
		worst = append(worst, fmt.Sprintf("%.2f", slices.Max(all[v])))
	}
	trial.Row(w, worst...)
	fmt.Fprintln(w)
}
