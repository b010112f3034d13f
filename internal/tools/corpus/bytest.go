package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/jtest/compare"
	"jprof/internal/jtest/oracle"
	"jprof/internal/jtest/trial"
	"jprof/internal/runs"
)

// tested holds the results of a project that was run by test.
type tested struct {
	row           // compared with the plain build
	linesCompared // with builds without --by-test
	byTest        runByTest
	without       int64 // bytes of a run without --by-test
}

// runByTest holds the facts of a run by test.
type runByTest struct {
	tests, jvms int
	unlike      []string // differences from the XML, and other faults
	executions  shares
	size        int64 // in bytes
}

// shares holds the executions of statements of main sources, by the kind of their owner.
type shares struct{ tests, setUp, outside, shared uint64 }

// compareByTest builds projects plain, under jprof, and by test, and compares them. Where lines differ it
// builds with and without --by-test again, so many rounds in all: those that differ between equal builds say nothing.
// It prints a Markdown table.
func (c corpus) compareByTest(projects []project, rounds, examples int) error {
	known, err := c.causes("explained.txt", "explained-contexts.txt")
	if err != nil {
		return err
	}
	var all []tested
	bad := false
	for _, p := range projects {
		t := tested{row: row{project: p}}
		if err := c.test(&t, p.explain(known), rounds, examples); err != nil {
			t.differences = append(t.differences, err.Error())
		}
		t.differences = append(t.differences, t.byTest.unlike...)
		t.mode = "--by-test"
		t.log()
		bad = bad || len(t.differences) > 0 || t.differ > 0
		all = append(all, t)
		printByTest(os.Stderr, all) // so far: all of it may take hours
	}
	printByTest(os.Stdout, all)
	if bad {
		return errors.New("not everything is as it is without --by-test, see the messages above")
	}
	return nil
}

// test builds a project in all ways, again where lines differ.
func (c corpus) test(t *tested, explain func(oracle.Line) string, rounds, examples int) error {
	plain, err := c.buildFirst(t.project, "-by-test")
	if err != nil {
		return err
	}
	var with, without []lineCounts
	for round := range rounds {
		for _, c.byTest = range []bool{false, true} {
			r, all := row{project: t.project}, &without
			if c.byTest {
				all = &with
			}
			err := os.RemoveAll(plain.tree(t.project, c.way()))
			if err == nil {
				err = c.compare(&r, plain)
			}
			if err != nil {
				return err
			}
			tree := plain.tree(t.project, c.way())
			lines, err := c.readLines(tree, plain.env, filepath.Join(plain.work, "lcov.info"))
			if err != nil {
				return err
			}
			*all = append(*all, lines)
			if round > 0 {
				t.differences = append(t.differences, r.differences...)
				continue
			}
			r.differences = append(t.differences, r.differences...)
			t.row = r
			if !c.byTest {
				t.without, err = sizeOfRun(tree)
			} else {
				t.byTest, err = c.readByTest(tree, plain.env)
			}
			if err != nil {
				return err
			}
		}
		if t.linesCompared = compareLines(with, without, explain, nil); t.differ == 0 {
			return nil
		}
	}
	compareLines(with, without, explain, show(examples, "by test", "without"))
	return nil
}

// readByTest checks the last run in a tree: its tests are those of its XML, and its counts are the sums of theirs.
func (c corpus) readByTest(tree string, env []string) (r runByTest, err error) {
	o, err := runs.Store{Project: tree}.Pick(runs.WantCounts)
	if err != nil {
		return r, err
	}
	for _, p := range o.Incomplete {
		r.unlike = append(r.unlike, "problem of the run: "+p)
	}
	content, err := o.Read()
	if err != nil {
		return r, err
	}
	tests, err := content.Tests()
	if err != nil {
		return r, err
	}
	var cases []compare.Case
	for _, t := range tests.Tests() {
		if t.Kind == testcounts.Case {
			cases = append(cases, compare.Case{Class: t.Class, Name: t.Method + "\n" + t.Display,
				Outcomes: outcomeOf(t.Status)})
		}
	}
	reports, err := compare.ReadCases(o.Dir)
	if err != nil {
		return r, err
	}
	r.tests, r.jvms = len(cases), tests.JVMs()
	r.unlike = append(r.unlike, compare.Unlike(reports, cases)...)
	r.unlike = append(r.unlike, unequalSums(content.Totals, tests)...)
	if r.executions, err = c.shares(tree, env); err != nil {
		return r, err
	}
	r.size, err = sizeOfRun(tree)
	return r, err
}

// outcomeOf returns the outcome in reports for a status.
func outcomeOf(s testcounts.Status) compare.Outcomes {
	switch s {
	case testcounts.Passed:
		return compare.Outcomes{Passed: 1}
	case testcounts.Aborted, testcounts.Skipped:
		return compare.Outcomes{Skipped: 1}
	}
	return compare.Outcomes{Failed: 1}
}

// unequalSums lists packages in which the sum of all owners is not the count of the run. jprof checks that, too, by
// test step: this is another way to add up.
func unequalSums(totals *counts.Totals, tests *testcounts.Counts) (out []string) {
	sums := map[probe.ID]map[uint32]uint64{}
	for i := range tests.Tests() {
		for s := range tests.Of(i) {
			sum := sums[s.ID]
			if sum == nil {
				sum = map[uint32]uint64{}
				sums[s.ID] = sum
			}
			for j, k := range s.Index {
				sum[k] += s.Count[j]
			}
		}
	}
	for id, sum := range sums {
		n := 0
		counters := totals.Counters(id)
		for k, want := range counters {
			if sum[uint32(k)] != want {
				n++
			}
			delete(sum, uint32(k))
		}
		if n += len(sum); n > 0 {
			out = append(out, fmt.Sprintf("%d counters of package %x are not the sums of their owners", n, id[:4]))
		}
	}
	return out
}

// shares asks jprof for the executions of main sources by owner.
func (c corpus) shares(tree string, env []string) (s shares, err error) {
	out, err := c.ask(tree, env, "tests", "--json")
	if err != nil {
		return s, err
	}
	var doc struct {
		Tests, Others []struct {
			Owner      string
			Executions uint64
		}
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		return s, fmt.Errorf("jprof tests: %w", err)
	}
	for _, t := range doc.Tests {
		s.tests += t.Executions
	}
	for _, o := range doc.Others {
		switch o.Owner {
		case "class":
			s.setUp += o.Executions
		case "outside":
			s.outside += o.Executions
		case "several":
			s.shared += o.Executions
		default:
			return s, fmt.Errorf("jprof tests: an owner %q", o.Owner)
		}
	}
	return s, nil
}

// cells returns the shares for a table.
func (s shares) cells() (cells []string) {
	all := float64(s.tests + s.setUp + s.outside + s.shared)
	for _, n := range []uint64{s.tests, s.setUp, s.outside, s.shared} {
		cells = append(cells, fmt.Sprintf("%.3g %%", 100*float64(n)/max(all, 1)))
	}
	return cells
}

// printOwners writes the owners of counts only.
func printOwners(w io.Writer, all []tested) {
	fmt.Fprintln(w)
	trial.Titles(w, "project", "tests / failed / skipped", "by test, as in the XML", "executed in tests", "in set-up",
		"outside", "several at once")
	for _, t := range all {
		trial.Row(w, append([]string{t.name, t.tests.Total().String(), t.asXML()}, t.byTest.executions.cells()...)...)
	}
}

// asXML returns the number of tests of a run, and the number of differences from the XML.
func (t *tested) asXML() string {
	text := fmt.Sprint(t.byTest.tests)
	if n := len(t.byTest.unlike); n > 0 {
		text += fmt.Sprintf(", **%d differences**", n)
	}
	return text
}

// sizeOfRun returns the size in bytes of the files of the last run in a tree.
func sizeOfRun(tree string) (size int64, err error) {
	o, err := runs.Store{Project: tree}.Pick(runs.WantCounts)
	if err != nil {
		return 0, err
	}
	err = filepath.WalkDir(o.Dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

// readLines exports the counts of the last run in a tree to the file lcov, and reads them.
func (c corpus) readLines(tree string, env []string, lcov string) (lineCounts, error) {
	if err := c.export(tree, env, lcov); err != nil {
		return nil, err
	}
	return oracle.ReadLCOV(lcov)
}

// printByTest writes the table, and below it the differences.
func printByTest(w io.Writer, all []tested) {
	trial.Titles(w, "project", "tests / failed / skipped", "as without jprof", "by test, as in the XML",
		"executed in tests", "in set-up", "outside", "several at once", "lines compared", "equal", "vary by themselves",
		"differ, with a cause", "differ", "run, KB", "by test, KB")
	for _, t := range all {
		trial.Row(w, slices.Concat([]string{t.name, t.tests.Total().String(),
			same(len(t.differences) - len(t.byTest.unlike)), t.asXML()}, t.byTest.executions.cells(),
			t.linesCompared.cells(), []string{cell(t.without / 1000), cell(t.byTest.size / 1000)})...)
	}
	for _, t := range all {
		t.writeNotes(w)
	}
}
