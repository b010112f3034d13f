package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest/trial"
)

// way is a way to build a project.
type way struct {
	name    string
	command []string // before the arguments of Maven
	again   bool     // build a second time, with nothing changed
}

// again returns the name of the second build of a way.
func again(name string) string { return name + " again" }

// cost holds the times of the builds of a project: for each way, one time for each round.
type cost struct {
	project
	wall, cpu map[string][]float64 // in seconds
	failed    map[string]string    // way -> where it says why
}

// withTests names the build with --by-test, which is compared with the build without it.
const withTests = "by-test"

// costs builds projects several times in each way, the ways in turn, each time from a new copy of the tree, and again
// in that copy, plain and with jprof. It prints a Markdown table of ratios to the plain build. With byTest it builds by
// jprof without and with --by-test only. Unless first is set, one round before is not counted: Maven downloads in it.
func (c corpus) costs(projects []project, rounds int, first, byTest bool) error {
	ways := []way{{"plain", []string{"mvn"}, true}, {"jprof", append([]string{c.jprof}, c.with()...), true}}
	if byTest {
		ways = []way{{"jprof", []string{c.jprof, "mvn"}, false},
			{withTests, []string{c.jprof, "mvn", "--by-test"}, false}}
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
				if k.failed[w.name] != "" {
					continue
				}
				tree := filepath.Join(work, w.name, p.name)
				// jprof's own copy is deleted, too; files that it compiles once for each Maven stay.
				err := errors.Join(os.RemoveAll(filepath.Join(work, "cache", "work")), c.copy(p, tree))
				if err != nil {
					return err
				}
				names := []string{w.name}
				if w.again {
					names = append(names, again(w.name))
				}
				for _, name := range names {
					log := filepath.Join(work, fmt.Sprintf("%s-%d.log", strings.ReplaceAll(name, " ", "-"), round))
					command := slices.Concat(w.command, p.arguments())
					b, err := build(tree, log, env, command[0], command[1:]...)
					if err != nil {
						return err
					}
					if b.code != 0 {
						k.failed[w.name], k.failed[again(w.name)] = log, log
						fmt.Fprintf(os.Stderr, "corpus: %s: the build failed: see %s\n", p.name, log)
						break
					}
					if round >= before {
						k.wall[name] = append(k.wall[name], b.Wall)
						k.cpu[name] = append(k.cpu[name], b.CPU)
					}
				}
			}
		}
		if base := ways[0].name; k.failed[base] != "" {
			return fmt.Errorf("%s: the build failed: see %s", p.name, k.failed[base])
		}
		all = append(all, k)
		printCosts(os.Stderr, all) // so far: all of it may take hours
	}
	printCosts(os.Stdout, all)
	return nil
}

// compared lists the ratios in the table: a build, and the build with which it is compared.
var compared = [][2]string{{"jprof", "plain"}, {again("jprof"), again("plain")}, {withTests, "jprof"}}

func printCosts(w io.Writer, all []cost) {
	titles := []string{"project"}
	var columns [][2]string
	for _, c := range compared {
		measured := func(k cost) bool {
			return len(k.wall[c[1]]) > 0 && (len(k.wall[c[0]]) > 0 || k.failed[c[0]] != "")
		}
		if !slices.ContainsFunc(all, measured) {
			continue
		}
		columns = append(columns, c)
		titles = append(titles, c[1]+", wall", c[0]+", wall", c[0]+", CPU")
	}
	trial.Titles(w, titles...)
	means := make([][]float64, 3*len(columns))
	for _, k := range all {
		cells := []string{k.name}
		for i, c := range columns {
			name, base := c[0], c[1]
			if k.failed[name] != "" {
				cells = append(cells, "", "does not build", "")
				continue
			}
			cells = append(cells, fmt.Sprintf("%.0f s", trial.Median(k.wall[base])))
			for j, times := range []map[string][]float64{k.wall, k.cpu} {
				ratios := trial.Ratios(times[name], times[base])
				cells = append(cells, trial.Spread(ratios))
				means[3*i+1+j] = append(means[3*i+1+j], trial.Median(ratios))
			}
		}
		trial.Row(w, cells...)
	}
	cells := []string{"geometric mean"}
	for i, list := range means {
		if i%3 == 0 {
			cells = append(cells, "")
		} else {
			cells = append(cells, geometricMean(list))
		}
	}
	trial.Row(w, cells...)
}

func geometricMean(list []float64) string {
	if len(list) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f of %d", trial.GeometricMean(list), len(list))
}
