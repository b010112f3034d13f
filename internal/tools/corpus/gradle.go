package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest/compare"
	"jprof/internal/jtest/oracle"
	"jprof/internal/jtest/trial"
	"jprof/internal/util/environ"
)

// gradle builds projects by the build files in internal/tools/corpus/gradle, plain and under jprof, each a second time
// without a change, and under jprof by Maven, each so many rounds. It compares the results of tests, and the counts of
// lines under Gradle with those under Maven, and prints a Markdown table.
func (c corpus) gradle(projects []project, version string, rounds, examples int) error {
	out, err := exec.Command("testdata/gradle/dist.sh", version).Output()
	if err != nil {
		return fmt.Errorf("gradle %s: %w", version, err)
	}
	bin := strings.TrimSpace(string(out))
	known, err := c.causes("explained-gradle.txt")
	if err != nil {
		return err
	}
	trial.Titles(os.Stdout, "project", "tests / failed / skipped", "as without jprof", "lines compared", "equal",
		"vary by themselves", "differ, with a cause", "differ", "plain, wall", "jprof, wall", "jprof, CPU",
		"plain again, wall", "jprof again, wall", "jprof again, CPU")
	means := make([][]float64, 4)
	var byTest []tested
	bad := false
	for _, p := range projects {
		g := gradled{corpus: c, project: p, work: filepath.Join(c.dir, ".builds", p.name+"-gradle")}
		if err := g.build(bin, rounds); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		g.compareTests()
		g.linesCompared = compareLines(g.gradle, g.maven, p.explain(known), show(examples, "Gradle", "Maven"))
		if c.byTest {
			t := tested{row: row{project: p, tests: g.tests}, byTest: g.owners}
			g.differences = append(g.differences, t.byTest.unlike...)
			byTest = append(byTest, t)
		}
		for _, d := range g.differences {
			fmt.Fprintf(os.Stderr, "corpus: %s: %s\n", p.name, d)
		}
		bad = bad || len(g.differences) > 0 || g.differ > 0
		cells := append([]string{p.name, g.tests.Total().String(), same(len(g.differences))},
			g.linesCompared.cells()...)
		for i, name := range []string{"jprof", again("jprof")} {
			base := []string{"plain", again("plain")}[i]
			w, u := trial.Ratios(g.wall[name], g.wall[base]), trial.Ratios(g.cpu[name], g.cpu[base])
			means[2*i], means[2*i+1] = append(means[2*i], trial.Median(w)), append(means[2*i+1], trial.Median(u))
			cells = append(cells, fmt.Sprintf("%.0f s", trial.Median(g.wall[base])), trial.Spread(w), trial.Spread(u))
		}
		trial.Row(os.Stdout, cells...)
	}
	fmt.Printf("| geometric mean | | | | | | | | | %s | %s | | %s | %s |\n", geometricMean(means[0]),
		geometricMean(means[1]), geometricMean(means[2]), geometricMean(means[3]))
	if c.byTest {
		printOwners(os.Stdout, byTest)
	}
	if bad {
		return errors.New("not everything is as it is without jprof, or under Maven: see the messages above")
	}
	return nil
}

// show returns a function that prints a line that differs between two kinds of runs. It prints only the first lines, up
// to the number examples.
func show(examples int, of, with string) func(file string, line int, got, want uint64) {
	return func(file string, line int, got, want uint64) {
		if examples--; examples >= 0 {
			fmt.Fprintf(os.Stderr, "%s:%d: %s %d, %s %d\n", file, line, of, got, with, want)
		}
	}
}

// gradled is a project that is built by Gradle and by Maven.
type gradled struct {
	corpus
	project
	work        string
	wall, cpu   map[string][]float64 // of the builds by Gradle, by way
	tests       compare.Results      // of the first plain build
	plain, with []compare.Results    // of all builds by Gradle
	differences []string
	maven       []lineCounts // of each run under Maven
	gradle      []lineCounts
	owners      runByTest // of the last run under Gradle, with -by-test
	linesCompared
}

func (g *gradled) build(bin string, rounds int) error {
	env, err := g.layOut(g.project)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(g.work); err != nil {
		return err
	}
	env = append(env, "PATH="+bin+string(os.PathListSeparator)+environ.Get(env, "PATH"),
		"JPROF_CACHE="+filepath.Join(g.work, "cache"))
	overlay := filepath.Join(filepath.Dir(g.script), "gradle", g.name)
	tree := func(way string) (string, error) {
		to := filepath.Join(g.work, way, g.name)
		err := g.copy(g.project, to)
		if err == nil && way != "maven" {
			err = os.CopyFS(to, os.DirFS(overlay))
		}
		return to, err
	}
	g.wall, g.cpu = map[string][]float64{}, map[string][]float64{}
	for round := range rounds + 1 {
		ways := []string{"plain", "jprof"}
		if round%2 == 1 { // the first way may find a machine in another state
			slices.Reverse(ways)
		}
		for _, way := range ways {
			to, err := tree(way)
			if err != nil {
				return err
			}
			before, err := compare.HashTree(to)
			if err != nil {
				return err
			}
			if way == "jprof" {
				if err := os.RemoveAll(filepath.Join(g.work, "cache", "work")); err != nil {
					return err
				}
			}
			b, err := g.measure(way, way, to, env, round, "test")
			if err != nil {
				return err
			}
			if err := g.check(way, to, b, before); err != nil {
				return err
			}
			if way == "jprof" {
				lines, err := g.readLines(to, env, filepath.Join(g.work, "lcov.info"))
				if err != nil {
					return err
				}
				g.gradle = append(g.gradle, lines)
				if err := g.readOwners(to, env); err != nil {
					return err
				}
			}
			second, err := g.measure(again(way), way, to, env, round, "cleanTest", "test")
			if err == nil && second.code != b.code {
				err = fmt.Errorf("the first build (%s) ended with %d, the second with %d: see %s", way, b.code,
					second.code, g.work)
			}
			if err != nil {
				return err
			}
		}
	}
	for round := range max(2, rounds+1) { // as often as by Gradle: so varying results show
		to, err := tree("maven")
		if err != nil {
			return err
		}
		log := filepath.Join(g.work, fmt.Sprintf("maven-%d.log", round))
		// As Gradle does: the phase test, in which modules read the class folders of others, not their jars; in
		// alphabetical order. In each second build the order is reversed, so that results that depend on it vary.
		order := []string{"alphabetical", "reversealphabetical"}[round%2]
		command := slices.Concat([]string{"mvn", "-B"}, g.args, []string{"test", "-Dsurefire.runOrder=" + order})
		if err := succeed(to, log, env, g.jprof, command...); err != nil {
			return err
		}
		lines, err := g.readLines(to, env, filepath.Join(g.work, "lcov.info"))
		if err != nil {
			return err
		}
		g.maven = append(g.maven, lines)
	}
	return nil
}

// measure builds a tree in a way, and notes the cost under a name, but for the first round, in which Gradle
// downloads.
func (g *gradled) measure(name, way, tree string, env []string, round int, tasks ...string) (built, error) {
	command := []string{"gradle"}
	if way == "jprof" {
		command = []string{g.jprof, "gradle"}
		if g.corpus.byTest {
			command = append(command, "--by-test")
		}
	}
	command = slices.Concat(command, []string{"--continue"}, tasks)
	log := filepath.Join(g.work, fmt.Sprintf("%s-%d.log", strings.ReplaceAll(name, " ", "-"), round))
	b, err := build(tree, log, env, command[0], command[1:]...)
	if err == nil && round > 0 {
		g.wall[name], g.cpu[name] = append(g.wall[name], b.Wall), append(g.cpu[name], b.CPU)
	}
	return b, err
}

// readOwners checks the run of a build by test. It keeps the differences of all builds.
func (g *gradled) readOwners(tree string, env []string) (err error) {
	if !g.corpus.byTest {
		return nil
	}
	unlike := g.owners.unlike
	g.owners, err = g.readByTest(tree, env)
	g.owners.unlike = append(unlike, g.owners.unlike...)
	return err
}

// check notes differences from the build without jprof.
func (g *gradled) check(way, tree string, b built, before map[string]string) error {
	differ := func(format string, args ...any) {
		g.differences = append(g.differences, fmt.Sprintf(format, args...))
	}
	if way == "plain" {
		tests, err := compare.ReadResults(tree)
		g.plain = append(g.plain, tests)
		if g.tests = g.plain[0]; err == nil && b.code != 0 && tests.Total().Failed == 0 {
			err = fmt.Errorf("the plain build failed: see %s", g.work)
		}
		return err
	}
	after, err := compare.HashTree(tree)
	if err != nil {
		return err
	}
	for _, path := range compare.Changed(before, after) {
		differ("changed in the user's tree: %s", path)
	}
	got, err := compare.ReadResults(filepath.Join(tree, ".jprof", "runs"))
	if err != nil {
		return err
	}
	g.with = append(g.with, got)
	return nil
}

// compareTests compares the results of tests under jprof with those of plain builds. Of tests that differ between plain
// builds, by a name that no two builds have in common or by their results, only the number counts.
func (g *gradled) compareTests() {
	unstable := g.plain[0].Unstable(g.plain[len(g.plain)-1])
	for _, got := range g.with {
		g.differences = append(g.differences, g.tests.RunsOnly(unstable).Differences(got.RunsOnly(unstable))...)
	}
}

// lineCounts holds the counts of the lines of a run, by file.
type lineCounts = map[string]map[int]uint64

// linesCompared holds the numbers of lines with equal and with differing counts in runs of two kinds.
type linesCompared struct {
	compared, equal, vary, explained, differ int
}

// cells returns the columns of a table.
func (c linesCompared) cells() []string {
	return []string{cell(c.compared), cell(c.equal), cell(c.vary), cell(c.explained), cell(c.differ)}
}

// compareLines compares the lines that were measured by both kinds of runs. Those whose counts are not the same in all
// runs of a kind vary by themselves. explain may know the cause of a difference, and show shows one without; both may
// be nil.
func compareLines(of, with []lineCounts, explain func(oracle.Line) string,
	show func(file string, line int, got, want uint64)) (c linesCompared) {
	for _, file := range slices.Sorted(maps.Keys(of[0])) {
		other := with[0][file]
		for _, line := range slices.SortedFunc(maps.Keys(of[0][file]), cmp.Compare[int]) {
			want, ok := other[line]
			if !ok {
				continue
			}
			c.compared++
			got := of[0][file][line]
			varies := func(runs []lineCounts) bool {
				return slices.ContainsFunc(runs, func(r lineCounts) bool {
					return r[file][line] != runs[0][file][line]
				})
			}
			switch {
			case got == want:
				c.equal++
			case varies(of) || varies(with):
				c.vary++
			case explain != nil && explain(oracle.Line{File: file, Line: line}) != "":
				c.explained++
			default:
				c.differ++
				if show != nil {
					show(file, line, got, want)
				}
			}
		}
	}
	return c
}
