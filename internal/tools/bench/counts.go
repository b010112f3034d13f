package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/jtest/oracle"
)

// lineCounts is file -> line -> count.
type lineCounts = map[string]map[int]uint64

// expectation is a line with a count that the driver knows.
type expectation struct {
	file        string
	after, text string
	count       uint64
}

// expectations finds them in the output of a driver.
func expectations(out string) ([]expectation, error) {
	var all []expectation
	for line := range strings.Lines(out) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "expect ")
		if !ok {
			continue
		}
		file, rest, ok1 := strings.Cut(line, "|")
		after, rest, ok2 := strings.Cut(rest, "|")
		end := strings.LastIndexByte(rest, '|') // the text may hold some
		if !ok1 || !ok2 || end < 0 {
			return nil, fmt.Errorf("cannot read what is expected: %q", line)
		}
		count, err := strconv.ParseUint(rest[end+1:], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("cannot read what is expected: %q: %w", line, err)
		}
		all = append(all, expectation{file, after, rest[:end], count})
	}
	return all, nil
}

// find is the number of the line: the first that is e.text, without the blanks around it, after one that holds e.after.
func (e expectation) find(source string) (int, error) {
	n, seen := 0, false
	for line := range strings.Lines(source) {
		n++
		if seen && strings.TrimSpace(line) == e.text {
			return n, nil
		}
		seen = seen || strings.Contains(line, e.after)
	}
	return 0, fmt.Errorf("%s: no line %q after %q", e.file, e.text, e.after)
}

// observed is the counts of jprof's variants of a program.
type observed struct {
	known int                    // comparisons with counts that the driver knows, all equal
	first map[string]lineCounts  // runs with one thread -> the counts of the first one
	vary  map[string]map[at]bool // runs with one thread -> lines that differ between them
	runs  []seen
}

// at is a line of a source.
type at struct {
	file string
	line int
}

// seen are the counts of a run with several threads.
type seen struct {
	kind    string
	threads int
	counts  lineCounts
}

// checkCounts compares the counts of a run with those that the driver knows, and keeps them for comparisons with other
// runs.
func (b *bench) checkCounts(d *build, s setting, round, units int, out string) error {
	lcov := d.path("run", "lcov.info")
	_, _, err := command(d.dir, clean(), b.jprof, "export", "--tests", "--format", "lcov", "-o", lcov,
		"--map", d.path(jprof, "map"), "--counts", d.path("run", "counts"))
	if err != nil {
		return err
	}
	records, err := oracle.ReadLCOV(lcov)
	if err != nil {
		return err
	}
	counts := lineCounts{}
	for file, lines := range records {
		counts[strings.TrimPrefix(file, plain+"/src/")] = lines // as in the sources
	}
	list, err := expectations(out)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("the driver knows no count")
	}
	for _, e := range list {
		source, err := os.ReadFile(d.path(plain, "src", filepath.FromSlash(e.file)))
		if err != nil {
			return err
		}
		line, err := e.find(string(source))
		if err != nil {
			return err
		}
		if got, ok := counts[e.file][line]; !ok || got != e.count {
			return fmt.Errorf("%s:%d: jprof counts %d, the driver %d: %s", e.file, line, got, e.count, e.text)
		}
		d.observed.known++
	}
	if round > 0 {
		d.observed.add(fmt.Sprintf("JDK %d, %d units", s.jdk.Version, units), s.threads, counts)
	}
	return nil
}

// add keeps the counts of a run. Runs of the same kind do the same work.
func (o *observed) add(kind string, threads int, counts lineCounts) {
	if threads != 1 {
		o.runs = append(o.runs, seen{kind, threads, counts})
		return
	}
	if o.first == nil {
		o.first, o.vary = map[string]lineCounts{}, map[string]map[at]bool{}
	}
	if o.first[kind] == nil {
		o.first[kind], o.vary[kind] = counts, map[at]bool{}
		return
	}
	for _, p := range differing(o.first[kind], counts) {
		o.vary[kind][p] = true
	}
}

// differing lists the lines on which two runs do not agree.
func differing(a, b lineCounts) []at {
	files := maps.Clone(a)
	maps.Copy(files, b)
	var all []at
	for _, f := range slices.Sorted(maps.Keys(files)) {
		lines := map[int]bool{}
		for n := range a[f] {
			lines[n] = true
		}
		for n := range b[f] {
			lines[n] = true
		}
		for _, n := range slices.Sorted(maps.Keys(lines)) {
			if a[f][n] != b[f][n] {
				all = append(all, at{f, n})
			}
		}
	}
	return all
}

// countsOf is the part of the document about the counts of a program.
type countsOf struct {
	Program string
	Known   int // comparisons with a count that the driver knows
	Lines   int // executed with one thread
	Varying int // of these differ between runs with one thread, and are not compared
	Equal   int // of the others are the same in all runs with more threads
	Differ  []string
	Shares  string // why lines may differ
}

// examples limits the differing lines that are listed.
const examples = 5

// summary compares the runs with several threads with those with one.
func (o *observed) summary(p program) countsOf {
	c := countsOf{Program: p.name, Known: o.known, Shares: p.shares}
	differ := map[at]string{}
	executed, varying := map[at]bool{}, map[at]bool{}
	for kind, counts := range o.first {
		for file, lines := range counts {
			for n, v := range lines {
				if v > 0 {
					executed[at{file, n}] = true
				}
			}
		}
		maps.Copy(varying, o.vary[kind])
	}
	for _, r := range o.runs {
		one := o.first[r.kind]
		if one == nil {
			continue // it ran with several threads only
		}
		for _, place := range differing(one, r.counts) {
			if !varying[place] {
				differ[place] = fmt.Sprintf("%s:%d: %d with one thread, %d with %d (%s)", place.file, place.line,
					one[place.file][place.line], r.counts[place.file][place.line], r.threads, r.kind)
			}
		}
	}
	c.Lines, c.Varying = len(executed), len(varying)
	c.Equal = len(executed) - len(varying)
	for place := range differ {
		if executed[place] {
			c.Equal--
		}
	}
	for _, place := range slices.SortedFunc(maps.Keys(differ), func(a, b at) int {
		return strings.Compare(fmt.Sprintf("%s:%9d", a.file, a.line), fmt.Sprintf("%s:%9d", b.file, b.line))
	}) {
		c.Differ = append(c.Differ, differ[place])
	}
	return c
}
