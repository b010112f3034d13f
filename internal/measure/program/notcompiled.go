package program

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/buildtools"
	"jprof/internal/java/classfile"
	"jprof/internal/measure/rejections"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// allErrors are options by which javac reports all errors, including those in method bodies of sources with wrong
// imports.
var allErrors = []string{"-Xmaxerrs", "10000", "-nowarn",
	"-XDshould-stop.ifError=FLOW", "-XDshouldStopPolicyIfError=FLOW"}

// findNotCompiled finds the sources that javac does not accept and that the main class does not need. It compiles the
// user's own text, so that counters cannot be the reason. First it compiles the main class with all sources that the
// class needs. Errors in these are errors of the program. Then it compiles all sources, again and again without the
// sources that have errors, until javac accepts the rest.
func (c *Compilation) findNotCompiled(ctx context.Context) error {
	c.notCompiled = rejections.Skips{}
	progress := c.ui.Progress("finding the sources that do not compile")
	defer progress.Done()
	src, classes := c.In.Root, filepath.Join(filepath.Dir(c.Classes), "accepted")
	roots := slices.DeleteFunc(c.roots(), func(root string) bool {
		_, within := paths.Within(src, root)
		return !within
	})
	args := []string{"-sourcepath", strings.Join(roots, string(filepath.ListSeparator))}
	if len(c.modules) > 0 { // javac takes a declaration of a module from a source path, and none from a class path
		args = []string{"-cp", strings.Join(append([]string{cmp.Or(c.Program.ClassPath, classes)}, roots...),
			string(filepath.ListSeparator))}
	}
	output, code, err := c.javac(ctx, classes, append(args, filepath.Join(src, c.mainPath())))
	if err == nil && code != 0 {
		err = c.failed(c.userPaths(output, src), code)
	}
	if err != nil {
		return err
	}
	needed, err := sourcesOf(classes, roots)
	needed[filepath.Join(src, c.mainPath())] = true
	for err == nil {
		output, code, err = c.javacAll(ctx, src, classes, allErrors...)
		if err != nil || code == 0 {
			break
		}
		if !c.leave(buildtools.JavacRejections(output), needed) {
			return c.leaveOthers(needed)
		}
	}
	return err
}

// leave adds the sources with errors to c.notCompiled, except those that the main class needs. It reports whether it
// added any.
func (c *Compilation) leave(errors []buildtools.Rejection, needed map[string]bool) bool {
	before := len(c.notCompiled)
	for _, r := range errors {
		rel, within := paths.Within(c.In.Root, r.File)
		if within && !needed[r.File] && c.notCompiled[c.project(rel)] == "" {
			c.notCompiled[c.project(rel)] = "javac does not accept it: line " + strconv.Itoa(r.Line) + ": " +
				messageOf(r)
		}
	}
	return len(c.notCompiled) > before
}

// messageOf returns the message of an error in one line.
func messageOf(r buildtools.Rejection) string {
	first, details, _ := strings.Cut(r.Message, "\n")
	if _, symbol, ok := strings.Cut(details, "symbol:"); ok {
		symbol, _, _ = strings.Cut(symbol, "\n")
		first += ": " + strings.TrimSpace(symbol)
	}
	return first
}

// leaveOthers adds all sources to c.notCompiled, except those that the main class needs. It is called if javac accepts
// the needed sources alone, but rejects one of them when all are compiled together.
func (c *Compilation) leaveOthers(needed map[string]bool) error {
	files, err := c.sources(c.In.Root)
	for _, file := range files {
		if rel, within := paths.Within(c.In.Root, file); within && !needed[file] {
			c.notCompiled[c.project(rel)] = "javac does not accept it together with what " +
				filepath.Base(c.Program.Main) + " needs"
		}
	}
	return err
}

// sourcesOf returns the sources of the classes in a folder, as a set of paths. It finds those below the roots.
func sourcesOf(classes string, roots []string) (map[string]bool, error) {
	found := map[string]bool{}
	err := filepath.WalkDir(classes, func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".class" {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		class, err := classfile.Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		rel, err := filepath.Rel(classes, filepath.Dir(file))
		for _, root := range roots {
			if source := filepath.Join(root, rel, class.Source); class.Source != "" && paths.IsFile(source) {
				found[source] = true
				break
			}
		}
		return err
	})
	return found, err
}

// maxNamed limits the number of sources that are named as not compiled. The report lists all of them.
const maxNamed = 10

// nameNotCompiled names the sources that are not compiled.
func (c *Compilation) nameNotCompiled() {
	if len(c.modules) > 0 {
		c.ui.Info("not compiled: %s: the program runs on the class path, not as a module",
			words.Few(c.modules, maxNamed))
	}
	for i, path := range slices.Sorted(maps.Keys(c.notCompiled)) {
		if i == maxNamed {
			c.ui.Info("not compiled: %s more", words.Plural(len(c.notCompiled)-i, "source"))
			break
		}
		c.ui.Info("not compiled: %s: %s", path, c.notCompiled[path])
	}
}
