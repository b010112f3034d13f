package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"jprof/internal/jtest/efficiencytable"
)

// efficiency builds projects with contexts in each of the modes, asks jprof for the efficiency of their tests,
// prints the table, and puts it into the document doc, if any. If a project cannot be measured, the others are measured
// all the same.
func (c corpus) efficiency(projects []project, modes []string, again bool, doc string) error {
	var rows []efficiencytable.Row
	var failed []error
	for _, p := range projects {
		for _, mode := range modes {
			c.contexts = mode
			row, err := c.efficiencyOf(p, again)
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", p.name, err))
				continue
			}
			rows = append(rows, row)
		}
	}
	all, err := c.projects(nil)
	if err != nil {
		return err
	}
	var names []string
	for _, p := range all {
		names = append(names, p.name)
	}
	if rows, err = efficiencytable.Keep(filepath.Join(c.dir, ".builds", "efficiency.json"), rows, names); err != nil {
		return err
	}
	line := fmt.Sprintf("%s, %d cores", time.Now().UTC().Format("2006-01-02"), runtime.NumCPU())
	failed = append(failed, efficiencytable.Publish(os.Stdout, doc, "make table-suites", line, "test suite",
		rows))
	return errors.Join(failed...)
}

// efficiencyOf returns the row of a project.
func (c corpus) efficiencyOf(p project, again bool) (row efficiencytable.Row, err error) {
	env, err := c.layOut(p)
	if err != nil {
		return row, err
	}
	work := filepath.Join(c.dir, ".builds", p.name+"-contexts") // as compareAll builds it
	tree := filepath.Join(work, c.contexts, p.name)
	run, err := c.recorded(p, env, tree, filepath.Join(work, "cache"), again)
	if err != nil {
		return row, err
	}
	cmd := exec.Command(c.jprof, "efficiency", "--json", "--run", run.ID)
	cmd.Dir, cmd.Env = tree, env
	return efficiencytable.Measure(p.name, c.contexts, p.jdk, cmd)
}
