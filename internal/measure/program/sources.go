package program

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/java/jdks"
	"jprof/internal/measure/rejections"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/exit"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/runner"
)

// javacAll compiles all sources in the folder src that are to be compiled, to the folder classes.
func (c *Compilation) javacAll(ctx context.Context, src, classes string, options ...string) (string, int, error) {
	files, err := c.sources(src)
	if err != nil {
		return "", 0, err
	}
	return c.javac(ctx, classes, slices.Concat(options, []string{"-sourcepath", ""}, files))
}

// javac empties the folder classes, compiles to it, and returns the output and the exit code of the compiler. args are
// further arguments.
func (c *Compilation) javac(ctx context.Context, classes string, args []string) (string, int, error) {
	if err := atomicfile.EmptyDir(classes); err != nil {
		return "", 0, err
	}
	// Without the option, the class path is the current folder, which may have stale classes.
	args = slices.Concat([]string{"-encoding", c.Program.Encoding, "-Xprefer:source", "-d", classes, "-cp",
		cmp.Or(c.Program.ClassPath, classes)}, args)
	args, err := c.argumentsFile(args)
	if err != nil {
		return "", 0, err
	}
	args = slices.Concat(jdks.QuickJavac, []string{
		// javac recurses into nested expressions, and counters nest deeper
		"-J-Xss16m",
		"-J-Duser.language=en", "-J-Duser.country=US", // so that jprof can read its messages
		// So that jprof can read names in messages. Otherwise they are in an encoding of the system, of which Windows
		// may have two. The first option is for Java 8 to 18.
		"-J-Dsun.stderr.encoding=UTF-8", "-J-Dstderr.encoding=UTF-8",
	}, args)
	command := buildtools.Command{Path: c.Program.JDK.Javac, Args: args, Dir: c.env.Dir, Env: c.env.Vars}
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

// maxArguments limits the bytes of arguments that javac gets on its command line: Windows takes 32,767 characters.
const maxArguments = 24_000

// argumentsFile returns args if they fit on the command line of any system. Otherwise it writes them to a file, and
// returns the argument that names this file.
func (c *Compilation) argumentsFile(args []string) ([]string, error) {
	if len(strings.Join(args, " ")) <= maxArguments {
		return args, nil
	}
	var text strings.Builder
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, a := range args {
		text.WriteString(`"` + escape.Replace(a) + "\"\n")
	}
	file := filepath.Join(filepath.Dir(c.copy), "javac.args")
	return []string{"-J-Dfile.encoding=UTF-8", "@" + file}, os.WriteFile(file, []byte(text.String()), 0o666)
}

// sources lists the files for javac in src, which is the copy or the user's folder of sources. It lists all files that
// are to be compiled, and for the copy also the helper classes. If two sources declare the same class, javac takes the
// first of them. So the main file comes first, and then the files below its root. It sets c.modules.
func (c *Compilation) sources(src string) ([]string, error) {
	main := c.mainPath()
	root, _ := rootOf(filepath.Dir(main), c.mainPackage())
	rank := func(rel string) int {
		_, beside := paths.Within(root, rel)
		switch {
		case rel == main:
			return 0
		case beside:
			return 1
		}
		return 2
	}
	var all []string
	c.modules = nil
	err := filepath.WalkDir(c.copy, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !paths.IsJava(file) || src != c.copy && rejections.IsHelper(file) {
			return err
		}
		rel, err := filepath.Rel(c.copy, file)
		switch {
		case rel != main && d.Name() == "module-info.java":
			c.modules = append(c.modules, c.project(rel))
		case c.notCompiled[c.project(rel)] == "":
			all = append(all, rel)
		}
		return err
	})
	slices.SortStableFunc(all, func(a, b string) int { return rank(a) - rank(b) })
	for i, rel := range all {
		all[i] = filepath.Join(src, rel)
	}
	return all, err
}

// mainPath returns the path of the main file below the folder of the sources.
func (c *Compilation) mainPath() string {
	if rel, err := filepath.Rel(c.Program.Sources, c.Program.Main); c.Program.Sources != "" && err == nil {
		return rel
	}
	return filepath.Base(c.Program.Main)
}

// project returns the path that a source has in the map. The argument is its path below the folder of the sources.
func (c *Compilation) project(rel string) string { return path.Join(c.In.Rel, filepath.ToSlash(rel)) }

// packageDecl matches the package declaration of a source. The map does not name the package of a file without
// counters.
var packageDecl = lazyregexp.New(`(?m)^\s*package\s+([\w.]+)\s*;`)

// mainFile returns the package of the main file, and its record, nil if there is none.
func (c *Compilation) mainFile() (pkg string, found *probe.File) {
	main := c.project(c.mainPath())
	for _, p := range c.set.Packages {
		for _, f := range p.Files {
			if f.Path == main {
				pkg, found = p.Name, f
			}
		}
	}
	if found != nil && len(found.Types) > 0 {
		return pkg, found
	}
	text, err := os.ReadFile(c.Program.Main)
	if m := packageDecl().FindSubmatch(text); err == nil && m != nil {
		pkg = string(m[1])
	}
	return pkg, found
}

// mainPackage returns the package of the main file.
func (c *Compilation) mainPackage() string {
	pkg, _ := c.mainFile()
	return pkg
}

// rootOf returns the folder in which a package starts, if dir is the folder of one of its sources. If the folders do
// not have the names of the package, it returns dir and false.
func rootOf(dir, pkg string) (root string, ok bool) {
	if pkg == "" {
		return dir, true
	}
	folders := filepath.Join(strings.Split(pkg, ".")...)
	if dir == folders {
		return ".", true
	}
	root, ok = strings.CutSuffix(dir, string(filepath.Separator)+folders)
	return root, ok
}

// roots lists the folders in which packages of the user's sources start. The first one is that of the main class, the
// second one the folder of the sources.
func (c *Compilation) roots() []string {
	root, _ := rootOf(filepath.Dir(c.Program.Main), c.mainPackage())
	roots := []string{root}
	if c.Program.Sources == "" {
		return roots
	}
	add := func(root string) {
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	add(c.Program.Sources)
	for _, p := range c.set.Packages {
		for _, f := range p.Files {
			dir := filepath.Dir(filepath.Join(c.In.Sources, filepath.FromSlash(f.Path)))
			if root, ok := rootOf(dir, p.Name); ok && len(f.Types) > 0 {
				add(root)
			}
		}
	}
	return roots
}

// RunClassPath returns the class path of the program: the compiled classes, the user's class path, and the folders of
// the sources, from which the program may load other files.
func (c *Compilation) RunClassPath() string {
	parts := []string{c.Classes}
	if c.Program.ClassPath != "" {
		parts = append(parts, c.Program.ClassPath)
	}
	return strings.Join(append(parts, c.roots()...), string(filepath.ListSeparator))
}

// userPaths replaces paths below src, the folder that javac has compiled, by the paths of the user's files.
func (c *Compilation) userPaths(output, src string) string {
	from := src + string(filepath.Separator)
	dir := cmp.Or(c.Program.Sources, filepath.Dir(c.Program.Main))
	to := c.env.Short(dir) + string(filepath.Separator)
	if c.env.Short(dir) == "." {
		to = ""
	}
	return strings.ReplaceAll(output, from, to)
}
