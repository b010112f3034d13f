package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest/compare"
	"jprof/internal/runs"
)

// row holds the results of a project.
type row struct {
	project
	mode        string        // of --contexts, "" for counters
	contexts    runs.Contexts // with a mode
	tests       compare.Results
	plain, with float64 // seconds
	measured    int
	sources     int
	unmeasured  []string // "path: reason"
	differences []string
	unstable    []string // tests that differ between two plain builds
}

// compareAll builds projects plain, and under jprof in each mode of contexts, "" for counters. It prints a table.
func (c corpus) compareAll(projects []project, modes []string) error {
	var rows []row
	for _, p := range projects {
		suffix := ""
		if modes[0] != "" {
			suffix = "-contexts"
		}
		plain, failed := c.buildFirst(p, suffix)
		for _, mode := range modes {
			c.contexts = mode
			r := row{project: p, mode: mode}
			err := failed
			if err == nil {
				err = c.compare(&r, plain)
			}
			if err != nil {
				r.differences = append(r.differences, err.Error())
			}
			r.log()
			rows = append(rows, r)
		}
	}
	if c.contexts == "" {
		print(os.Stdout, rows)
	} else {
		printContexts(os.Stdout, rows)
	}
	if slices.ContainsFunc(rows, func(r row) bool { return len(r.differences) > 0 }) {
		return errors.New("not everything is as it is without jprof, see the messages above")
	}
	return nil
}

// log prints the result of a build: the table comes hours later.
func (r row) log() {
	for _, d := range r.differences {
		fmt.Fprintf(os.Stderr, "corpus: %s %s: %s\n", r.name, r.mode, d)
	}
	fmt.Fprintf(os.Stderr, "corpus: %s %s: tests %v, %d differences, %.0f s plain, %.0f s\n", r.name, r.mode,
		r.tests.Total(), len(r.differences), r.plain, r.with)
}

// same returns the cell on differences from the build without jprof.
func same(differences int) string {
	if differences > 0 {
		return fmt.Sprintf("**no: %d differences**", differences)
	}
	return "yes"
}

// took returns the cells on the time of both builds.
func (r row) took() []string {
	ratio := "-"
	if r.plain > 0 {
		ratio = fmt.Sprintf("%.2f", r.with/r.plain)
	}
	return []string{fmt.Sprintf("%.0f s", r.plain), fmt.Sprintf("%.0f s", r.with), ratio}
}

// writeNotes writes the remarks on a project below the table.
func (r row) writeNotes(w io.Writer) {
	name := strings.TrimSpace(r.name + " " + r.mode)
	for _, m := range r.unstable {
		fmt.Fprintf(w, "\n- %s: differs between two plain builds, too; only how often it ran is compared: %s\n", name,
			m)
	}
	for _, d := range r.differences {
		fmt.Fprintf(w, "\n- %s: differs: %s\n", name, d)
	}
	for _, n := range slices.Sorted(slices.Values(r.unmeasured)) {
		fmt.Fprintf(w, "\n- %s: not measured: %s\n", name, n)
	}
}

// cell returns a number as text for a table.
func cell[N int | int64 | uint64](n N) string { return fmt.Sprint(n) }

// first is a project that was built without jprof. Its builds with jprof are compared with it.
type first struct {
	built
	work    string // the folder of all builds of the project
	env     []string
	results compare.Results
	// again is the results of a second build, once that was wanted: tests that differ say nothing about jprof.
	again compare.Results
}

// tree returns the folder of a build. The folder has the name of the project, because tests may print and compare it.
func (f *first) tree(p project, of string) string { return filepath.Join(f.work, of, p.name) }

// buildFirst lays a project out and builds it without jprof, in a folder whose name ends with suffix.
func (c corpus) buildFirst(p project, suffix string) (*first, error) {
	env, err := c.layOut(p)
	if err != nil {
		return nil, err
	}
	f := &first{work: filepath.Join(c.dir, ".builds", p.name+suffix), env: env}
	tree := f.tree(p, "plain")
	if err := errors.Join(os.RemoveAll(f.work), c.copy(p, tree)); err != nil {
		return nil, err
	}
	// until it does not wait for the network any more
	for f.fetched = true; f.fetched && f.code == 0; {
		if f.built, err = build(tree, filepath.Join(f.work, "plain.log"), env, "mvn", p.arguments()...); err != nil {
			return nil, err
		}
	}
	f.results, err = compare.ReadResults(tree)
	return f, err
}

// compare builds a project under jprof, and compares the build with the one without jprof.
func (c corpus) compare(r *row, plain *first) error {
	r.plain, r.tests = plain.Wall, plain.results
	name := c.way()
	tree := plain.tree(r.project, name)
	if err := c.copy(r.project, tree); err != nil {
		return err
	}
	before, err := compare.HashTree(tree)
	if err != nil {
		return err
	}
	env := append(slices.Clone(plain.env), "JPROF_CACHE="+filepath.Join(plain.work, "cache"))
	log := filepath.Join(plain.work, name+".log")
	second, err := build(tree, log, env, c.jprof, append(c.with(), r.arguments()...)...)
	if err != nil {
		return err
	}
	r.with = second.Wall
	after, err := compare.HashTree(tree)
	if err != nil {
		return err
	}

	differ := func(format string, args ...any) { r.differences = append(r.differences, fmt.Sprintf(format, args...)) }
	if plain.code != second.code {
		differ("exit code %d plain, %d under jprof: see %s", plain.code, second.code, log)
	}
	if plain.code != 0 {
		differ("the plain build failed: see %s", filepath.Join(plain.work, "plain.log"))
	}
	for _, path := range compare.Changed(before, after) {
		differ("changed in the user's tree: %s", path)
	}
	want := plain.results
	got, err := compare.ReadResults(filepath.Join(tree, ".jprof", "runs"))
	if err != nil {
		return err
	}
	if len(want.Differing(got)) > 0 && plain.code == 0 {
		if err := plain.buildAgain(r.project); err != nil {
			return err
		}
		r.unstable = want.Unstable(plain.again)
		want, got = want.RunsOnly(r.unstable), got.RunsOnly(r.unstable)
	}
	for _, d := range want.Differences(got) {
		differ("%s", d)
	}
	if r.mode != "" {
		return r.readContexts(tree)
	}
	return c.readSources(r, tree, env)
}

// buildAgain builds the project a second time, unless an earlier call did so.
func (f *first) buildAgain(p project) error {
	if f.again != nil {
		return nil
	}
	tree := f.tree(p, "plain")
	_, err := build(tree, filepath.Join(f.work, "plain-again.log"), f.env, "mvn", p.arguments()...)
	if err == nil {
		f.again, err = compare.ReadResults(tree)
	}
	return err
}
