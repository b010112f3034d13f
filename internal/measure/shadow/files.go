package shadow

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/util/paths"
)

// Files instruments the files in a list, which belong to a source set. It is for a build tool that compiles files, not
// folders. All copies go to the folder in the parameter to. Files below the folder build, or outside of the project,
// are copied without counters. Besides the map, Files writes an event to the file event (buildtools.ReadEvents). The
// event is valid as long as the copy.
//
// The list has two strings for each file, both ended by a zero byte: the slash path below its source root, which
// follows its package, and the absolute path.
func (s Hooked) Files(ctx context.Context, hookFile, list, build, to, event string) error {
	hook, err := buildtools.ReadHookFile(hookFile)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	roots, err := listedRoots(string(data))
	if err != nil {
		return fmt.Errorf("%s: %w", list, err)
	}
	c := buildtools.Compile{
		Execution: buildtools.Execution{Module: buildtools.Module{ID: s.Module, Dir: s.Dir}},
		Set:       s.Name,
		Classes:   s.Classes,
		Written:   s.Written,
	}
	for i := range roots {
		r := &roots[i]
		r.Dst = to
		rel, inside := inMirror(hook, r.Src)
		_, generated := paths.Within(build, r.Src)
		switch {
		case !inside:
			c.Unmeasured = append(c.Unmeasured, buildtools.UnmeasuredRoot{Path: r.Src, Reason: buildtools.Outside})
		case generated:
			c.Unmeasured = append(c.Unmeasured, buildtools.UnmeasuredRoot{Path: r.Src, Reason: buildtools.Generated})
		default:
			r.Rel = rel
			c.Roots = append(c.Roots, buildtools.Root{Path: r.Src, Shadow: to})
			continue
		}
		r.Plain = true
	}
	if len(roots) == 0 { // all have been deleted
		if err := os.RemoveAll(to); err != nil {
			return err
		}
	}
	if err := s.instrument(ctx, hookFile, hook, roots); err != nil {
		return err
	}
	return buildtools.WriteCompile(event, c)
}

// addListed adds a file, and the folders around it, to the set of files of a root (see instrument.Root).
func addListed(only map[string]bool, file string) {
	for ; file != "."; file = path.Dir(file) {
		only[file] = true
	}
}

// listedRoots returns the source roots of the files in a list, each with its files. They are sorted by path, because
// the number of a root is part of the names of its counters.
func listedRoots(list string) ([]instrument.Root, error) {
	var roots []instrument.Root
	index := map[string]int{}
	fields := strings.Split(list, "\x00")
	for ; len(fields) >= 2; fields = fields[2:] {
		rel, file := fields[0], fields[1]
		dir, ok := strings.CutSuffix(filepath.ToSlash(file), "/"+rel)
		if !ok {
			return nil, fmt.Errorf("%s: its path must end with %s", file, rel)
		}
		dir = filepath.FromSlash(dir)
		i, known := index[dir]
		if !known {
			i = len(roots)
			index[dir] = i
			roots = append(roots, instrument.Root{Src: dir, Only: map[string]bool{}})
		}
		addListed(roots[i].Only, rel)
	}
	slices.SortFunc(roots, func(a, b instrument.Root) int { return strings.Compare(a.Src, b.Src) })
	return roots, nil
}
