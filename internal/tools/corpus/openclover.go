package main

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/internal/jtest/oracle"
)

// openCloverSkips are checks that would check the sources that OpenClover instruments.
var openCloverSkips = []string{"-Dpmd.skip=true", "-Dcpd.skip=true", "-Dcheckstyle.skip=true", "-Drat.skip=true",
	"-Dspotless.check.skip=true"}

// openCloverPlugin is the Maven plugin of OpenClover, which instruments sources, too.
const openCloverPlugin = "org.openclover:clover-maven-plugin:5.1.0.1"

// The sides that the bytecode may take where OpenClover and jprof differ.
const (
	sideJprof   = "the bytecode has jprof's count"
	sideClover  = "the bytecode has OpenClover's count"
	sideNone    = "the bytecode has another count"
	sideVaries  = "the bytecode has other counts in each run"
	sideUnknown = "the bytecode does not say"
)

var sidesOf = []string{sideJprof, sideClover, sideNone, sideVaries, sideUnknown}

// openClover compares the counts of statements that OpenClover reports with jprof's, with the oracle's counts where
// they differ. It prints a Markdown table.
func (c corpus) openClover(projects []project, again bool, examples int) error {
	agent, err := oracle.Build(".")
	if err != nil {
		return err
	}
	fmt.Println("| project | lines compared | equal | " + strings.Join(sidesOf, " | ") + " |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, p := range projects {
		l := lines{project: p}
		if err := c.countBoth(&l, agent, again); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		counts, err := c.buildOpenClover(p, again)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		equal, sides := 0, map[string]int{}
		shown := map[string]int{}
		for _, at := range slices.SortedFunc(maps.Keys(counts), place.compare) {
			got, ok := l.in.LCOV[at.file][at.line]
			if !ok {
				continue
			}
			if got == counts[at] {
				equal++
				continue
			}
			side := l.side(at, got, counts[at])
			sides[side]++
			if shown[side]++; shown[side] <= examples {
				fmt.Fprintf(os.Stderr, "%s:%d: OpenClover %d, jprof %d: %s\n", at.file, at.line, counts[at], got, side)
			}
		}
		all, cells := equal, ""
		for _, side := range sidesOf {
			all += sides[side]
			cells += fmt.Sprintf(" %d |", sides[side])
		}
		fmt.Printf("| %s | %d | %d |%s\n", p.name, all, equal, cells)
	}
	return nil
}

// place is a line of a source.
type place struct {
	file string // slash path relative to the project
	line int
}

func (p place) compare(q place) int {
	return cmp.Or(strings.Compare(p.file, q.file), cmp.Compare(p.line, q.line))
}

// side returns the side whose count the bytecode of a line confirms.
func (l *lines) side(at place, jprof, clover uint64) string {
	key := oracle.Place{File: at.file, Line: at.line}
	switch count, ok := l.Compared[key]; {
	case l.Unstable[key]:
		return sideVaries
	case !ok:
		return sideUnknown
	case count == jprof:
		return sideJprof
	case count == clover:
		return sideClover
	}
	return sideNone
}

// buildOpenClover builds a project with OpenClover, and gives the counts of lines with statements.
func (c corpus) buildOpenClover(p project, again bool) (map[place]uint64, error) {
	work := filepath.Join(c.dir, ".builds", p.name+"-openclover")
	tree := filepath.Join(work, p.name)
	if _, err := os.Stat(filepath.Join(work, "done")); err != nil || !again {
		env, err := c.layOut(p)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(os.RemoveAll(work), os.CopyFS(tree, os.DirFS(filepath.Join(c.dir, p.name)))); err != nil {
			return nil, err
		}
		log := filepath.Join(work, "build.log")
		// One database for all modules, so that code of one module counts in the tests of another, too.
		args := slices.Concat([]string{"-B", "-Dmaven.clover.singleCloverDatabase=true"}, openCloverSkips, p.args,
			[]string{openCloverPlugin + ":setup", "verify", openCloverPlugin + ":clover"})
		b, err := build(tree, log, env, "mvn", args...)
		if err != nil {
			return nil, err
		}
		if b.code != 0 {
			return nil, fmt.Errorf("the build with OpenClover failed: see %s", log)
		}
		if err := os.WriteFile(filepath.Join(work, "done"), nil, 0o666); err != nil {
			return nil, err
		}
	}
	out := map[place]uint64{}
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "clover.xml" {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return readOpenClover(f, tree, out)
	})
	return out, err
}

// readOpenClover adds the lines with statements of a report to out; of several on a line the first counts.
func readOpenClover(r io.Reader, tree string, out map[place]uint64) error {
	file := ""
	for d := xml.NewDecoder(r); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attr := func(name string) string {
			for _, a := range start.Attr {
				if a.Name.Local == name {
					return a.Value
				}
			}
			return ""
		}
		switch start.Name.Local {
		case "file":
			rel, err := filepath.Rel(tree, attr("path"))
			if err != nil {
				return err
			}
			file = filepath.ToSlash(rel)
		case "line":
			if attr("type") != "stmt" {
				continue
			}
			n, err1 := strconv.Atoi(attr("num"))
			count, err2 := strconv.ParseUint(attr("count"), 10, 64)
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			if _, seen := out[place{file, n}]; !seen {
				out[place{file, n}] = count
			}
		}
	}
}
