package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/atomicfile"
	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/ui"
	"jprof/internal/version"
	"jprof/internal/words"
)

func (j *job) instrumentCommand() *cli.Command {
	return &cli.Command{
		Name:      "instrument",
		Usage:     "write a copy of sources with counters, for builds that jprof does not run",
		UsageText: "jprof instrument SRC [-o DIR] [--map FILE] [--counts DIR]",
		Description: `SRC is a Java file or a folder of sources. Compile and run the copy with any tool. Each JVM writes what it
counted to the folder of counts, and jprof report writes the report.`,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the copy to `DIR`", DefaultText: ".jprof/instrumented"},
			&cli.PathFlag{Name: "map", Usage: "write the map, which reports require, to `FILE`", DefaultText: ".jprof/instrumented.map"},
			&cli.PathFlag{Name: "counts", Usage: "have the JVMs write their counts to `DIR`", DefaultText: ".jprof/counts"},
			&cli.IntFlag{Name: "release", Usage: "the `N` of javac --release; from 25 on, code in front of a constructor call is counted, too"},
			&cli.StringFlag{Name: "encoding", Usage: "encoding `NAME` of the sources", Value: "UTF-8"},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return exit.Usagef("jprof instrument SRC -o DIR", "instrument requires one file or folder, not %d", c.Args().Len())
			}
			s := runs.Store{Project: j.env.Dir}
			pathOr := func(flag, name string) string {
				if p := c.Path(flag); p != "" {
					return j.env.Path(p)
				}
				return s.Path(name)
			}
			h := handMade{
				Out:    pathOr("o", "instrumented"),
				Map:    pathOr("map", "instrumented.map"),
				Counts: pathOr("counts", "counts"),
			}
			return j.instrument(c.Context, s, j.env.Path(c.Args().First()), sourceForm{c.String("encoding"), c.Int("release")}, h)
		},
	}
}

// handMade is what instrument.json says: sources that were instrumented for a build that jprof
// does not run. Its paths are absolute.
type handMade struct {
	Out     string `json:"out"`
	Map     string `json:"map"`
	Counts  string `json:"counts"`
	Sources string `json:"sources"` // what the paths of the map are relative to
	Tool    string `json:"tool"`
	// Copies are all folders that were written so far: they may be replaced.
	Copies []string `json:"copies"`
}

// sourceForm is how sources are to be read.
type sourceForm struct {
	encoding string
	level    int // of the language, 0 where it is not known
}

// instrument writes an instrumented copy of src, a file or folder, and its map.
func (j *job) instrument(ctx context.Context, s runs.Store, src string, form sourceForm, h handMade) error {
	info, err := os.Stat(src)
	if errors.Is(err, fs.ErrNotExist) {
		return exit.Usagef("", "%s: no such file or folder", j.env.Short(src))
	}
	if err != nil {
		return fmt.Errorf("cannot instrument: %w", err)
	}
	if !info.IsDir() && !paths.IsJava(src) {
		return exit.Usagef("", "%s: neither a .java file nor a folder", src)
	}
	var before handMade
	_ = readJSON(handMadeFile(s), &before) // there may be none, or none that can be read: then nothing may be replaced
	if err := mayReplace(h.Out, src, before); err != nil {
		return err
	}
	conf, err := settings.Read(s.Project)
	if err != nil {
		return err
	}
	if err := s.Create(); err != nil {
		return err
	}
	if err := os.MkdirAll(h.Counts, 0o777); err != nil {
		return err
	}
	in, err := newInput(s, src, s.Path("instrument.in"))
	if err != nil {
		return err
	}
	defer in.close()
	h.Sources, h.Tool, h.Copies = in.sources, version.String(), before.Copies
	if !slices.Contains(h.Copies, h.Out) {
		h.Copies = append(h.Copies, h.Out)
	}
	// Before the first file is written: a copy that was left unfinished may be replaced, too.
	if err := atomicfile.WriteJSON(handMadeFile(s), h); err != nil {
		return err
	}
	skip := skips{}
	if err := conf.SkipIn(in.root, in.rel, skip); err != nil {
		return err
	}
	result, err := writeTree(ctx, h.Map, []instrument.Root{{Src: in.root, Dst: h.Out, Rel: in.rel}}, instrument.Options{
		SourceSet: "main", Encoding: form.encoding, Level: form.level, CountsDir: h.Counts, Skip: skip,
	})
	if err != nil {
		return err
	}
	for _, n := range result.Unmeasured {
		j.ui.Info("unmeasured: %s:%d: %s", n.Path, n.Line, n.Reason)
	}
	j.ui.Info("%d of %s with counters; map: %s; counts: %s",
		result.Measured, words.Plural(result.Files, "file"), j.env.Short(h.Map), j.env.Short(h.Counts))
	j.ui.Result("instrumented: %s", j.env.Short(h.Out))
	return nil
}

// mayReplace reports whether the folder out may be made equal to an instrumented copy of src, which
// removes all else from it: only if it is new or empty, or was made that way before.
func mayReplace(out, src string, before handMade) error {
	if _, within := buildtools.Within(src, out); within && filepath.Base(filepath.Dir(out)) != ".jprof" {
		return exit.Usagef("choose a folder outside of it", "%s: the copy must not lie in the sources %s", out, src)
	}
	if _, within := buildtools.Within(out, src); within {
		return exit.Usagef("choose another folder", "%s: holds the sources themselves", out)
	}
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 || slices.Contains(before.Copies, out) {
		return nil
	}
	if err != nil {
		return err
	}
	return ui.Errorf("choose a new folder, or empty this one", "%s: has files that jprof instrument did not write", out)
}

// input is what is instrumented where no build tool says it: all of a folder, or one file.
type input struct {
	root    string // folder of which all is to be instrumented
	rel     string // its path in the project, as the map has it
	sources string // what the paths of the map are relative to, absolute
	staged  string // folder to remove at the end, "" for none
}

// newInput prepares src, a file or a folder. Paths in the map are relative to the project if src
// lies in it. A single file is copied to the folder stage, since folders are what is instrumented.
func newInput(s runs.Store, src, stage string) (input, error) {
	info, err := os.Stat(src)
	if err != nil {
		return input{}, err
	}
	dir := src
	if !info.IsDir() {
		dir = filepath.Dir(src)
	}
	in := input{root: dir, sources: dir}
	if rel, ok := buildtools.Within(s.Project, dir); ok {
		in.sources = s.Project
		if in.rel = filepath.ToSlash(rel); in.rel == "." {
			in.rel = ""
		}
	}
	if info.IsDir() {
		return in, nil
	}
	in.root, in.staged = stage, stage
	text, err := os.ReadFile(src)
	if err == nil {
		err = os.RemoveAll(stage)
	}
	if err == nil {
		err = os.MkdirAll(stage, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(stage, filepath.Base(src)), text, 0o666)
	}
	if err != nil {
		return input{}, errors.Join(err, os.RemoveAll(stage))
	}
	return in, nil
}

func (in input) close() {
	if in.staged != "" {
		os.RemoveAll(in.staged) // a leftover is replaced by the next run
	}
}

// writeTree instruments roots and writes their map to the file mapPath, in one step.
func writeTree(ctx context.Context, mapPath string, roots []instrument.Root, o instrument.Options) (*instrument.Result, error) {
	if err := os.MkdirAll(filepath.Dir(mapPath), 0o777); err != nil {
		return nil, err
	}
	var result *instrument.Result
	err := atomicfile.Write(mapPath, func(out io.Writer) error {
		w, err := probe.NewWriter(out, version.String(), o.Module, o.SourceSet)
		if err != nil {
			return err
		}
		if result, err = instrument.Tree(ctx, roots, o, w); err != nil {
			return err
		}
		return w.Close()
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// handMadeFile is where that is.
func handMadeFile(s runs.Store) string { return s.Path("instrument.json") }

func readJSON(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
