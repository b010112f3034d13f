package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"jprof/internal/jtest/oracle"
)

// expectation is a line of a source whose count the driver knows.
type expectation struct {
	file        string
	after, text string
	count       uint64
}

// expectations reads the lines with known counts from the output of a driver.
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

// find returns the number of the first line that is e.text, without the blanks around it, after a line that contains
// e.after.
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

// checkCounts returns an error if the counts of a run are not those that the driver knows.
func (b *bench) checkCounts(d *build, out string) error {
	lcov := d.path("run", "lcov.info")
	_, _, err := command(d.dir, clean(), b.jprof, "export", "--tests", "--format", "lcov", "-o", lcov,
		"--map", d.path(jprof, "map"), "--counts", d.path("run", "counts"))
	if err != nil {
		return err
	}
	counts, err := oracle.ReadLCOV(lcov)
	if err != nil {
		return err
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
		if got, ok := counts[plain+"/src/"+e.file][line]; !ok || got != e.count {
			return fmt.Errorf("%s:%d: jprof counts %d, the driver %d: %s", e.file, line, got, e.count, e.text)
		}
	}
	return nil
}
