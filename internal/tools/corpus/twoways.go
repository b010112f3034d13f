package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"jprof/internal/jtest/oracle"
	"jprof/internal/jtest/twoways"
)

// counterRuns is the number of runs with counters that are compared with one with contexts: methods that differ between
// them prove nothing.
const counterRuns = 2

// subject is a project or program that is measured in two ways.
type subject struct {
	name string
	work string // the folder of the exports
	// prepare makes the folder that a run starts in, with its environment.
	prepare func() (dir string, env []string, err error)
	// command is the arguments of jprof; option is "" or that for contexts.
	command func(option ...string) []string
	explain func(oracle.Line) string
}

// subjects are projects, or the program that arguments of jprof run describe.
func (c corpus) subjects(projects []project, program string) ([]subject, error) {
	known, err := readExplained(filepath.Join(filepath.Dir(c.script), "explained-twoways.txt"))
	if err != nil {
		return nil, err
	}
	if program != "" {
		args, err := shellquote.Split(program)
		if err != nil {
			return nil, fmt.Errorf("-program: %w", err)
		}
		dir, err := os.Getwd()
		return []subject{{
			name: args[len(args)-1], work: filepath.Join(dir, ".twoways"), explain: project{}.explain(known),
			prepare: func() (string, []string, error) { return dir, os.Environ(), nil },
			command: func(option ...string) []string { return slices.Concat([]string{"run"}, option, args) },
		}}, err
	}
	var all []subject
	for _, p := range projects {
		work := filepath.Join(c.dir, ".builds", p.name+"-twoways")
		all = append(all, subject{
			name: p.name, work: work, explain: p.explain(known),
			prepare: func() (string, []string, error) {
				env, err := c.layOut(p)
				tree := filepath.Join(work, p.name)
				if err == nil {
					err = errors.Join(os.RemoveAll(tree), os.CopyFS(tree, os.DirFS(filepath.Join(c.dir, p.name))))
				}
				return tree, append(env, "JPROF_CACHE="+filepath.Join(work, "cache")), err
			},
			command: func(option ...string) []string { return slices.Concat([]string{"mvn"}, option, p.arguments()) },
		})
	}
	return all, nil
}

// twoWays compares the invocations of each measured method in runs with counters with its calls in a run with contexts,
// and prints a Markdown table.
func (c corpus) twoWays(projects []project, program string, again bool, examples int) error {
	subjects, err := c.subjects(projects, program)
	if err != nil {
		return err
	}
	fmt.Println("| project | methods compared | called | equal | vary by themselves | differ, with a cause " +
		"| unexplained |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- |")
	bad := false
	for _, s := range subjects {
		result, err := c.countTwoWays(s, again)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		explained := 0
		var unexplained []twoways.Difference
		for _, d := range result.Differ {
			if m := d.Methods[0]; s.explain(oracle.Line{File: m.File, Line: m.Line}) != "" {
				explained++
			} else {
				unexplained = append(unexplained, d)
			}
		}
		for _, d := range result.Vary {
			fmt.Fprintf(os.Stderr, "corpus: %s: varies: %v\n", s.name, d)
		}
		for i, d := range unexplained {
			if i == examples {
				fmt.Fprintf(os.Stderr, "corpus: %s: and %d more\n", s.name, len(unexplained)-i)
				break
			}
			fmt.Fprintf(os.Stderr, "corpus: %s: unexplained: %v\n", s.name, d)
		}
		bad = bad || len(unexplained) > 0
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d |\n", s.name, result.Compared, result.Called, result.Equal,
			len(result.Vary), explained, len(unexplained))
	}
	if bad {
		return errors.New("there are methods whose invocations are not their calls, see above")
	}
	return nil
}

// countTwoWays measures a subject with counters and with contexts, and compares. With again it uses the files of the
// last call, where they are there.
func (c corpus) countTwoWays(s subject, again bool) (twoways.Result, error) {
	if err := os.MkdirAll(s.work, 0o777); err != nil {
		return twoways.Result{}, err
	}
	var counts [][]twoways.Method
	for i := range counterRuns {
		file := filepath.Join(s.work, fmt.Sprintf("counts-%d.json", i+1))
		list, err := exported(c, s, again, file, []string{"--tests", "--format", "json"}, s.command(),
			twoways.ReadCounts)
		if err != nil {
			return twoways.Result{}, err
		}
		counts = append(counts, list)
	}
	called, err := exported(c, s, again, filepath.Join(s.work, "contexts.json"), []string{"--format", "contexts-json"},
		s.command("--contexts=app"), twoways.ReadContexts)
	return twoways.Compare(counts, called), err
}

// exported runs jprof with these arguments, exports the run to a file, and reads that.
func exported[T any](c corpus, s subject, again bool, file string, export, args []string,
	read func(io.Reader) ([]T, error)) ([]T, error) {
	if _, err := os.Stat(file); err != nil || !again {
		dir, env, err := s.prepare()
		if err != nil {
			return nil, err
		}
		b, err := build(dir, file+".log", env, c.jprof, args...)
		if err == nil && b.code != 0 {
			err = fmt.Errorf("%s failed: see %s.log", strings.Join(args, " "), file)
		}
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(c.jprof, slices.Concat([]string{"export"}, export, []string{"-o", file})...)
		cmd.Dir, cmd.Env, cmd.Stderr = dir, env, os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, err
		}
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	list, err := read(in)
	return list, cmp.Or(err, in.Close())
}
