package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/jtest/trial"
	"jprof/internal/runs"
	"jprof/internal/util/version"
)

// testsRun names the run with counts by test.
const testsRun = "by-test"

// The limits for jprof tests and jprof report: 100,000 tests of 15,000 files.
const (
	mostTestsSeconds = 60
	mostTestsMemory  = 850e6
)

// measureTests measures jprof tests and the report on the sources of a JDK, with so many made-up tests.
func measureTests(jprof, home, work string, n int) error {
	jprof, project, err := prepare(jprof, home, work)
	if err != nil {
		return err
	}
	if err := makeTests(project, n); err != nil {
		return err
	}
	row("load", "%s", trial.Load())
	report := filepath.Join(work, "report-by-test")
	for _, args := range [][]string{
		{"tests"}, {"tests", "--csv"}, {"tests", "--for", "java.util.HashMap"},
		{"tests", "--for", "HashMap.java:putVal"}, {"tests", "--test", "Test7"}, {"tests", "--alike"},
		{"tests", "--order"}, {"tests", "--redundant"}, {"report", "-o", report},
	} {
		u, err := timed(jprof, project, append(args, "--run", testsRun)...)
		if err != nil {
			return err
		}
		if u.Wall > mostTestsSeconds || u.Peak > mostTestsMemory {
			return fmt.Errorf("more than %d s or %.0f MB", mostTestsSeconds, mb(mostTestsMemory))
		}
	}
	return printSizes(project, report)
}

// madeFile is a file of the project with the counts that tests may have in it.
type madeFile struct {
	pkg      *probe.Package
	file     *probe.File
	variants []testcounts.Section
}

// variantsOfFile is the number of ways in which tests execute a file.
const variantsOfFile = 6

// variant is one of the ways in which tests execute a file: few of its methods.
func (f *madeFile) variant(i int) testcounts.Section {
	for len(f.variants) <= i {
		s := testcounts.Section{ID: f.pkg.ID}
		for k, n := range makeCounters(f.file, fmt.Sprint("test ", len(f.variants)), 0.6) {
			if n > 0 {
				s.Index, s.Count = append(s.Index, f.file.Base+uint32(k)), append(s.Count, n)
			}
		}
		f.variants = append(f.variants, s)
	}
	return f.variants[i]
}

// makeTests adds a run to the project, of n tests, each of which executes some files: sixteen beside each other, and
// eight of those that many tests execute.
func makeTests(project string, n int) error {
	store := runs.Store{Project: project}
	if err := os.RemoveAll(store.RunDir(testsRun)); err != nil {
		return err
	}
	from, err := store.Open(store.RunDir("scale"))
	if err != nil {
		return err
	}
	content, err := from.Read()
	if err != nil {
		return err
	}
	var files []*madeFile
	var maps []*probe.Set
	for _, set := range content.Maps {
		maps = append(maps, set.Set)
		for _, p := range set.Packages {
			for _, f := range p.Files {
				if f.Counters > 0 {
					files = append(files, &madeFile{pkg: p, file: f})
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	builder := testcounts.NewBuilder(maps)
	totals := map[probe.ID][]uint64{}
	counters := 0
	start := time.Now().UTC()
	for i := range n {
		t := testcounts.Test{Class: fmt.Sprintf("org.example.p%d.Test%d", i/200, i/20),
			Method: fmt.Sprintf("test%d", i), Attempt: 1, Nanos: uint64(r.IntN(50e6)), Began: start}
		owner := builder.Owner(t)
		var sections []testcounts.Section
		taken := map[int]bool{}
		center := r.IntN(len(files))
		for k := range 24 {
			at := (center + r.IntN(40)) % len(files)
			if k >= 16 {
				at = r.IntN(100) * len(files) / 100
			}
			if taken[at] {
				continue
			}
			taken[at] = true
			s := files[at].variant(r.IntN(variantsOfFile))
			if totals[s.ID] == nil {
				totals[s.ID] = make([]uint64, files[at].pkg.Counters())
			}
			for j, index := range s.Index {
				totals[s.ID][index] += s.Count[j]
			}
			counters += len(s.Index)
			sections = append(sections, s)
		}
		if err := builder.Add(owner, sections...); err != nil {
			return err
		}
	}
	tests := builder.Counts()
	row("tests", "%d, with %.0f counters in the mean, of %d files", n, float64(counters)/float64(n), len(files))
	return saveTests(store, from, tests, totals, start)
}

// saveTests stores the run with the made-up tests.
func saveTests(store runs.Store, from *runs.Opened, tests *testcounts.Counts, totals map[probe.ID][]uint64,
	start time.Time) error {
	file := &counts.File{Merged: true, JVMs: 1, Start: start, Java: []string{"25"}}
	for id, c := range totals {
		file.Sections = append(file.Sections, counts.Section{ID: id, Counters: c})
	}
	slices.SortFunc(file.Sections, func(a, b counts.Section) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	r := runs.Run{ID: testsRun, Tool: version.String(), Command: []string{"mvn", "verify"}, Dir: ".",
		Started: start, Ended: start, Rounds: 1, JDK: "25", JVMs: 1, Sources: ".", Around: ".", Title: from.Title,
		Sets: from.Sets, ByTest: runs.DescribeTests(tests)}
	return store.Save(&r, func(to string) error {
		if err := os.CopyFS(filepath.Join(to, "maps"), os.DirFS(filepath.Join(from.Dir, "maps"))); err != nil {
			return err
		}
		f, err := os.Create(filepath.Join(to, "counts"))
		if err != nil {
			return err
		}
		err = errors.Join(counts.Write(f, file), f.Close(), tests.WriteFile(filepath.Join(to, runs.TestsFile)))
		if info, bad := os.Stat(filepath.Join(to, runs.TestsFile)); bad == nil {
			row("counts by test", "%.1f MB", mb(info.Size()))
		}
		return err
	})
}
