package cli

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

	"github.com/gofrs/flock"

	"jprof/buildtools"
	"jprof/instrument"
	"jprof/internal/exit"
	"jprof/internal/paths"
	"jprof/internal/probe"
	"jprof/internal/runs"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/runner"
)

// compilation is the instrumented copy of a program and its class files, in .jprof/run.
type compilation struct {
	job     *job
	program program
	kit     jdk
	in      input
	lock    *flock.Flock

	src, classes, counts, mapPath string

	set    *probe.Set
	skip   skips
	rounds int
}

func (j *job) newCompilation(s runs.Store, p program, kit jdk) (*compilation, error) {
	if err := s.Create(); err != nil {
		return nil, err
	}
	c := &compilation{
		job: j, program: p, kit: kit, skip: skips{},
		src: s.Path("run/src"), classes: s.Path("run/classes"), counts: s.Path("run/counts"), mapPath: s.Path("run/main.map"),
		lock: flock.New(s.Path("run/lock")),
	}
	if err := os.MkdirAll(s.Path("run"), 0o777); err != nil {
		return nil, err
	}
	locked, err := c.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.lock.Path(), err)
	}
	if !locked {
		return nil, ui.Errorf("wait until it ends, or start one of the two in another folder",
			"%s: another jprof run is active in this folder", s.Project)
	}
	src := p.sources
	if src == "" {
		src = p.main
	}
	if c.in, err = newInput(s, src, s.Path("run/in")); err != nil {
		c.lock.Unlock()
		return nil, err
	}
	return c, nil
}

func (c *compilation) close() {
	c.in.close()
	c.lock.Unlock() // it ends with the process at the latest
}

// compile instruments and compiles, again if need be: files that javac accepts only without
// counters are left as they are.
func (c *compilation) compile(ctx context.Context) error {
	var left []rejection
	for {
		c.rounds++
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
				c.job.ui.Verbose("%s", warnings)
			}
			for _, r := range left { // not before: it may have been an error of the user's own
				c.job.ui.Info("unmeasured: %s: %s", r.path, r.reason())
			}
			return nil
		}
		added, own := c.skip.add(c.rejected(output))
		if own || len(added) == 0 || c.rounds == maxRounds {
			return c.failed(output, code)
		}
		left = append(left, added...)
		c.job.ui.Verbose("javac does not accept counters in %s: compiling again without them there", words.Plural(len(added), "place"))
	}
}

// instrument brings the instrumented copy and its map up to date.
func (c *compilation) instrument(ctx context.Context) error {
	progress := c.job.ui.Progress("instrumenting", -1)
	defer progress.Done()
	_, err := writeTree(ctx, c.mapPath, []instrument.Root{{Src: c.in.root, Dst: c.src, Rel: c.in.rel}}, instrument.Options{
		SourceSet: "main", Encoding: c.program.encoding, Level: c.kit.level(), CountsDir: c.counts, Skip: c.skip, JavaOnly: true,
	})
	if err != nil {
		return err
	}
	c.set, err = probe.ReadFile(c.mapPath)
	return err
}

// emptyFolder makes a folder, or empties it.
func emptyFolder(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o777)
}

// javac compiles the copy, and returns what the compiler printed and its exit code.
func (c *compilation) javac(ctx context.Context) (string, int, error) {
	if err := emptyFolder(c.classes); err != nil {
		return "", 0, err
	}
	sources, err := c.compiled()
	if err != nil {
		return "", 0, err
	}
	args := []string{
		"-J-Xss16m",                                   // javac recurses over what is nested, and counters are nested in it
		"-J-Duser.language=en", "-J-Duser.country=US", // so that its messages can be read here
		"-encoding", c.program.encoding, "-Xprefer:source", "-d", c.classes, "-sourcepath", c.sourcePath(),
	}
	if c.program.classPath != "" {
		args = append(args, "-cp", c.program.classPath)
	} else {
		args = append(args, "-cp", c.classes) // the default, the current folder, may hold stale classes
	}
	command := buildtools.Command{Path: c.kit.javac, Args: append(args, sources...), Dir: c.job.env.Dir, Env: c.job.env.Vars}
	c.job.ui.Verbose("compiling: %s", command)
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

// compiled lists what javac is given: the main class, from which it finds what else is needed, or,
// for a single file, all of the copy, as its folder need not be that of its package.
func (c *compilation) compiled() ([]string, error) {
	if c.program.sources != "" {
		rel, err := filepath.Rel(c.program.sources, c.program.main)
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
func (c *compilation) mainFile() (*probe.Package, *probe.File) {
	rel := filepath.Base(c.program.main)
	if c.program.sources != "" {
		if r, err := filepath.Rel(c.program.sources, c.program.main); err == nil {
			rel = filepath.ToSlash(r)
		}
	}
	for _, p := range c.set.Packages {
		for _, f := range p.Files {
			if f.Path == path.Join(c.in.rel, rel) {
				return p, f
			}
		}
	}
	return nil, nil
}

// root returns the folder that the package of the main class starts in, below top, where top is
// the folder that dir, in which the main class lies, is in. It is dir itself where the folders do
// not have the names of the package.
func (c *compilation) root(dir string) string {
	p, _ := c.mainFile()
	if p == nil || p.Name == "" {
		return dir
	}
	if root, ok := strings.CutSuffix(dir, string(filepath.Separator)+filepath.Join(strings.Split(p.Name, ".")...)); ok {
		return root
	}
	return dir
}

// sourcePath is where javac looks for what the main class needs: the folder that its package starts
// in, which may lie below the one that the user named, and that one.
func (c *compilation) sourcePath() string {
	if c.program.sources == "" {
		return c.src
	}
	rel, err := filepath.Rel(c.program.sources, filepath.Dir(c.program.main))
	if err != nil {
		return c.src
	}
	root := c.root(filepath.Join(c.src, rel))
	if _, within := buildtools.Within(c.src, root); !within || root == c.src {
		return c.src
	}
	return root + string(filepath.ListSeparator) + c.src
}

// runClassPath is the class path of the program: the compiled classes, what the user gave, and the
// folder of the sources for what else the program loads from there.
func (c *compilation) runClassPath() string {
	parts := []string{c.classes}
	if c.program.classPath != "" {
		parts = append(parts, c.program.classPath)
	}
	root := c.root(filepath.Dir(c.program.main))
	parts = append(parts, root)
	if c.program.sources != "" && c.program.sources != root {
		parts = append(parts, c.program.sources)
	}
	return strings.Join(parts, string(filepath.ListSeparator))
}

// mainClass is the name of the class to run: the one that is called as the file, or else the first
// of the file that has a main method.
func (c *compilation) mainClass() (string, error) {
	name := strings.TrimSuffix(filepath.Base(c.program.main), ".java")
	p, f := c.mainFile()
	if f == nil || len(f.Types) == 0 {
		if f != nil && len(f.Unmeasured) == 0 {
			return "", fmt.Errorf("%s: declares no class", c.job.env.Short(c.program.main))
		}
		return c.classOfFile(name) // not parsed: only its name is known
	}
	qualify := func(class string) string {
		if p.Name == "" {
			return class
		}
		return p.Name + "." + class
	}
	if slices.ContainsFunc(f.Types, func(t probe.Type) bool { return t.Name == name && t.Parent < 0 }) {
		return qualify(name), nil
	}
	for _, m := range f.Methods {
		if t := f.Types[m.Type]; m.Name == "main" && t.Parent < 0 {
			return qualify(t.Name), nil
		}
	}
	return "", fmt.Errorf("%s: declares neither a class %s nor another one with a main method", c.job.env.Short(c.program.main), name)
}

// classOfFile finds the class called name among what was compiled.
func (c *compilation) classOfFile(name string) (string, error) {
	var found []string
	err := filepath.WalkDir(c.classes, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == name+".class" {
			rel, err := filepath.Rel(c.classes, p)
			found = append(found, strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(rel), ".class"), "/", "."))
			return err
		}
		return err
	})
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%s: expected one class %s, but %d were compiled", c.job.env.Short(c.program.main), name, len(found))
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// userPaths puts the paths of the user's files for those of the copy.
func (c *compilation) userPaths(output string) string {
	from := c.src + string(filepath.Separator)
	dir := c.program.sources
	if dir == "" {
		dir = filepath.Dir(c.program.main)
	}
	to := c.job.env.Short(dir) + string(filepath.Separator)
	if c.job.env.Short(dir) == "." {
		to = ""
	}
	return strings.ReplaceAll(output, from, to)
}

// rejected lists the files with counters in them that javac complained of. output has the user's paths.
func (c *compilation) rejected(output string) []rejection {
	counted := countedFiles(c.set)
	var out []rejection
	for _, r := range buildtools.JavacRejections(output) {
		rel, err := filepath.Rel(c.in.sources, c.job.env.Path(r.File))
		if err != nil {
			continue
		}
		out = append(out, c.skip.charged(rejection{path: filepath.ToSlash(rel), line: r.Line, message: r.Message}, counted)...)
	}
	return out
}
