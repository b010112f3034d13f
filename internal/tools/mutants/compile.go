package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest"
)

//go:embed runner/*.java
var runnerSources embed.FS

// compiler compiles modules. All compilations use the same JVM.
type compiler struct{ jdk jtest.JDK }

// errRejected means that javac has an error in a change.
var errRejected = errors.New("javac rejects it")

// compile runs javac on the whole module, with its tests. The classes go to out/classes, out/test-classes and
// out/runner. If m is a change, javac reads text in place of the source that m changes.
func (c *compiler) compile(p *place, b *baseline, out string, m *mutant, text []byte) error {
	if err := p.prepare(out); err != nil {
		return err
	}
	main, err := p.mainFiles()
	if err != nil {
		return err
	}
	if m != nil {
		changed := filepath.Join(out, "changed", filepath.FromSlash(m.File))
		if err := errors.Join(os.MkdirAll(filepath.Dir(changed), 0o777),
			os.WriteFile(changed, text, 0o666)); err != nil {
			return err
		}
		i := slices.Index(main, filepath.Join(p.root(p.plain()), filepath.FromSlash(m.File)))
		if i < 0 {
			return fmt.Errorf("%s is not compiled", m.File)
		}
		if m.inBody() {
			return c.compileBody(p, b, out, changed)
		}
		main[i] = changed
	}
	tests, err := p.testFiles()
	if err != nil {
		return err
	}
	return c.compileFiles(p, b, out, main, tests)
}

// compileBody compiles a source with a change in the body of a method. The classes of all other sources are those of
// the plain build, because such a change does not affect them.
func (c *compiler) compileBody(p *place, b *baseline, out, changed string) error {
	plain := filepath.Join(p.plainClasses(), "classes")
	path := plain + string(os.PathListSeparator) + b.jars()
	if err := c.javac(p.javac, path, filepath.Join(out, "classes"), []string{changed}); err != nil {
		return err
	}
	return link(p.plainClasses(), out, func(string) bool { return true }, "classes", "test-classes", "runner")
}

// inBody reports whether a change is within the body of a method. No other class has a copy of such code.
func (m *mutant) inBody() bool {
	switch m.Kind {
	case arithmetic, relational, logical, literals, conditions, calls, returns, exceptions:
		return true
	}
	return false
}

// plainClasses returns the folder of the classes without a change.
func (p *place) plainClasses() string { return filepath.Join(p.dir, "classes") }

// link makes links below the folder to, for the files in folders of the folder from that wanted accepts. It does not
// replace files.
func link(from, to string, wanted func(path string) bool, folders ...string) (err error) {
	for _, folder := range folders {
		walk := func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(from, path)
			if err != nil {
				return err
			}
			target := filepath.Join(to, rel)
			if d.IsDir() {
				return os.MkdirAll(target, 0o777)
			}
			if !wanted(path) {
				return nil
			}
			if err := os.Link(path, target); !errors.Is(err, fs.ErrExist) {
				return err
			}
			return nil
		}
		err = errors.Join(err, filepath.WalkDir(filepath.Join(from, folder), walk))
	}
	return err
}

// prepare makes a folder for classes. It has the files of the plain build that are not classes.
func (p *place) prepare(out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	other := func(path string) bool { return !strings.HasSuffix(path, ".class") }
	return link(filepath.Join(p.root(p.plain()), "target"), out, other, "classes", "test-classes")
}

// mainFiles returns the main sources that Maven has compiled, with the generated sources.
func (p *place) mainFiles() ([]string, error) {
	target := filepath.Join(p.root(p.plain()), "target")
	return compiled(filepath.Join(target, "classes"), p.sources(p.plain()), filepath.Join(target, "generated-sources"))
}

// testFiles returns the test sources that Maven has compiled.
func (p *place) testFiles() ([]string, error) {
	root := p.root(p.plain())
	return compiled(filepath.Join(root, "target", "test-classes"), filepath.Join(root, "src", "test", "java"))
}

// compileFiles compiles main sources, tests and the runner.
func (c *compiler) compileFiles(p *place, b *baseline, out string, mainFiles, testFiles []string) error {
	main, tests := filepath.Join(out, "classes"), filepath.Join(out, "test-classes")
	jars := b.jars()
	if err := c.javac(p.javac, jars, main, mainFiles); err != nil {
		return err
	}
	if err := c.javac(p.javac, main+string(os.PathListSeparator)+jars, tests, testFiles); err != nil {
		return err
	}
	return c.compileRunner(b, jars, filepath.Join(out, "runner"))
}

// jars returns the class path of the libraries.
func (b *baseline) jars() string { return strings.Join(b.ClassPath, string(os.PathListSeparator)) }

// compileRunner compiles the runner for the framework of the tests.
func (c *compiler) compileRunner(b *baseline, jars, out string) error {
	var files []string
	for _, name := range []string{"Runner", b.engine()} {
		text, err := runnerSources.ReadFile("runner/" + name + ".java")
		if err != nil {
			return err
		}
		path := filepath.Join(out, name+".java")
		if err := errors.Join(os.MkdirAll(out, 0o777), os.WriteFile(path, text, 0o666)); err != nil {
			return err
		}
		files = append(files, path)
	}
	return c.javac([]string{"-source", "8", "-target", "8"}, jars, out, files)
}

// engine returns the name of the class that runs the tests.
func (b *baseline) engine() string {
	if b.platform() {
		return "Platform"
	}
	return "JUnit4"
}

func (c *compiler) javac(options []string, classPath, out string, files []string) error {
	args := slices.Concat([]string{"-nowarn", "-g", "-proc:none", "-Xlint:-options", "-Xmaxerrs", "10000",
		"-cp", classPath, "-d", out}, options, files)
	if messages, err := c.jdk.Run("javac", args...); err != nil {
		return fmt.Errorf("%w: %w\n%s", errRejected, err, messages)
	}
	return nil
}

// compiled lists the sources below folders whose classes are in a folder. Maven does not always compile all sources.
func compiled(classes string, folders ...string) ([]string, error) {
	var known []string
	err := filepath.WalkDir(classes, func(path string, d fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(path, ".class"); ok && err == nil {
			known = append(known, filepath.ToSlash(strings.TrimPrefix(name, classes)))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	files, err := javaFiles(folders...)
	return slices.DeleteFunc(files, func(path string) bool {
		path = filepath.ToSlash(strings.TrimSuffix(path, ".java"))
		return !slices.ContainsFunc(known, func(name string) bool { return strings.HasSuffix(path, name) })
	}), err
}

// javaFiles lists the sources below folders, sorted within each folder. It omits the sources that describe a module or
// a package.
func javaFiles(folders ...string) (files []string, err error) {
	for _, dir := range folders {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".java") && d.Name() != "module-info.java" {
				files = append(files, path)
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return files, nil
}
