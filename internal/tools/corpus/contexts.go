package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"jprof/internal/jtest/oracle"
	"jprof/internal/jtest/twoways"
	"jprof/internal/runs"
)

// compareAll builds projects plain and in each mode of contexts, "" for counters, and prints a table.
func (c corpus) compareAll(projects []project, modes []string) error {
	var rows []row
	for _, p := range projects {
		for _, mode := range modes {
			c.contexts = mode
			r := c.compare(p)
			for _, d := range r.differences {
				fmt.Fprintf(os.Stderr, "corpus: %s: %s\n", p.name, d)
			}
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

// readContexts reads what the run in the tree has recorded.
func (r *row) readContexts(tree string) error {
	o, err := runs.Store{Project: tree}.NewestWithContexts()
	if err != nil {
		return err
	}
	if !o.IsContexts() || o.Contexts.JVMs == 0 {
		return fmt.Errorf("run %s has no contexts: %s", o.ID, o.NoContexts())
	}
	r.contexts = *o.Contexts
	for _, p := range o.Incomplete {
		r.differences = append(r.differences, "incomplete: "+p)
	}
	if c := r.contexts; r.mode != c.Coverage {
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
		fmt.Fprintf(w, "| %s | %s | %s | %s | %d | %d | %d | %d | %d | %.0f s | %.0f s | %s |\n", r.name, r.mode,
			r.tests.Total(), same, c.JVMs, c.Nodes, c.Calls, c.Bytecodes, c.Lost, r.plain.Seconds(), r.with.Seconds(),
			ratio)
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

// counterRuns is how many runs with counters are compared with one with contexts: methods that differ between them say
// nothing.
const counterRuns = 2

// twoWays compares the invocations of each measured method in runs with counters with its calls in a run with contexts,
// and prints a Markdown table.
func (c corpus) twoWays(projects []project, again bool, examples int) error {
	known, err := readExplained(filepath.Join(filepath.Dir(c.script), "explained-twoways.txt"))
	if err != nil {
		return err
	}
	fmt.Println("| project | methods compared | equal | vary by themselves | differ, with a cause | unexplained |")
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	bad := false
	for _, p := range projects {
		result, err := c.countTwoWays(p, again)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		explain, explained := p.explain(known), 0
		var unexplained []twoways.Difference
		for _, d := range result.Differ {
			if m := d.Methods[0]; explain(oracle.Line{File: m.File, Line: m.Line}) != "" {
				explained++
			} else {
				unexplained = append(unexplained, d)
			}
		}
		for _, d := range result.Vary {
			fmt.Fprintf(os.Stderr, "corpus: %s: varies: %v\n", p.name, d)
		}
		for i, d := range unexplained {
			if i == examples {
				fmt.Fprintf(os.Stderr, "corpus: %s: and %d more\n", p.name, len(unexplained)-i)
				break
			}
			fmt.Fprintf(os.Stderr, "corpus: %s: unexplained: %v\n", p.name, d)
		}
		bad = bad || len(unexplained) > 0
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", p.name, result.Compared, result.Equal, len(result.Vary),
			explained, len(unexplained))
	}
	if bad {
		return errors.New("there are methods whose invocations are not their calls, see above")
	}
	return nil
}

// countTwoWays builds a project with counters and with contexts, each in a tree of its own, and compares. With again it
// uses the files of the last call, where they are there.
func (c corpus) countTwoWays(p project, again bool) (twoways.Result, error) {
	env, err := c.layOut(p)
	if err != nil {
		return twoways.Result{}, err
	}
	work := filepath.Join(c.dir, ".builds", p.name+"-twoways")
	tree := filepath.Join(work, p.name)
	env = append(env, "JPROF_CACHE="+filepath.Join(work, "cache"))
	var counts [][]twoways.Method
	var called []twoways.Called
	for i := range counterRuns + 1 {
		file := filepath.Join(work, fmt.Sprintf("counts-%d.json", i+1))
		command, export := []string{"mvn"}, []string{"--tests", "--format", "json"}
		if i == counterRuns {
			file = filepath.Join(work, "contexts.json")
			command, export = []string{"mvn", "--contexts=app"}, []string{"--format", "contexts-json"}
		}
		if _, err := os.Stat(file); err != nil || !again {
			err := errors.Join(os.RemoveAll(tree), os.CopyFS(tree, os.DirFS(filepath.Join(c.dir, p.name))))
			if err != nil {
				return twoways.Result{}, err
			}
			b, err := build(tree, file+".log", env, c.jprof, append(command, p.arguments()...)...)
			if err == nil && b.code != 0 {
				err = fmt.Errorf("the build failed: see %s.log", file)
			}
			if err == nil {
				cmd := exec.Command(c.jprof, append(append([]string{"export"}, export...), "-o", file)...)
				cmd.Dir, cmd.Env, cmd.Stderr = tree, env, os.Stderr
				err = cmd.Run()
			}
			if err != nil {
				return twoways.Result{}, err
			}
		}
		in, err := os.Open(file)
		if err != nil {
			return twoways.Result{}, err
		}
		if i < counterRuns {
			var list []twoways.Method
			list, err = twoways.ReadCounts(in)
			counts = append(counts, list)
		} else {
			called, err = twoways.ReadContexts(in)
		}
		if err := errors.Join(err, in.Close()); err != nil {
			return twoways.Result{}, err
		}
	}
	return twoways.Compare(counts, called), nil
}
