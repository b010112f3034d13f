package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jprof/internal/jtest/trial"
)

// written is the command that the document names as its source.
const written = "make mutants"

// sums holds the numbers of a line of the table.
type sums struct {
	changes, killed, missed int
	tests                   int // number of tests of one full run
	share, time             []float64
	all                     int     // number of changes for which all tests were selected
	alone, differ           int     // numbers of runs of the selected tests only
	partCPU, allCPU         float64 // seconds of these runs, and of those of all tests
}

// add adds the numbers of a change.
func (s *sums) add(r *record) {
	s.changes++
	if r.killed() {
		s.killed++
	}
	x := r.Selected
	s.tests = max(s.tests, x.Of)
	s.share = append(s.share, float64(x.Tests)/float64(max(1, x.Of)))
	s.time = append(s.time, x.Time)
	if x.All != nil {
		s.all++
	}
	if len(x.Missed) > 0 {
		s.missed++
	}
	if x.Alone != nil {
		s.alone++
		if len(x.Alone.Differ) > 0 {
			s.differ++
		}
		s.partCPU += x.Alone.CPU
		s.allCPU += x.Alone.AllCPU
	}
}

// cells returns the columns of a line.
func (s *sums) cells() []string {
	return []string{fmt.Sprint(s.changes), fmt.Sprint(s.killed), trial.Percent(trial.Mean(s.share)),
		trial.Percent(trial.Median(s.share)),
		trial.Percent(trial.Mean(s.time)), trial.Percent(trial.Median(s.time)), fmt.Sprint(s.all), fmt.Sprint(s.missed),
		s.same()}
}

// same returns the number of changes with which the same tests fail in a run of the selected ones only.
func (s *sums) same() string {
	if s.alone == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", s.alone-s.differ, s.alone)
}

// columns holds the titles of sums.cells.
var columns = []string{"changes", "some test fails", "tests selected: mean", "median", "their time: mean", "median",
	"all selected", "a test fails and is not selected", "selected ones alone: the same fail"}

// document returns the part of the document about all changes whose selection is known.
func (w *work) document() (string, error) {
	var total sums
	var rows [][]string
	var notes []string
	byKind, reasons, whole := map[string]*sums{}, map[string]int{}, map[string]int{}
	for _, known := range projects {
		p := w.place(known)
		all, err := p.records()
		if err != nil {
			return "", err
		}
		var s sums
		for _, r := range all {
			if r.Full == nil || r.Selected == nil {
				continue
			}
			if byKind[r.Mutant.Kind] == nil {
				byKind[r.Mutant.Kind] = &sums{}
			}
			for _, to := range []*sums{&s, &total, byKind[r.Mutant.Kind]} {
				to.add(r)
			}
			for kind, n := range r.Selected.Kinds {
				reasons[kind] += n
			}
			for _, kind := range slices.Compact(slices.Sorted(slices.Values(r.Selected.All))) {
				whole[kind]++
			}
		}
		if s.changes == 0 {
			continue
		}
		rows = append(rows, append([]string{p.name, fmt.Sprint(s.tests)}, s.cells()...))
		note, err := p.note(&s)
		if err != nil {
			return "", err
		}
		notes = append(notes, note)
	}
	if total.changes == 0 {
		return "", errors.New("nothing was measured yet")
	}
	var t strings.Builder
	fmt.Fprintf(&t, "%s, by `%s`.\n\n", time.Now().UTC().Format("2006-01-02"), written)
	trial.Titles(&t, append([]string{"project", "tests"}, columns...)...)
	for _, row := range append(rows, append([]string{"all", ""}, total.cells()...)) {
		trial.Row(&t, row...)
	}
	fmt.Fprintln(&t)
	trial.Titles(&t, append([]string{"kind of change"}, columns...)...)
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		trial.Row(&t, append([]string{kind}, byKind[kind].cells()...)...)
	}
	writeShares(&t, "why a test was selected, by its first reason", "of the selected tests", reasons)
	writeShares(&t, "why all tests were selected", "of such changes", whole)
	t.WriteString("\n" + strings.Join(notes, ""))
	return t.String(), nil
}

// writeShares writes a table of numbers, with their shares of the sum.
func writeShares(t *strings.Builder, title, of string, numbers map[string]int) {
	sum := 0
	for _, n := range numbers {
		sum += n
	}
	if sum == 0 {
		return
	}
	fmt.Fprintln(t)
	trial.Titles(t, title, of)
	byNumber := func(a, b string) int { return cmp.Or(cmp.Compare(numbers[b], numbers[a]), cmp.Compare(a, b)) }
	for _, name := range slices.SortedFunc(maps.Keys(numbers), byNumber) {
		trial.Row(t, name, trial.Percent(float64(numbers[name])/float64(sum)))
	}
}

// note returns the facts that do not fit into the table: the time of a run, and the tests that are not compared.
func (p *place) note(s *sums) (string, error) {
	b, err := p.readBaseline()
	if err != nil {
		return "", err
	}
	var names []string
	for _, e := range b.Excluded {
		if !slices.ContainsFunc(e.Did, func(s string) bool { return s != "skipped" && s != "aborted" }) {
			continue // it never runs
		}
		did := strings.Join(slices.Compact(slices.Clone(e.Did)), ", ")
		names = append(names, fmt.Sprintf("`%s` (%s)", e.name(), did))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	text := fmt.Sprintf("- %s: %d tests are compared, %.1f s in a run. ", p.name, len(b.Tests), b.Seconds)
	if s.alone > 0 {
		text += fmt.Sprintf("JVMs that ran the selected tests alone took %s of the CPU time of those that ran all. ",
			trial.Percent(s.partCPU/max(s.allCPU, 1e-9)))
	}
	if len(names) > 0 {
		text += fmt.Sprintf("Omitted, as they do not pass in each of %d plain runs: %s. ", b.Runs,
			strings.Join(names, ", "))
	}
	if len(p.without) > 0 {
		text += fmt.Sprintf("Omitted, as %s: `%s`.", whyWithout, strings.Join(p.without, "`, `"))
	}
	return strings.TrimSpace(text) + "\n", nil
}
