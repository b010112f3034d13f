package main

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"jprof/internal/jtest/trial"
	"jprof/internal/runs"
)

// readContexts reads the facts on contexts from the run in the tree.
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
	trial.Titles(w, "project", "coverage", "tests / failed / skipped", "as without jprof", "JVMs", "contexts", "calls",
		"bytecodes", "beyond the limit", "wall plain", "wall jprof", "ratio")
	for _, r := range rows {
		c := r.contexts
		trial.Row(w, append([]string{r.name, cmp.Or(c.Coverage, r.mode), r.tests.Total().String(),
			same(len(r.differences)), cell(c.JVMs), cell(c.Nodes), cell(c.Calls), cell(c.Bytecodes), cell(c.Lost)},
			r.took()...)...)
	}
	for _, r := range rows {
		r.writeNotes(w)
	}
}

// recorded builds a project with contexts in the folder tree, and returns the run. With again it takes the run of an
// earlier call, if there is one.
func (c corpus) recorded(p project, env []string, tree, cache string, again bool) (*runs.Opened, error) {
	store := runs.Store{Project: tree}
	if run, err := store.Pick(runs.WantContexts); err == nil && again {
		return run, nil
	}
	if err := c.copy(p, tree); err != nil {
		return nil, err
	}
	env = append(env, "JPROF_CACHE="+cache)
	if err := succeed(tree, tree+".log", env, c.jprof, append(c.with(), p.arguments()...)...); err != nil {
		return nil, err
	}
	return store.Pick(runs.WantContexts)
}
