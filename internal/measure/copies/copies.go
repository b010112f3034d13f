// Package copies is for builds that jprof does not run. jprof instrument writes a copy of the sources with counters.
// The user compiles the copy and runs it by any means, and jprof report reads the counts of the JVMs. The file
// instrument.json of a project has the paths of the folders of copy, map and counts.
package copies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jprof/instrument"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/version"
)

// format is the version of the format of instrument.json.
const format = 1

// Copy is the content of instrument.json: the places of instrumented sources, their map and their counts. Its paths are
// absolute.
type Copy struct {
	Out     string `json:"out"`
	Map     string `json:"map"`
	Counts  string `json:"counts"`
	Sources string `json:"sources"` // the folder that paths of the map are relative to
	Tool    string `json:"tool"`
	Format  int    `json:"format,omitempty"` // of this file; 0.1 has none
	// Copies lists all folders with copies that jprof wrote so far. They may be replaced.
	Copies []string `json:"copies"`
}

// Form holds the encoding and the language level of sources.
type Form struct {
	Encoding string
	Level    int // of the language, 0 if it is not known
}

// Write writes an instrumented copy of src, which is a file or a folder, and its map. c names their places.
func (c Copy) Write(ctx context.Context, env environ.Env, s runs.Store, src string,
	form Form) (*instrument.Result, error) {
	info, err := os.Stat(src)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, exit.Usagef("", "%s: no such file or folder", env.Short(src))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot instrument: %w", err)
	}
	if !info.IsDir() && !paths.IsJava(src) {
		return nil, exit.Usagef("", "%s: neither a .java file nor a folder", src)
	}
	if info.IsDir() && !hasJava(src, map[string]bool{}) {
		return nil, exit.Usagef("jprof instrument SRC: SRC is a folder of Java sources", "%s: no Java file in it",
			env.Short(src))
	}
	before, err := Find(s)
	if errors.As(err, new(*version.Newer)) {
		return nil, err
	}
	// If instrument.json cannot be read, before lists no copies, and nothing may be replaced.
	if err := mayReplace(c.Out, src, before); err != nil {
		return nil, err
	}
	conf, err := settings.Read(s.Project)
	if err != nil {
		return nil, err
	}
	if err := s.Create(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Counts, 0o777); err != nil {
		return nil, err
	}
	in, err := shadow.OpenFolder(s.Project, src, s.Path("instrument.in"))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c.Sources, c.Tool, c.Format, c.Copies = in.Sources, version.String(), format, before.Copies
	if !slices.Contains(c.Copies, c.Out) {
		c.Copies = append(c.Copies, c.Out)
	}
	// This comes before the first file is written, because an unfinished copy may be replaced, too.
	if err := atomicfile.WriteJSON(fileOf(s), c); err != nil {
		return nil, err
	}
	skip := map[string]string{}
	if err := conf.SkipIn(in.Root, in.Rel, skip); err != nil {
		return nil, err
	}
	return shadow.Write(ctx, c.Map, []instrument.Root{{Src: in.Root, Dst: c.Out, Rel: in.Rel}}, instrument.Options{
		SourceSet: "main", Encoding: form.Encoding, Level: form.Level, CountsDir: c.Counts, Skip: skip,
	})
}

// hasJava reports whether a folder has a Java file, as instrument.Tree finds them, or cannot be read. seen has the
// folders that were searched.
func hasJava(dir string, seen map[string]bool) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || seen[real] {
		return err != nil
	}
	seen[real] = true
	entries, err := os.ReadDir(real)
	return err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		path := filepath.Join(real, e.Name())
		if paths.IsDir(path) {
			return e.Name() != ".git" && e.Name() != ".jprof" && hasJava(path, seen)
		}
		return paths.IsJava(path) && paths.IsFile(path)
	})
}

// mayReplace returns an error unless the folder out may become an instrumented copy of src, which removes all other
// files from the folder. The folder must not exist, or be empty, or be the result of an earlier jprof instrument.
func mayReplace(out, src string, before Copy) error {
	if _, within := paths.Within(src, out); within && filepath.Base(filepath.Dir(out)) != ".jprof" {
		return exit.Usagef("choose a folder outside of it", "%s: the copy must not lie in the sources %s", out, src)
	}
	if _, within := paths.Within(out, src); within {
		return exit.Usagef("choose another folder", "%s: holds the sources themselves", out)
	}
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 || slices.Contains(before.Copies, out) {
		return nil
	}
	if err != nil {
		return err
	}
	return term.Errorf("choose a new folder, or empty this one",
		"%s: has files that jprof instrument did not write", out)
}

// Find returns the last copy of a project that was written. The error is a *version.Newer if a newer jprof wrote it.
func Find(s runs.Store) (Copy, error) {
	var about struct {
		Tool   string `json:"tool"`
		Format int    `json:"format"`
	}
	if err := atomicfile.ReadJSON(fileOf(s), &about); err != nil {
		return Copy{}, err
	}
	if about.Format > format {
		newer := &version.Newer{Format: about.Format, Reads: format, Writer: about.Tool}
		return Copy{}, fmt.Errorf("%s: %w", fileOf(s), newer)
	}
	var c Copy
	err := atomicfile.ReadJSON(fileOf(s), &c)
	return c, err
}

func fileOf(s runs.Store) string { return s.Path("instrument.json") }

// Written returns the time of the newest file of counts, the zero time if there is none.
func (c Copy) Written() time.Time {
	var last time.Time
	entries, err := os.ReadDir(c.Counts)
	if err != nil {
		return last
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// Read reads the counts of the copy.
func (c Copy) Read(s runs.Store) (*runmodel.Data, error) {
	d, err := runmodel.Read([]string{c.Map}, c.Counts, "", nil, time.Time{},
		runmodel.Sources(s, runs.Run{Sources: paths.Rel(s.Project, c.Sources)}, ""))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, runs.NoRun(term.Errorf("jprof instrument SRC writes the copy and its map again; compile and run "+
			"the copy", "cannot read what jprof instrument wrote: %w", err))
	}
	if err != nil {
		return nil, err
	}
	d.Store = s
	d.Run = runs.Run{
		ID: "by-hand", Tool: version.String(), Started: c.Written(), Ended: c.Written(), JVMs: d.Totals.JVMs(),
		Incomplete: d.Totals.Problems(),
		Sources:    paths.Rel(s.Project, c.Sources), Title: filepath.Base(s.Project),
	}
	if d.Run.JVMs == 0 {
		return nil, runs.NoRun(term.WithHints(fmt.Errorf("%s: no counts of the sources in %s", c.Counts, c.Map),
			d.Run.Incomplete...))
	}
	return d, nil
}
