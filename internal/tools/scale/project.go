package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jprof/instrument"
	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
	"jprof/internal/runs"
	"jprof/internal/util/version"
)

// largest is a source that is made up, of at least largestLines lines, as no source of a JDK has so many.
const (
	largest      = "scale/scale/Largest.java"
	largestLines = 30000
)

// makeProject makes a folder with the sources of a JDK and a run of them, as after jprof mvn: the modules of the JDK
// are those of the project. A folder that was made before is not changed.
func makeProject(home, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	tmp := dir + ".part"
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	if err := jtest.UnpackSources(filepath.Join(home, "lib", "src.zip"), tmp); err != nil {
		return err
	}
	if err := writeLargest(tmp); err != nil {
		return err
	}
	if err := makeRun(tmp, filepath.Base(home)); err != nil {
		return err
	}
	return os.Rename(tmp, dir)
}

// writeLargest writes a source that has the classes of a package, repeated until the source has enough lines.
func writeLargest(dir string) error {
	// the pattern is well-formed
	from, err := filepath.Glob(filepath.Join(dir, "java.base", "java", "util", "concurrent", "*.java"))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString("package scale;\n")
	if len(from) == 0 {
		return errors.New("the JDK has no java.util.concurrent")
	}
	for i, lines := 0, 1; lines < largestLines; i++ {
		text, err := os.ReadFile(from[i%len(from)])
		if err != nil {
			return err
		}
		for line := range bytes.Lines(text) {
			if !bytes.HasPrefix(line, []byte("package ")) && !bytes.HasPrefix(line, []byte("import ")) {
				out.Write(line)
				lines++
			}
		}
	}
	path := filepath.Join(dir, filepath.FromSlash(largest))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o666)
}

// makeRun instruments each module into a map, makes up counts, and saves both as a run.
func makeRun(dir, title string) error {
	copies, err := os.MkdirTemp(dir, ".copies-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copies)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	r := runs.Run{ID: "scale", Tool: version.String(), Command: []string{"mvn", "verify"}, Dir: ".", Started: now,
		Ended: now, Rounds: 1, JDK: "25",
		Sources: ".", Around: ".", Title: title}
	var sets []*probe.Set
	maps := map[string]string{} // file of a map -> where it is
	for _, e := range entries {
		module := e.Name()
		if !e.IsDir() || strings.HasPrefix(module, ".") {
			continue
		}
		path := filepath.Join(copies, module+".map")
		result, err := writeMap(path, module, filepath.Join(dir, module), filepath.Join(copies, module))
		if err != nil {
			return fmt.Errorf("%s: %w", module, err)
		}
		set, err := probe.ReadFile(path)
		if err != nil {
			return err
		}
		sets = append(sets, set)
		maps[module+".map"] = path
		r.Sets = append(r.Sets, runs.Set{Module: set.Module, Name: set.Name, Map: module + ".map", Files: result.Files,
			Measured: result.Measured})
		r.Tests = append(r.Tests, runs.TestStep{ID: module, Module: set.Module,
			Plugin: "org.apache.maven.plugins:maven-surefire-plugin:3.5.0",
			Goal:   "test", Execution: "default-test", Kind: "unit"})
	}
	file := makeCounts(sets, r.Tests, now)
	r.JVMs = int(file.JVMs)
	return runs.Store{Project: dir}.Save(&r, func(to string) error {
		if err := os.Mkdir(filepath.Join(to, "maps"), 0o777); err != nil {
			return err
		}
		for name, path := range maps {
			if err := os.Rename(path, filepath.Join(to, "maps", name)); err != nil {
				return err
			}
		}
		f, err := os.Create(filepath.Join(to, "counts"))
		if err != nil {
			return err
		}
		return errors.Join(counts.Write(f, file), f.Close())
	})
}

// writeMap instruments a module for its map alone.
func writeMap(path, module, src, dst string) (*instrument.Result, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	w, err := probe.NewWriter(f, version.String(), "jdk:"+module, "main")
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	result, err := instrument.Tree(context.Background(), []instrument.Root{{Src: src, Dst: dst, Rel: module}},
		instrument.Options{Module: "jdk:" + module, SourceSet: "main", CountsDir: dst, JavaOnly: true}, w)
	return result, errors.Join(err, w.Close(), f.Close())
}

// makeCounts makes up the counts of the tests of each module: in the module, and in half of the packages of the
// previous one.
func makeCounts(sets []*probe.Set, tests []runs.TestStep, start time.Time) *counts.File {
	file := &counts.File{Merged: true, JVMs: uint32(len(sets)), Start: start, Java: []string{"25"}}
	for _, t := range tests {
		file.Steps = append(file.Steps, counts.Step{Name: t.ID})
	}
	count := func(step int, p *probe.Package) {
		s := counts.Section{ID: p.ID}
		for _, f := range p.Files {
			s.Counters = append(s.Counters, makeCounters(f, tests[step].ID, 0.95)...)
		}
		if len(s.Counters) > 0 {
			file.Steps[step].Sections = append(file.Steps[step].Sections, s)
		}
	}
	for i, set := range sets {
		for k, p := range set.Packages {
			count(i, p)
			if next := (i + 1) % len(sets); k%2 == 0 && next != i {
				count(next, p)
			}
		}
	}
	for _, step := range file.Steps {
		slices.SortFunc(step.Sections, func(a, b counts.Section) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	}
	slices.SortFunc(file.Steps, func(a, b counts.Step) int { return cmp.Compare(a.Name, b.Name) })
	return file
}

// size holds the number of files, and their size in bytes.
type size struct{ files, bytes int64 }

func (s *size) add(o size) {
	s.files, s.bytes = s.files+o.files, s.bytes+o.bytes
}

// sizes adds up the files below dir by the kind of their slash paths.
func sizes(dir string, kind func(path string) string) (map[string]size, error) {
	all := map[string]size{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		k := kind(filepath.ToSlash(rel))
		s := all[k]
		s.add(size{1, info.Size()})
		all[k] = s
		return nil
	})
	return all, err
}
