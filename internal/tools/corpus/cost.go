package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest/stats"
)

// way is a way to build a project.
type way struct {
	name    string
	command func(p project) []string
}

// cost is the time of the builds of a project, by way, one for each round.
type cost struct {
	project
	wall, cpu map[string][]float64 // in seconds
	failed    map[string]string    // way -> where it says why
}

// fewerChecks is the plain build without the checks that OpenClover's sources would not pass, for comparison with
// OpenClover.
const fewerChecks = "plain-fewer-checks"

// withTests is the build with --by-test, for comparison with that without.
const withTests = "by-test"

// costs builds projects several times in each way, the ways in turn, each time from a new copy of the tree, and prints
// a Markdown table of ratios to the plain build. With byTest it builds by jprof without and with --by-test only. Unless
// first is set, one round before is not counted: Maven downloads in it.
func (c corpus) costs(projects []project, rounds int, first, byTest bool) error {
	goals := func(p project, command ...string) []string { return slices.Concat(command, p.arguments()) }
	ways := []way{
		{"plain", func(p project) []string { return goals(p, "mvn") }},
		{"jprof", func(p project) []string { return goals(p, slices.Concat([]string{c.jprof}, c.with())...) }},
		{fewerChecks, func(p project) []string {
			return slices.Concat([]string{"mvn", "-B"}, openCloverSkips, p.args, []string{"verify"})
		}},
		{"OpenClover", func(p project) []string {
			return slices.Concat([]string{"mvn", "-B"}, openCloverSkips, p.args,
				[]string{openCloverPlugin + ":setup", "verify"})
		}},
	}
	table := printCosts
	if byTest {
		c.byTest = true
		table = printCostsByTest
		ways = []way{ways[1], {withTests, ways[1].command}}
		ways[0].command = func(p project) []string { return goals(p, c.jprof, "mvn") }
	}
	before := 1
	if first {
		before = 0
	}
	var all []cost
	for _, p := range projects {
		k := cost{project: p, wall: map[string][]float64{}, cpu: map[string][]float64{}, failed: map[string]string{}}
		env, err := c.layOut(p)
		if err != nil {
			return err
		}
		work := filepath.Join(c.dir, ".builds", p.name+"-cost")
		env = append(env, "JPROF_CACHE="+filepath.Join(work, "cache"))
		for round := range before + rounds {
			for i := range ways {
				w := ways[(i+round)%len(ways)]
				if k.failed[w.name] != "" || w.name == fewerChecks && k.failed["OpenClover"] != "" {
					continue
				}
				tree := filepath.Join(work, w.name, p.name)
				// jprof's own copy is deleted, too; files that it compiles once for each Maven stay.
				err := errors.Join(os.RemoveAll(filepath.Dir(tree)), os.RemoveAll(filepath.Join(work, "cache", "work")),
					os.CopyFS(tree, os.DirFS(filepath.Join(c.dir, p.name))))
				if err != nil {
					return err
				}
				log := filepath.Join(work, fmt.Sprintf("%s-%d.log", w.name, round))
				command := w.command(p)
				b, err := build(tree, log, env, command[0], command[1:]...)
				if err != nil {
					return err
				}
				if b.code != 0 {
					k.failed[w.name] = log
					fmt.Fprintf(os.Stderr, "corpus: %s: the build failed: see %s\n", p.name, log)
				} else if round >= before {
					k.wall[w.name] = append(k.wall[w.name], b.took.Seconds())
					k.cpu[w.name] = append(k.cpu[w.name], b.cpu.Seconds())
				}
			}
		}
		if base := ways[0].name; k.failed[base] != "" {
			return fmt.Errorf("%s: the build failed: see %s", p.name, k.failed[base])
		}
		all = append(all, k)
		table(os.Stderr, all) // so far: all of it may take hours
	}
	table(os.Stdout, all)
	return nil
}

func printCosts(w io.Writer, all []cost) {
	fmt.Fprintln(w, "| project | plain, wall | jprof, wall | jprof, CPU | OpenClover, wall | OpenClover, CPU |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- |")
	means := map[string][]float64{}
	for _, k := range all {
		cells := []string{k.name, fmt.Sprintf("%.0f s", stats.Median(k.wall["plain"]))}
		for _, compared := range [][2]string{{"jprof", "plain"}, {"OpenClover", fewerChecks}} {
			name, base := compared[0], compared[1]
			for what, times := range []map[string][]float64{k.wall, k.cpu} {
				if k.failed[name] != "" {
					cells = append(cells, "does not build")
					continue
				}
				ratios := ratios(times[name], times[base])
				cells = append(cells, spread(ratios))
				key := fmt.Sprint(name, what)
				means[key] = append(means[key], stats.Median(ratios))
			}
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
	cells := []string{"geometric mean", ""}
	for _, key := range []string{"jprof0", "jprof1", "OpenClover0", "OpenClover1"} {
		cells = append(cells, geometricMean(means[key]))
	}
	fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
}

func printCostsByTest(w io.Writer, all []cost) {
	fmt.Fprintln(w, "| project | without --by-test: wall | CPU | with it: wall | CPU |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	for _, k := range all {
		if k.failed[withTests] != "" {
			fmt.Fprintf(w, "| %s | does not build | | | |\n", k.name)
			continue
		}
		fmt.Fprintf(w, "| %s | %.0f s | %.0f s | %s | %s |\n", k.name, stats.Median(k.wall["jprof"]),
			stats.Median(k.cpu["jprof"]), spread(ratios(k.wall[withTests], k.wall["jprof"])),
			spread(ratios(k.cpu[withTests], k.cpu["jprof"])))
	}
}

// ratios are those of the rounds: it compares builds that ran one after the other.
func ratios(of, to []float64) []float64 {
	out := make([]float64, len(of))
	for i := range of {
		out[i] = of[i] / to[i]
	}
	return out
}

// spread formats ratios for a table.
func spread(ratios []float64) string {
	return fmt.Sprintf("%.2f (%.2f to %.2f)", stats.Median(ratios), slices.Min(ratios), slices.Max(ratios))
}

func geometricMean(list []float64) string {
	if len(list) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f of %d", stats.GeometricMean(list), len(list))
}
