package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/runs"
)

// readContexts reads what the run in the tree has recorded.
func (r *row) readContexts(tree string) error {
	o, err := runs.Store{Project: tree}.Pick(runs.WantContexts)
	if err != nil {
		return err
	}
	r.contexts = *o.Contexts
	for _, p := range o.Incomplete {
		r.differences = append(r.differences, "incomplete: "+p)
	}
	// JVMs that tests start are without the instrumented JDK: "app, all".
	if c := r.contexts; !slices.Contains(strings.Split(c.Coverage, ", "), r.mode) {
		r.differences = append(r.differences, "coverage "+c.Coverage)
	}
	return nil
}

// printContexts writes the table of builds with contexts.
func printContexts(w io.Writer, rows []row) {
	fmt.Fprintln(w, "| project | coverage | tests / failed / skipped | as without jprof | JVMs | contexts | calls "+
		"| bytecodes | beyond the limit | wall plain | wall jprof | ratio |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, r := range rows {
		same := "yes"
		if n := len(r.differences); n > 0 {
			same = fmt.Sprintf("**no: %d differences**", n)
		}
		ratio := "-"
		if r.plain > 0 {
			ratio = fmt.Sprintf("%.2f", r.with.Seconds()/r.plain.Seconds())
		}
		c := r.contexts
		fmt.Fprintf(w, "| %s | %s | %s | %s | %d | %d | %d | %d | %d | %.0f s | %.0f s | %s |\n", r.name,
			cmp.Or(c.Coverage, r.mode), r.tests.Total(), same, c.JVMs, c.Nodes, c.Calls, c.Bytecodes, c.Lost,
			r.plain.Seconds(), r.with.Seconds(), ratio)
	}
	for _, r := range rows {
		for _, m := range r.unstable {
			fmt.Fprintf(w, "\n- %s: differs between two plain builds, too; only how often it ran is compared: %s\n",
				r.name, m)
		}
		for _, d := range r.differences {
			fmt.Fprintf(w, "\n- %s (%s): differs: %s\n", r.name, r.mode, d)
		}
	}
}

// recorded builds a project with contexts in the folder tree, and returns its run. With again it takes that of an
// earlier call, where it is there.
func (c corpus) recorded(p project, env []string, tree, cache string, again bool) (*runs.Opened, error) {
	store := runs.Store{Project: tree}
	if run, err := store.Pick(runs.WantContexts); err == nil && again {
		return run, nil
	}
	if err := errors.Join(os.RemoveAll(tree), os.CopyFS(tree, os.DirFS(filepath.Join(c.dir, p.name)))); err != nil {
		return nil, err
	}
	log := tree + ".log"
	env = append(env, "JPROF_CACHE="+cache)
	b, err := build(tree, log, env, c.jprof, append(c.with(), p.arguments()...)...)
	if err == nil && b.code != 0 {
		err = fmt.Errorf("the build with jprof failed: see %s", log)
	}
	if err != nil {
		return nil, err
	}
	return store.Pick(runs.WantContexts)
}
