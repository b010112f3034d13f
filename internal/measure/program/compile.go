// Package program compiles a single Java program with counters, for jprof run. javac gets an instrumented copy of the
// sources, and files that it accepts only without counters are skipped (package rejections). All files are in a folder
// of their own in the cache, away from the folder in which the program runs. So a program finds no files there that it
// would not find without jprof, and its classes stay even if it deletes everything around it.
//
// With a folder of sources, javac gets all of them, because a program may load classes that no source names. Sources
// that javac does not accept are not compiled, if the main class does not need them (notcompiled.go). Nor are
// declarations of modules: the program runs on the class path, where they have no effect.
//
// A plain program is compiled from its own sources, without counters. Its map still has the class and the place of the
// main method.
//
// New makes the folder, Compile compiles. If javac does not accept the program at all, the error has hints (failed.go):
// sources or jars that the command line lacks, or a newer JDK.
package program

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/java/decl"
	"jprof/internal/measure/rejections"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// Compilation is the instrumented copy of a program and its class files.
type Compilation struct {
	Program Program
	In      shadow.Folder    // the sources
	Skip    rejections.Skips // the parts without counters, by the settings or after a rejection
	Rounds  int              // number of compilations

	notCompiled rejections.Skips // the sources that javac does not accept even without counters, and why
	modules     []string         // the declarations of modules, which are not compiled: paths as in the map

	Counts  string // the folder that the program writes to
	Classes string // the folder of its classes
	MapPath string // the file of its map

	env  environ.Env
	ui   *term.UI
	own  *atomicfile.Own // the folder of all files
	copy string          // the instrumented copy
	src  string          // the sources for javac: the copy, or for a plain program its own
	set  *probe.Set
}

// New prepares the compilation of a program that runs in the folder of env. It must be closed.
func New(env environ.Env, u *term.UI, p Program) (*Compilation, error) {
	// A jprof before 0.3 left it there.
	if err := os.RemoveAll(runs.Store{Project: env.Dir}.Path("run")); err != nil {
		return nil, err
	}
	own, err := newFolder(env)
	if err != nil {
		return nil, err
	}
	c := &Compilation{Program: p, env: env, ui: u, Skip: rejections.Skips{}, own: own,
		copy: filepath.Join(own.Dir, "src"), Classes: filepath.Join(own.Dir, "classes"),
		Counts: filepath.Join(own.Dir, "counts"), MapPath: filepath.Join(own.Dir, "main.map")}
	if c.In, err = shadow.OpenFolder(env.Dir, p.Root(), filepath.Join(own.Dir, "in")); err != nil {
		c.Close()
		return nil, err
	}
	if c.src = c.copy; p.Plain {
		c.src = c.In.Root
	}
	return c, nil
}

// WithoutCounters returns the compilation of the same program from its own sources. It uses the same files, except the
// map. It ends when c is closed.
func (c *Compilation) WithoutCounters() *Compilation {
	plain := *c
	plain.Program.Plain, plain.src = true, c.In.Root
	plain.MapPath = filepath.Join(filepath.Dir(c.MapPath), "plain.map")
	plain.Skip, plain.Rounds = rejections.Skips{}, 0
	return &plain
}

// Close leaves the files to a later New, which removes them.
func (c *Compilation) Close() {
	c.own.Leave() // the lock ends with the process at the latest
}

// Compile instruments and compiles the program. If javac rejects counters, it skips the rejected parts and does both
// again. Sources that javac does not accept even without counters are not compiled, if the main class does not need
// them.
func (c *Compilation) Compile(ctx context.Context) error {
	var rejected []rejections.Rejection
	settings := maps.Clone(c.Skip)
	for {
		c.Rounds++
		if err := c.instrument(ctx); err != nil {
			return err
		}
		output, code, err := c.javacAll(ctx, c.src, c.Classes)
		if err != nil {
			return err
		}
		output = c.userPaths(output, c.src)
		if code == 0 {
			c.compiled(output, rejected)
			return nil
		}
		if added := c.skipRejected(output); len(added) > 0 && c.Rounds < rejections.MaxRounds {
			rejected = append(rejected, added...)
			c.ui.Verbose("javac does not accept counters in %s: compiling again without them there",
				words.Plural(len(added), "place"))
			continue
		}
		if c.Program.Sources == "" || c.notCompiled != nil {
			return c.failed(output, code)
		}
		if err := c.findNotCompiled(ctx); err != nil {
			return err
		}
		if len(c.notCompiled) == 0 {
			return c.failed(output, code)
		}
		c.Skip, rejected = settings, nil
		maps.Copy(c.Skip, c.notCompiled)
	}
}

// compiled prints the warnings of javac, and names the sources that are not compiled or have no counters. It is called
// only when javac has accepted the program, because before that an error may have been one of the user's own.
func (c *Compilation) compiled(output string, rejected []rejections.Rejection) {
	if warnings := strings.TrimSpace(output); warnings != "" {
		c.ui.Verbose("%s", warnings)
	}
	c.nameNotCompiled()
	for _, r := range rejected {
		c.ui.Info("unmeasured: %s: %s", r.Place(), r.Reason())
	}
}

// skipRejected skips code that javac rejects because of its counters. If one of the errors is also in the source
// without counters, it returns nothing.
func (c *Compilation) skipRejected(output string) []rejections.Rejection {
	if c.Program.Plain {
		return nil
	}
	rejected := c.rejected(output)
	if slices.ContainsFunc(rejected, rejections.Rejection.Own) {
		return nil
	}
	added, own := c.Skip.Add(rejected)
	if own {
		return nil
	}
	return added
}

// instrument brings the instrumented copy and its map up to date.
func (c *Compilation) instrument(ctx context.Context) error {
	progress := c.ui.Progress("instrumenting")
	defer progress.Done()
	_, err := shadow.Write(ctx, c.MapPath, []instrument.Root{{Src: c.In.Root, Dst: c.copy, Rel: c.In.Rel}},
		instrument.Options{
			SourceSet: "main", Encoding: c.Program.Encoding, Level: c.Program.JDK.Level(), CountsDir: c.Counts,
			Skip: c.Skip, JavaOnly: true,
		})
	if err != nil {
		return err
	}
	c.set, err = probe.ReadFile(c.MapPath)
	return err
}

// MainClass returns the name of the class to run. That is the class with the name of the file, or else the first class
// of the file with a main method.
func (c *Compilation) MainClass() (string, error) {
	name := strings.TrimSuffix(filepath.Base(c.Program.Main), ".java")
	pkg, f := c.mainFile()
	qualified := decl.Qualified(pkg, name)
	if f == nil || len(f.Types) == 0 {
		switch {
		case f != nil && len(f.Unmeasured) == 0:
			return "", fmt.Errorf("%s: declares no class", c.env.Short(c.Program.Main))
		case !paths.IsFile(filepath.Join(c.Classes, filepath.Join(strings.Split(qualified, ".")...)+".class")):
			return "", fmt.Errorf("%s: declares no class %s", c.env.Short(c.Program.Main), name)
		}
		return qualified, nil // the file could not be parsed: only its name is known
	}
	if slices.ContainsFunc(f.Types, func(t probe.Type) bool { return t.Name == name && t.Parent < 0 }) {
		return qualified, nil
	}
	for _, m := range f.Methods {
		if t := f.Types[m.Type]; m.Name == "main" && t.Parent < 0 {
			return decl.Qualified(pkg, t.Name), nil
		}
	}
	return "", fmt.Errorf("%s: declares neither a class %s nor another one with a main method",
		c.env.Short(c.Program.Main), name)
}

// rejected lists the files with counters that the errors of javac name. The paths in output are those of the user.
func (c *Compilation) rejected(output string) []rejections.Rejection {
	path := func(file string) (string, bool) {
		rel, err := filepath.Rel(c.In.Sources, c.env.Path(file))
		return filepath.ToSlash(rel), err == nil
	}
	return c.Skip.ChargeAll(buildtools.JavacRejections(output), rejections.Counted(c.set), c.In.Sources, path)
}
