// Package program compiles a single Java program with counters, as jprof run does: javac gets an instrumented copy of
// the sources, and files that it accepts only without counters are skipped (package rejections). All files are in a
// folder of their own in the cache, away from the folder that the program runs in: a program finds no files there that
// it would not find without jprof, and whatever it deletes, its classes stay.
//
// A plain program is compiled from its own sources, without counters. Its map still says which class has the main
// method, and where.
//
// New makes the folder, Compile compiles. If javac does not accept the program at all, the error has hints (failed.go):
// sources or jars that the command line lacks, or a newer JDK.
package program

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/atomicfile"
	"jprof/internal/environ"
	"jprof/internal/exit"
	"jprof/internal/javadecl"
	"jprof/internal/javahome"
	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/rejections"
	"jprof/internal/runs"
	"jprof/internal/shadow"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/runner"
)

// Compilation is the instrumented copy of a program and its class files.
type Compilation struct {
	Program Program
	In      shadow.Folder    // the sources
	Skip    rejections.Skips // the parts without counters, by the settings or after a rejection
	Rounds  int              // how often it was compiled

	Counts  string // the folder that the program writes to
	Classes string // the folder of its classes
	MapPath string // the file of its map

	env  environ.Env
	ui   *ui.UI
	own  *atomicfile.Own // the folder of all files
	copy string          // the instrumented copy
	src  string          // the sources for javac: the copy, or for a plain program its own
	set  *probe.Set
}

// New prepares the compilation of a program that runs in the folder of env. It must be closed.
func New(env environ.Env, u *ui.UI, p Program) (*Compilation, error) {
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

// WithoutCounters is the compilation of the same program from its own sources, with the same files but for the map. It
// is closed with c.
func (c *Compilation) WithoutCounters() *Compilation {
	plain := *c
	plain.Program.Plain, plain.src = true, c.In.Root
	plain.MapPath = filepath.Join(filepath.Dir(c.MapPath), "plain.map")
	plain.Skip, plain.Rounds = rejections.Skips{}, 0
	return &plain
}

// Close leaves the files to a later New, which removes them.
func (c *Compilation) Close() {
	c.own.Leave() //nolint:errcheck // it ends with the process at the latest
}

// Compile instruments and compiles, again if necessary: parts that javac accepts only without counters are skipped.
func (c *Compilation) Compile(ctx context.Context) error {
	var rejected []rejections.Rejection
	for {
		c.Rounds++
		if err := c.instrument(ctx); err != nil {
			return err
		}
		output, code, err := c.javac(ctx)
		if err != nil {
			return err
		}
		output = c.userPaths(output)
		if code == 0 {
			if warnings := strings.TrimSpace(output); warnings != "" {
				c.ui.Verbose("%s", warnings)
			}
			for _, r := range rejected { // not before: it may have been an error of the user's own
				c.ui.Info("unmeasured: %s: %s", r.Path, r.Reason())
			}
			return nil
		}
		if c.Program.Plain {
			return c.failed(output, code)
		}
		added, own := c.Skip.Add(c.rejected(output))
		if own || len(added) == 0 || c.Rounds == rejections.MaxRounds {
			return c.failed(output, code)
		}
		rejected = append(rejected, added...)
		c.ui.Verbose("javac does not accept counters in %s: compiling again without them there",
			words.Plural(len(added), "place"))
	}
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

// javac compiles the copy, and returns the output of the compiler and its exit code.
func (c *Compilation) javac(ctx context.Context) (string, int, error) {
	if err := atomicfile.EmptyDir(c.Classes); err != nil {
		return "", 0, err
	}
	sources, err := c.compiled()
	if err != nil {
		return "", 0, err
	}
	args := slices.Concat(javahome.QuickJavac, []string{
		// javac recurses into nested expressions, and counters nest deeper
		"-J-Xss16m",
		"-J-Duser.language=en", "-J-Duser.country=US", // so that its messages can be read here
		// So can names in them: else they are in the encoding of the system, of which there may be two on Windows. The
		// first is for Java 8 to 18.
		"-J-Dsun.stderr.encoding=UTF-8", "-J-Dstderr.encoding=UTF-8",
		"-encoding", c.Program.Encoding, "-Xprefer:source", "-d", c.Classes, "-sourcepath", c.sourcePath(),
	})
	if c.Program.ClassPath != "" {
		args = append(args, "-cp", c.Program.ClassPath)
	} else {
		args = append(args, "-cp", c.Classes) // the default, the current folder, may hold stale classes
	}
	command := buildtools.Command{Path: c.Program.JDK.Javac, Args: append(args, sources...), Dir: c.env.Dir,
		Env: c.env.Vars}
	c.ui.Verbose("compiling: %s", command)
	var output bytes.Buffer
	result, err := runner.Run(ctx, command, runner.Stdio{Out: &output, Err: &output}, runner.DefaultGrace)
	if err != nil {
		return "", 0, err
	}
	if result.Interrupted() {
		return "", 0, exit.Interrupted{Signal: result.Signal}
	}
	return output.String(), result.ExitCode, nil
}

// compiled lists the files for javac: the main class, from which javac finds the others; or, for a single file, all of
// the copy, as its folder need not be that of its package.
func (c *Compilation) compiled() ([]string, error) {
	if c.Program.Sources != "" {
		rel, err := filepath.Rel(c.Program.Sources, c.Program.Main)
		return []string{filepath.Join(c.src, rel)}, err
	}
	var out []string
	err := filepath.WalkDir(c.src, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && paths.IsJava(path) {
			out = append(out, path)
		}
		return err
	})
	return out, err
}

// mainFile returns the record of the main file, and its package.
func (c *Compilation) mainFile() (*probe.Package, *probe.File) {
	rel := filepath.Base(c.Program.Main)
	if c.Program.Sources != "" {
		if r, err := filepath.Rel(c.Program.Sources, c.Program.Main); err == nil {
			rel = filepath.ToSlash(r)
		}
	}
	for _, p := range c.set.Packages {
		for _, f := range p.Files {
			if f.Path == path.Join(c.In.Rel, rel) {
				return p, f
			}
		}
	}
	return nil, nil
}

// root returns the folder that the package of the main class starts in, below top, where top is
// the folder that dir, in which the main class lies, is in. It is dir itself where the folders do
// not have the names of the package.
func (c *Compilation) root(dir string) string {
	p, _ := c.mainFile()
	if p == nil || p.Name == "" {
		return dir
	}
	if root, ok := strings.CutSuffix(dir, string(filepath.Separator)+filepath.Join(strings.Split(p.Name, ".")...)); ok {
		return root
	}
	return dir
}

// sourcePath is the path on which javac searches other classes: the folder that the package of the main class starts
// in, which may lie below the user's folder, and the user's folder.
func (c *Compilation) sourcePath() string {
	if c.Program.Sources == "" {
		return c.src
	}
	rel, err := filepath.Rel(c.Program.Sources, filepath.Dir(c.Program.Main))
	if err != nil {
		return c.src
	}
	root := c.root(filepath.Join(c.src, rel))
	if _, within := paths.Within(c.src, root); !within || root == c.src {
		return c.src
	}
	return root + string(filepath.ListSeparator) + c.src
}

// RunClassPath is the class path of the program: the compiled classes, the user's class path, and the folder of the
// sources, from which the program may load other files.
func (c *Compilation) RunClassPath() string {
	parts := []string{c.Classes}
	if c.Program.ClassPath != "" {
		parts = append(parts, c.Program.ClassPath)
	}
	root := c.root(filepath.Dir(c.Program.Main))
	parts = append(parts, root)
	if c.Program.Sources != "" && c.Program.Sources != root {
		parts = append(parts, c.Program.Sources)
	}
	return strings.Join(parts, string(filepath.ListSeparator))
}

// MainClass is the name of the class to run: the one with the name of the file, or else the first one of the file with
// a main method.
func (c *Compilation) MainClass() (string, error) {
	name := strings.TrimSuffix(filepath.Base(c.Program.Main), ".java")
	p, f := c.mainFile()
	if f == nil || len(f.Types) == 0 {
		if f != nil && len(f.Unmeasured) == 0 {
			return "", fmt.Errorf("%s: declares no class", c.env.Short(c.Program.Main))
		}
		return c.classOfFile(name) // not parsed: only its name is known
	}
	if slices.ContainsFunc(f.Types, func(t probe.Type) bool { return t.Name == name && t.Parent < 0 }) {
		return javadecl.Qualified(p.Name, name), nil
	}
	for _, m := range f.Methods {
		if t := f.Types[m.Type]; m.Name == "main" && t.Parent < 0 {
			return javadecl.Qualified(p.Name, t.Name), nil
		}
	}
	return "", fmt.Errorf("%s: declares neither a class %s nor another one with a main method",
		c.env.Short(c.Program.Main), name)
}

// classOfFile finds a compiled class by its simple name.
func (c *Compilation) classOfFile(name string) (string, error) {
	var found []string
	err := filepath.WalkDir(c.Classes, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == name+".class" {
			rel, err := filepath.Rel(c.Classes, p)
			found = append(found, strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(rel), ".class"), "/", "."))
			return err
		}
		return err
	})
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%s: expected one class %s, but %d were compiled", c.env.Short(c.Program.Main), name,
			len(found))
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// userPaths replaces paths of the copy by those of the user's files.
func (c *Compilation) userPaths(output string) string {
	from := c.src + string(filepath.Separator)
	dir := c.Program.Sources
	if dir == "" {
		dir = filepath.Dir(c.Program.Main)
	}
	to := c.env.Short(dir) + string(filepath.Separator)
	if c.env.Short(dir) == "." {
		to = ""
	}
	return strings.ReplaceAll(output, from, to)
}

// rejected lists the files with counters in the errors of javac. output has the user's paths.
func (c *Compilation) rejected(output string) []rejections.Rejection {
	counted := rejections.Counted(c.set)
	var out []rejections.Rejection
	for _, r := range buildtools.JavacRejections(output) {
		if r.Ended() {
			out = append(out, c.Skip.ChargeDeepest(r.Message, counted, c.In.Sources)...)
			continue
		}
		rel, err := filepath.Rel(c.In.Sources, c.env.Path(r.File))
		if err != nil {
			continue
		}
		out = append(out, c.Skip.Charge(rejections.Rejection{Path: filepath.ToSlash(rel), Line: r.Line,
			Message: r.Message}, counted)...)
	}
	return out
}
